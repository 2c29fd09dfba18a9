import { describe, expect, test } from 'vitest';
import { encodeBase32 } from './authenticator-apps/base32.ts';
import type { AccountMail } from './options.ts';
import { identityAdmin, type IdentityProviderOptions } from './index.ts';
import {
  addAuthenticatorApp,
  AuthenticatorApp,
  keyOn,
  recoveryCodesOn,
} from './test-support/authenticator-app.ts';
import { Browser, type BrowserPage } from './test-support/browser.ts';
import { addPasskey, logInWithPasskey } from './test-support/passkey-steps.ts';
import { type RelyingParty, signUp } from './test-support/relying-party.ts';
import { ANA, errorOf, openLogIn, ORIGIN, RunningProvider } from './test-support/running-provider.ts';

const servers = new RunningProvider();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NEW_PASSWORD = 'a house of bricks';
const ASKED = '<h1>One more step</h1>';
const PATH = '/idp/account/authenticator-app';

/** Lets the app show the next code. */
function later(ms = 30_000): void {
  servers.now = new Date(servers.now.getTime() + ms);
}

/** Ana with an app, in her own browser. */
async function anaWithApp(options: Partial<IdentityProviderOptions> = {}) {
  const { address, party } = await servers.startWithParty(options);
  const { browser, flow, landed } = await signUp(address, party, ANA);
  const sub = (await party.finish(flow, landed.url)).claims()?.sub ?? '';
  const added = await addAuthenticatorApp(browser, servers.now);
  later();
  return { address, party, browser, sub, ...added };
}

/** The page that asks for the code, in a new browser. */
async function afterPassword(address: string, party: RelyingParty, password = ANA.password) {
  const { browser, flow, page } = await openLogIn(address, party);
  return { browser, flow, page: await browser.submit(page, { ...ANA, password }) };
}

const from = (ip: string) => ({ 'sec-fetch-site': 'same-origin', 'x-forwarded-for': ip });
const hasLoggedIn = ({ url }: BrowserPage) => url.searchParams.has('code');

async function isLoggedIn(browser: Browser, party: RelyingParty): Promise<boolean> {
  return hasLoggedIn(await browser.open((await party.begin({ prompt: 'none' })).authorizationUrl));
}

describe('setting up', () => {
  test('shows a QR code and the key, and one code turns the app on [PD-116]', async () => {
    const { address, party } = await servers.startWithParty();
    const { browser } = await signUp(address, party, ANA);
    expect((await browser.open('/idp/account')).text).toContain('Set up an authenticator app');
    const form = await browser.open(PATH);
    expect(form.text).toMatch(/<svg\s+class="qr"/);
    const key = keyOn(form);
    expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const secret = key.replaceAll(' ', '');
    expect(form.text).toContain(
      `href="otpauth://totp/Oinkly:ana%40example.com?secret=${secret}&amp;issuer=Oinkly"`,
    );
    const app = new AuthenticatorApp(key);
    const spaced = app.codeAt(servers.now).replace(/^.../, '$& ');
    const page = await browser.submit(form, { code: spaced });
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const codes = recoveryCodesOn(page);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const account = await browser.open('/idp/account');
    expect(account.text).toMatch(/On since .* with 10 recovery codes left\./s);
    for (const page of [account, await browser.open(PATH)]) {
      expect(page.text).not.toContain(secret);
      for (const code of codes) expect(page.text).not.toContain(code);
    }
    const again = await browser.submit(form, { code: spaced });
    expect(again.text).toContain('If you didn’t see the recovery codes, make new ones.');
  });

  test('a set-up works once, and not again after its app was removed [SEC-37]', async () => {
    const { address, party } = await servers.startWithParty();
    const { browser } = await signUp(address, party, ANA);
    const form = await browser.open(PATH);
    const app = new AuthenticatorApp(keyOn(form));
    await browser.submit(form, { code: app.codeAt(servers.now) });
    later();
    await browser.post(`${PATH}/remove`, { code: app.codeAt(servers.now) });
    const refused = await browser.submit(form, { code: app.codeAt(servers.now) });
    expect(refused.text).toContain('This page was too old.');
    expect(keyOn(refused)).not.toBe(keyOn(form));
  });

  test('has a limit for the account [SEC-37]', async () => {
    const { address, party } = await servers.startWithParty({
      limits: { appSetUpsPerAccountInAnHour: 3 },
    });
    const { browser } = await signUp(address, party, ANA);
    const turnOnAndOff = async () => {
      const { app, page } = await addAuthenticatorApp(browser, servers.now);
      later();
      await browser.post(`${PATH}/remove`, { code: app.codeAt(servers.now) });
      return page.status;
    };
    expect([await turnOnAndOff(), await turnOnAndOff(), await turnOnAndOff()]).toEqual([200, 200, 200]);
    const { page } = await addAuthenticatorApp(browser, servers.now);
    expect([page.status, keyOn(page)]).toEqual([429, expect.stringMatching(/^[A-Z2-7 ]+$/)]);
    expect(page.text).toMatch(/Wait \d+ minutes/);
  });

  test('keeps the key after a wrong code, and says how far off the phone’s clock is [PD-116]', async () => {
    const { address, party } = await servers.startWithParty();
    const { browser } = await signUp(address, party, ANA);
    const form = await browser.open(PATH);
    const app = new AuthenticatorApp(keyOn(form));
    for (const [code, words] of [
      ['', 'Enter the code.'],
      ['12345', 'Enter the six digits that your app shows.'],
      [app.wrongCodeAt(servers.now), 'That code doesn’t work.'],
      [app.codeAt(servers.now, -12), 'Your phone’s clock is about 6 minutes behind this server’s.'],
      [app.codeAt(servers.now, 2), 'Your phone’s clock is about a minute ahead of this server’s.'],
    ] as const) {
      const refused = await browser.submit(form, { code });
      expect([refused.status, keyOn(refused)]).toEqual([422, keyOn(form)]);
      expect(errorOf(refused, 'code')).toContain(words);
    }
    expect((await browser.open('/idp/account')).text).toContain('Set up an authenticator app');
    expect(recoveryCodesOn(await browser.submit(form, { code: app.codeAt(servers.now) }))).toHaveLength(10);
  });

  test('takes no key of another session, and none that was changed [SEC-37]', async () => {
    const { address, party } = await servers.startWithParty();
    const { browser } = await signUp(address, party, ANA);
    const { browser: bos } = await signUp(address, party, { ...ANA, email: 'bo@example.com' });
    const { browser: elsewhere, page } = await openLogIn(address, party);
    await elsewhere.submit(page, ANA);
    const form = await browser.open(PATH);
    const code = new AuthenticatorApp(keyOn(form)).codeAt(servers.now);
    const { setUp = '' } = form.hiddenFields();
    for (const [who, sent] of [
      [bos, setUp],
      [elsewhere, setUp],
      [browser, `A${setUp}`],
      [browser, ''],
    ] as const) {
      const refused = await who.post(PATH, { setUp: sent, code });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('This page was too old.');
      expect(keyOn(refused)).not.toBe(keyOn(form));
    }
    const { rows } = await servers.database.query('SELECT 1 FROM identity.authenticator_apps');
    expect(rows).toEqual([]);
  });

  test('ends the other sessions, which began without a code, and mails the owner [PD-116] [SEC-17]', async () => {
    const mailed: string[] = [];
    const mail: AccountMail = {
      passwordLink: async () => undefined,
      passwordChanged: async () => undefined,
      passkeyAdded: async () => undefined,
      authenticatorAppAdded: async (sub) => void mailed.push(`on ${sub}`),
      authenticatorAppRemoved: async (sub) => void mailed.push(`off ${sub}`),
    };
    const ended: string[] = [];
    const { address, party } = await servers.startWithParty({
      mail,
      onLoginsEnded: async (sub) => void ended.push(sub),
    });
    const { browser, flow, landed } = await signUp(address, party, ANA);
    const sub = (await party.finish(flow, landed.url)).claims()?.sub ?? '';
    const elsewhere = await openLogIn(address, party);
    await elsewhere.browser.submit(elsewhere.page, ANA);
    const { app } = await addAuthenticatorApp(browser, servers.now);
    expect(await isLoggedIn(browser, party)).toBe(true);
    expect(await isLoggedIn(elsewhere.browser, party)).toBe(false);
    later();
    const off = await browser.post(`${PATH}/remove`, { code: app.codeAt(servers.now) });
    expect(off.text).toContain('Authenticator app removed.');
    expect(mailed).toEqual([`on ${sub}`, `off ${sub}`]);
    expect(ended).toEqual([sub, sub]);
  });

  test.each(['/recovery-codes', '/remove'])(
    '%s changes nothing from another site or without a login [SEC-6]',
    async (change) => {
      const { address, browser, app } = await anaWithApp();
      const path = `${PATH}${change}`;
      const fields = { code: app.codeAt(servers.now) };
      const snapshot = async () => {
        const { rows } = await servers.database.query<{ row: string }>(
          'SELECT a::text || c::text AS row FROM identity.authenticator_apps a JOIN identity.recovery_codes c USING (account_id)',
        );
        return rows;
      };
      const before = await snapshot();
      expect((await browser.post(path, fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      const stranger = await new Browser(ORIGIN, address).post(path, fields);
      expect(stranger.text).toContain('<h1>Log in</h1>');
      expect(await snapshot()).toEqual(before);
      expect((await browser.post(path, fields)).status).toBe(200);
      expect(await snapshot()).not.toEqual(before);
    },
  );

  test('the pages have no inline script or style [SEC-7]', async () => {
    const { address, party, browser, page } = await anaWithApp();
    const { page: code } = await afterPassword(address, party);
    const { browser: bos } = await signUp(address, party, { ...ANA, email: 'bo@example.com' });
    for (const { text } of [page, code, await browser.open(PATH), await bos.open(PATH)])
      expect(text).not.toMatch(/<style|style=|<script(?! src=)|\son\w+=/);
  });
});

describe('logging in', () => {
  test('needs a code after the password, and no session exists before [PD-116]', async () => {
    const { address, party, app, sub } = await anaWithApp();
    const { browser, flow, page } = await afterPassword(address, party);
    expect(page.text).toContain(ASKED);
    expect(await isLoggedIn(browser, party)).toBe(false);
    expect((await browser.open('/idp/account')).text).toContain('<h1>Log in</h1>');
    expect(browser.cookiesNamed(/known/)).toEqual([]);
    const landed = await browser.submit(page, { code: app.codeAt(servers.now) });
    const claims = (await party.finish(flow, landed.url)).claims();
    expect(claims).toMatchObject({ sub, amr: ['pwd', 'otp', 'mfa'] });
    expect(await isLoggedIn(browser, party)).toBe(true);
  });

  test('the address that ends a login does not, before the code [SEC-37]', async () => {
    const { address, party } = await anaWithApp();
    const { browser, page } = await afterPassword(address, party);
    const resumed = await browser.open(`/idp/auth/${page.url.pathname.split('/')[3] ?? ''}`);
    expect(hasLoggedIn(resumed)).toBe(false);
    expect(await isLoggedIn(browser, party)).toBe(false);
  });

  test('a code works once, one step early or late, and never after a newer one [SEC-37]', async () => {
    const { address, party, app } = await anaWithApp();
    const tryCode = async (code: string) => {
      const { browser, page } = await afterPassword(address, party);
      return browser.submit(page, { code });
    };
    // The code that turned the app on is still within its time.
    for (const steps of [-2, -1, 2]) {
      const refused = await tryCode(app.codeAt(servers.now, steps));
      expect(refused.status).toBe(422);
      expect(errorOf(refused, 'code')).toContain('the clock of your phone or of this server is off');
    }
    expect(hasLoggedIn(await tryCode(app.codeAt(servers.now, 1)))).toBe(true);
    for (const steps of [1, 0]) expect((await tryCode(app.codeAt(servers.now, steps))).status).toBe(422);
    later(60_000);
    expect(hasLoggedIn(await tryCode(app.codeAt(servers.now)))).toBe(true);
  });

  test.each(['code', 'recovery code'])('two networks cannot use one %s at once [SEC-37]', async (kind) => {
    const { address, party, app, recoveryCodes } = await anaWithApp();
    const both = [await afterPassword(address, party), await afterPassword(address, party)];
    const fields: Record<string, string> =
      kind === 'code' ? { code: app.codeAt(servers.now) } : { recoveryCode: recoveryCodes[2] ?? '' };
    const landed = await Promise.all(
      both.map(({ browser, page }, place) => browser.submit(page, fields, from(`10.${place}.0.1`))),
    );
    expect(landed.filter(hasLoggedIn)).toHaveLength(1);
  });

  test('a recovery code stands in for the app, once, however it is written [PD-116] [SEC-37]', async () => {
    const { address, party, browser: ana, app, recoveryCodes } = await anaWithApp();
    const [first = ''] = recoveryCodes;
    const tryCode = async (recoveryCode: string) => {
      const { browser, page } = await afterPassword(address, party);
      const form = await browser.open(`${page.url.pathname}?with=recovery-code`);
      return browser.submit(form, { recoveryCode });
    };
    expect(errorOf(await tryCode(' '), 'recoveryCode')).toBe('Enter a recovery code.');
    expect(errorOf(await tryCode('123456'), 'recoveryCode')).toContain('has ten letters and digits');
    expect(errorOf(await tryCode('abcde-23456'), 'recoveryCode')).toContain('doesn’t work');
    expect(hasLoggedIn(await tryCode(` ${first.toUpperCase().replace('-', ' – ')} `))).toBe(true);
    expect((await tryCode(first)).status).toBe(422);
    expect((await ana.open(PATH)).text).toContain('with 9 recovery codes left.');
    const renew = (code: string) => ana.post(`${PATH}/recovery-codes`, { code });
    for (const [code, words] of [
      ['', 'Enter the code.'],
      ['12345', 'Enter the six digits that your app shows, or a recovery code.'],
      [app.wrongCodeAt(servers.now), 'That code doesn’t work.'],
    ] as const) {
      const refused = await renew(code);
      expect([refused.status, recoveryCodesOn(refused)]).toEqual([422, []]);
      expect(errorOf(refused, 'recovery-codes-code')).toContain(words);
    }
    const page = await renew(app.codeAt(servers.now));
    const renewed = recoveryCodesOn(page);
    expect(renewed).toHaveLength(10);
    expect(page.text).toContain(`For ${ANA.email}.`);
    for (const old of recoveryCodes.slice(1, 3)) expect((await tryCode(old)).status).toBe(422);
    expect(hasLoggedIn(await tryCode(renewed[4] ?? ''))).toBe(true);
  });

  test('a passkey is two factors already, and is asked for no code [PD-116]', async () => {
    const { address, party, browser: ana } = await anaWithApp();
    const { authenticator } = await addPasskey(ana);
    const { browser, page } = await openLogIn(address, party);
    expect(hasLoggedIn(await logInWithPasskey(browser, page, authenticator))).toBe(true);
    // A thief of a session could collect browsers that count apart.
    expect(browser.cookiesNamed(/known/)).toEqual([]);
  });

  test('a wrong password is refused alike with and without an app [SEC-17]', async () => {
    const { address, party } = await anaWithApp();
    await signUp(address, party, { ...ANA, email: 'bo@example.com' });
    const texts = [];
    for (const email of [ANA.email, 'bo@example.com', 'stranger@example.com']) {
      const { browser, page } = await openLogIn(address, party);
      const { status, text } = await browser.submit(page, { email, password: 'not the password' });
      expect(status).toBe(422);
      texts.push(text.replaceAll(email, '').replaceAll(/interaction\/[\w-]+|data-options="[^"]*"/g, ''));
    }
    expect(new Set(texts).size).toBe(1);
  });

  test('the step ends with its ten minutes, a changed password or another browser [SEC-37]', async () => {
    const { address, party, browser: ana, app } = await anaWithApp();
    const changed = await afterPassword(address, party);
    const stranger = new Browser(ORIGIN, address);
    expect((await stranger.open(changed.page.url.pathname)).text).toContain('This page has expired');
    const form = await ana.open('/idp/account/password');
    await ana.submit(form, { current: ANA.password, password: NEW_PASSWORD });
    const refused = await changed.browser.submit(changed.page, { code: app.codeAt(servers.now) });
    expect(hasLoggedIn(refused)).toBe(false);
    expect(refused.text).toContain('This page has expired');
    const late = await afterPassword(address, party, NEW_PASSWORD);
    later(10 * MINUTE_MS);
    const expired = await late.browser.submit(late.page, { code: app.codeAt(servers.now) });
    expect(expired.text).toContain('<h1>Log in</h1>');
    const fresh = await afterPassword(address, party, NEW_PASSWORD);
    expect(hasLoggedIn(await fresh.browser.submit(fresh.page, { code: app.codeAt(servers.now) }))).toBe(true);
  });

  test('a form that is sent twice logs in once, without an error', async () => {
    const { address, party, app } = await anaWithApp();
    const { browser, page } = await afterPassword(address, party);
    const code = app.codeAt(servers.now);
    await browser.submitAndLeave(page, { code });
    expect(hasLoggedIn(await browser.submit(page, { code }))).toBe(true);
  });

  test('to confirm with the password, an open session needs a code too [SEC-20]', async () => {
    const { party, browser, app } = await anaWithApp();
    const confirm = await browser.open((await party.begin({ prompt: 'login' })).authorizationUrl);
    expect(confirm.text).toContain('<h1>Confirm it’s you</h1>');
    const page = await browser.submit(confirm, { password: ANA.password });
    expect(page.text).toContain(ASKED);
    expect(hasLoggedIn(await browser.submit(page, { code: app.codeAt(servers.now) }))).toBe(true);
  });
});

describe('wrong codes', () => {
  test('in browsers that logged in before there was an app count together [SEC-37]', async () => {
    const { address, party } = await servers.startWithParty({ limits: { codeFailuresPerAccountInADay: 2 } });
    const { browser: ana } = await signUp(address, party, ANA);
    const collected = [];
    for (const _ of [1, 2, 3]) {
      const { browser, page } = await openLogIn(address, party);
      await browser.submit(page, ANA);
      expect(browser.cookiesNamed(/known/)).toHaveLength(1);
      collected.push(browser);
    }
    later();
    const { app } = await addAuthenticatorApp(ana, servers.now);
    later();
    const statuses = [];
    for (const browser of collected) {
      const confirm = await browser.open((await party.begin()).authorizationUrl);
      const asked = await browser.submit(confirm, ANA);
      statuses.push((await browser.submit(asked, { code: app.wrongCodeAt(servers.now) })).status);
    }
    expect(statuses).toEqual([422, 422, 429]);
  });

  test('lock the account in that network for 15 minutes, and recovery codes still work [SEC-37]', async () => {
    const { address, party, app, recoveryCodes } = await anaWithApp();
    const { browser, page } = await afterPassword(address, party);
    const tryCode = (code: string, ip = '10.0.0.1') => browser.submit(page, { code }, from(ip));
    // What can't be a code is no guess.
    for (let round = 0; round < 11; round += 1)
      expect(errorOf(await tryCode('abcde-23456'), 'code')).toContain('six digits');
    for (let round = 0; round < 10; round += 1)
      expect((await tryCode(app.wrongCodeAt(servers.now))).status).toBe(422);
    const locked = await tryCode(app.codeAt(servers.now));
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '900']);
    expect(locked.text).toContain('Wait 15 minutes');
    const form = await browser.open(`${page.url.pathname}?with=recovery-code`);
    const recoveryCode = recoveryCodes[3] ?? '';
    expect(hasLoggedIn(await browser.submit(form, { recoveryCode }, from('10.0.0.1')))).toBe(true);
  });

  test('of strangers who know the password end after a day’s worth, and a known browser gets in [SEC-23] [SEC-37]', async () => {
    const { address, party, browser, app } = await anaWithApp({
      limits: { codeFailuresPerAccountInADay: 4 },
    });
    const stranger = await afterPassword(address, party);
    for (const ip of ['10.1.0.1', '10.2.0.1', '10.3.0.1', '10.4.0.1']) {
      const code = app.wrongCodeAt(servers.now);
      expect((await stranger.browser.submit(stranger.page, { code }, from(ip))).status).toBe(422);
    }
    const locked = await stranger.browser.submit(
      stranger.page,
      { code: app.codeAt(servers.now) },
      from('10.5.0.1'),
    );
    expect(locked.status).toBe(429);
    expect(locked.text).toContain('Wait 24 hours');

    // A browser that the app was turned on in, or that has logged in with a code, has its own limit.
    const confirm = await browser.open((await party.begin({ prompt: 'login' })).authorizationUrl);
    const page = await browser.submit(confirm, { password: ANA.password });
    expect(hasLoggedIn(await browser.submit(page, { code: app.codeAt(servers.now) }))).toBe(true);
    // Another attempt, of any kind, deletes old rows.
    later(DAY_MS - MINUTE_MS);
    const again = await afterPassword(address, party);
    const next = () => again.browser.submit(again.page, { code: app.codeAt(servers.now) }, from('10.6.0.1'));
    expect((await next()).status).toBe(429);
    later(2 * MINUTE_MS);
    expect(hasLoggedIn(await next())).toBe(true);
  });

  test('recovery codes have a limit for their network [SEC-37]', async () => {
    const { address, party, recoveryCodes } = await anaWithApp({
      limits: { recoveryCodeFailuresPerNetworkIn15Min: 2 },
    });
    const { browser, page } = await afterPassword(address, party);
    const form = await browser.open(`${page.url.pathname}?with=recovery-code`);
    const tryCode = (recoveryCode: string, ip = '10.0.0.1') =>
      browser.submit(form, { recoveryCode }, from(ip));
    for (const _ of [1, 2]) expect((await tryCode('abcde-23456')).status).toBe(422);
    expect((await tryCode(recoveryCodes[0] ?? '')).status).toBe(429);
    expect(hasLoggedIn(await tryCode(recoveryCodes[0] ?? '', '10.0.0.2'))).toBe(true);
  });
});

describe('removing', () => {
  test('has the limits of logging in [SEC-37]', async () => {
    const { browser, app } = await anaWithApp({ limits: { codeFailuresPerPlaceIn15Min: 2 } });
    const remove = (code: string) => browser.post(`${PATH}/remove`, { code });
    for (const _ of [1, 2]) expect((await remove(app.wrongCodeAt(servers.now))).status).toBe(422);
    const locked = await remove(app.codeAt(servers.now));
    expect(locked.status).toBe(429);
    expect(locked.text).toContain('Wait 15 minutes');
    expect(locked.text).toContain('<h1>Your authenticator app</h1>');
  });

  test.each([
    ['a code', ({ app }: Awaited<ReturnType<typeof anaWithApp>>) => app.codeAt(servers.now)],
    ['a recovery code', ({ recoveryCodes }) => recoveryCodes[7] ?? ''],
  ])('needs %s, and ends the other sessions [PD-116]', async (_what, codeOf) => {
    const context = await anaWithApp();
    const { address, party, browser, app } = context;
    const elsewhere = await afterPassword(address, party);
    await elsewhere.browser.submit(elsewhere.page, { code: app.codeAt(servers.now) });
    later();
    const remove = (code: string, ip = '10.0.0.1') => browser.post(`${PATH}/remove`, { code }, from(ip));
    expect(errorOf(await remove(''), 'remove-code')).toBe('Enter the code.');
    expect((await remove(app.wrongCodeAt(servers.now))).status).toBe(422);
    expect((await remove('abcde-23456')).status).toBe(422);
    const done = await remove(codeOf(context));
    expect(done.text).toContain('Authenticator app removed.');
    expect(done.text).toContain('Set up an authenticator app');
    expect([await isLoggedIn(browser, party), await isLoggedIn(elsewhere.browser, party)]).toEqual([
      true,
      false,
    ]);
    expect(hasLoggedIn((await afterPassword(address, party)).page)).toBe(true);
    // In another tab.
    expect((await remove('123456')).url.pathname).toBe('/idp/account');
    expect((await browser.post(`${PATH}/recovery-codes`, {})).url.pathname).toBe('/idp/account');
  });

  test('by an administrator ends the account’s sessions and leaves the password [PD-116]', async () => {
    const { address, party, browser, sub } = await anaWithApp();
    const admin = identityAdmin({
      databaseUrl: servers.databaseUrl,
      clock: () => servers.now,
      onIdleError: () => undefined,
    });
    expect(await admin.sampleAppSecrets()).toMatchObject([{ sub }]);
    expect(await admin.removeAuthenticatorApp(sub)).toBe(true);
    expect(await admin.removeAuthenticatorApp(sub)).toBe(false);
    await admin.close();
    expect(await isLoggedIn(browser, party)).toBe(false);
    expect(hasLoggedIn((await afterPassword(address, party)).page)).toBe(true);
    const { rows } = await servers.database.query('SELECT 1 FROM identity.recovery_codes');
    expect(rows).toEqual([]);
  });
});

test('a temporary password keeps the app, whose code comes before the new password [PD-116]', async () => {
  const { address, party, app, sub } = await anaWithApp();
  const admin = identityAdmin({
    databaseUrl: servers.databaseUrl,
    clock: () => servers.now,
    onIdleError: () => undefined,
  });
  const reset = await admin.setRandomPassword(sub, { removesPasskeys: true });
  await admin.close();
  expect(reset).toMatchObject({ hasAuthenticatorApp: true });
  const { browser, page } = await afterPassword(address, party, reset?.password);
  const form = await browser.submit(page, { code: app.codeAt(servers.now) });
  expect(form.text).toContain('<h1>Choose a new password</h1>');
  expect(hasLoggedIn(await browser.submit(form, { password: NEW_PASSWORD }))).toBe(true);
});

test('a deleted account leaves no app, no code and no log-in between its factors [PD-50]', async () => {
  const { address, party, sub } = await anaWithApp();
  const { browser, page } = await afterPassword(address, party);
  // It keeps what was proven so far.
  await browser.open(`/idp/auth/${page.url.pathname.split('/')[3] ?? ''}`);
  const rows = async () => {
    const { rows: found } = await servers.database.query(
      `SELECT 1 FROM identity.authenticator_apps UNION ALL SELECT 1 FROM identity.recovery_codes
       UNION ALL SELECT 1 FROM identity.models WHERE strpos(payload::text, $1) > 0`,
      [sub],
    );
    return found.length;
  };
  expect(await rows()).toBeGreaterThan(11);
  const admin = identityAdmin({
    databaseUrl: servers.databaseUrl,
    clock: () => servers.now,
    onIdleError: () => undefined,
  });
  expect(await admin.deleteAccount(sub)).toBe(true);
  await admin.close();
  expect(await rows()).toBe(0);
});

test('the database alone holds neither the key nor a recovery code [SEC-37]', async () => {
  const { app, recoveryCodes } = await anaWithApp();
  const { rows } = await servers.database.query<{ row: string }>(
    `SELECT a::text || c::text AS row FROM identity.authenticator_apps a JOIN identity.recovery_codes c USING (account_id)
     UNION ALL SELECT m::text FROM identity.models m`,
  );
  const stored = rows.map(({ row }) => row).join('\n');
  for (const encoding of ['hex', 'base64', 'utf8'] as const) {
    expect(stored).not.toContain(app.secret.toString(encoding));
    // `bytea` shows text as hexadecimal digits.
    expect(stored).not.toContain(Buffer.from(app.secret.toString(encoding)).toString('hex'));
  }
  const key = encodeBase32(app.secret);
  for (const text of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
    expect(stored).not.toContain(text);
    expect(stored).not.toContain(Buffer.from(text).toString('hex'));
  }
});
