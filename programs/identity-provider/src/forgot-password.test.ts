import { afterEach, expect, test } from 'vitest';
import type { AccountMail } from './options.ts';
import { type IdentityAdmin, identityAdmin, type IdentityProviderOptions } from './index.ts';
import { addAuthenticatorApp } from './test-support/authenticator-app.ts';
import { Authenticator } from './test-support/authenticator.ts';
import { Browser } from './test-support/browser.ts';
import { addPasskey, logInWithPasskey } from './test-support/passkey-steps.ts';
import { type RelyingParty, signUp } from './test-support/relying-party.ts';
import { ANA, errorOf, openLogIn, ORIGIN, RunningProvider } from './test-support/running-provider.ts';

const servers = new RunningProvider();
const NEW_PASSWORD = 'a house of bricks';
const HOUR_MS = 60 * 60_000;
const opened: IdentityAdmin[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((admin) => admin.close()));
});

/** Records what would be sent. */
class RecordedMail implements AccountMail {
  readonly queued: [kind: keyof AccountMail, accountId: string | undefined][] = [];
  readonly passwordLink = async (accountId: string | undefined) =>
    void this.queued.push(['passwordLink', accountId]);
  readonly passwordChanged = async (accountId: string) =>
    void this.queued.push(['passwordChanged', accountId]);
  readonly authenticatorAppAdded = async (accountId: string) =>
    void this.queued.push(['authenticatorAppAdded', accountId]);
  readonly authenticatorAppRemoved = async (accountId: string) =>
    void this.queued.push(['authenticatorAppRemoved', accountId]);
  readonly passkeyAdded = async (accountId: string) => void this.queued.push(['passkeyAdded', accountId]);
}

async function withAna(options: Partial<IdentityProviderOptions> = {}) {
  const mail = new RecordedMail();
  const confirmed: string[] = [];
  const onEmailConfirmed = async (subject: string) => void confirmed.push(subject);
  const { address, party } = await servers.startWithParty({ mail, onEmailConfirmed, ...options });
  const { browser: ana, flow, landed } = await signUp(address, party, ANA);
  const claims = (await party.finish(flow, landed.url)).claims();
  const admin = identityAdmin({
    databaseUrl: servers.databaseUrl,
    clock: () => servers.now,
    onIdleError: () => undefined,
  });
  opened.push(admin);
  const openForm = async () => {
    const { browser, page } = await openLogIn(address, party);
    const path = /href="([^"]+\/forgot-password)"/.exec(page.text)?.[1] ?? '';
    return { browser, form: await browser.open(path) };
  };
  const ask = async (email: string, ip = '10.0.0.1') => {
    const { browser, form } = await openForm();
    return browser.submit(form, { email }, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': ip });
  };
  const sub = claims?.sub ?? '';
  return { address, party, ana, admin, mail, confirmed, sub, claims, openForm, ask };
}

const verified = async (address: string, party: RelyingParty, password: string) => {
  const { browser, flow, page } = await openLogIn(address, party);
  const landed = await browser.submit(page, { ...ANA, password });
  return (await party.finish(flow, landed.url)).claims()?.['email_verified'];
};

test('without mail the log-in page names an address to write to, and has no such form [SEC-17]', async () => {
  const { address, party } = await servers.startWithParty({ supportEmail: 'help@example.org' });
  const { browser, page } = await openLogIn(address, party);
  expect(page.text).toContain('mailto:help@example.org');
  expect(page.text).not.toContain('/forgot-password');
  expect((await browser.open(`${page.url.pathname}/forgot-password`)).status).toBe(404);
});

test('the answer for an unknown email is the same, and sends nothing [SEC-17]', async () => {
  const { ask, mail, sub } = await withAna();
  const [known, unknown] = [await ask(` ${ANA.email.toUpperCase()} `), await ask('nobody@example.com')];
  expect(known.text).toContain('<h1>Check your email</h1>');
  const withoutNames = (text: string) =>
    text.replaceAll(/ana@example\.com|nobody@example\.com/gi, '').replaceAll(/interaction\/[\w-]+/g, '');
  expect(withoutNames(unknown.text)).toBe(withoutNames(known.text));
  expect(unknown.status).toBe(known.status);
  expect(mail.queued).toEqual([
    ['passwordLink', sub],
    ['passwordLink', undefined],
  ]);
});

test('a mailed link sets a password for an hour, signs out everywhere and confirms the email [SEC-17]', async () => {
  const { address, party, ana, admin, mail, confirmed, sub, claims } = await withAna();
  expect(claims?.['email_verified']).toBe(false);
  const link = await admin.createMailedPasswordLink(sub);
  expect(link?.email).toBe(ANA.email);
  servers.now = new Date(servers.now.getTime() + HOUR_MS - 1);
  const browser = new Browser(ORIGIN, address);
  const page = await browser.open(`/idp${link?.path}`);
  expect((await browser.submit(page, { password: NEW_PASSWORD })).text).toContain(
    'Your new password is saved',
  );
  expect(mail.queued).toEqual([['passwordChanged', sub]]);
  expect(confirmed).toEqual([sub]);
  const silent = await ana.open((await party.begin({ prompt: 'none' })).authorizationUrl);
  expect(silent.url.searchParams.has('code')).toBe(false);
  expect(await verified(address, party, NEW_PASSWORD)).toBe(true);
});

test('looking up an email writes nothing about its account, which would take time [SEC-17]', async () => {
  const { ask } = await withAna();
  const lastLock = async () => {
    const { rows } = await servers.database.query<{ xmax: string }>('SELECT xmax FROM identity.accounts');
    return rows;
  };
  const before = await lastLock();
  expect((await ask(ANA.email)).status).toBe(200);
  expect(await lastLock()).toEqual(before);
});

test('the first proof of an email removes older passkeys, and a later one none [SEC-17]', async () => {
  const { address, party, ana: stranger, admin, sub } = await withAna();
  const choosePassword = async () => {
    const owner = new Browser(ORIGIN, address);
    const link = await admin.createMailedPasswordLink(sub);
    return owner.submit(await owner.open(`/idp${link?.path}`), { password: NEW_PASSWORD });
  };
  const canLogIn = async (authenticator: Authenticator) => {
    const { browser, page } = await openLogIn(address, party);
    return (await logInWithPasskey(browser, page, authenticator)).url.searchParams.has('code');
  };
  const { authenticator: ofStranger } = await addPasskey(stranger);
  expect(await canLogIn(ofStranger)).toBe(true);
  expect((await choosePassword()).text).toContain('The account’s passkeys were removed.');
  expect(await canLogIn(ofStranger)).toBe(false);
  const { browser: owner, page } = await openLogIn(address, party);
  await owner.submit(page, { ...ANA, password: NEW_PASSWORD });
  const { authenticator: ofOwner } = await addPasskey(owner);
  await choosePassword();
  expect(await canLogIn(ofOwner)).toBe(true);
});

test('a mailed link keeps the authenticator app, except at the first proof of the email or by choice [PD-116] [SEC-34]', async () => {
  const { address, party, ana: stranger, admin, mail, sub } = await withAna();
  const choosePassword = async (chosen: Record<string, string> = {}) => {
    const owner = new Browser(ORIGIN, address);
    const link = await admin.createMailedPasswordLink(sub);
    return owner.submit(await owner.open(`/idp${link?.path}`), { password: NEW_PASSWORD, ...chosen });
  };
  const logIn = async () => {
    const { browser, page } = await openLogIn(address, party);
    return { browser, page: await browser.submit(page, { ...ANA, password: NEW_PASSWORD }) };
  };
  await addAuthenticatorApp(stranger, servers.now);
  expect((await choosePassword()).text).toContain('The authenticator app was removed.');
  const { browser: owner, page } = await logIn();
  expect(page.url.searchParams.has('code')).toBe(true);
  await addAuthenticatorApp(owner, servers.now);
  expect((await choosePassword()).text).not.toContain('authenticator app');
  expect((await logIn()).page.text).toContain('<h1>One more step</h1>');
  mail.queued.length = 0;
  expect((await choosePassword({ removesAuthenticatorApp: 'on' })).text).toContain('app was removed.');
  expect(mail.queued).toEqual([
    ['passwordChanged', sub],
    ['authenticatorAppRemoved', sub],
  ]);
  expect((await logIn()).page.url.searchParams.has('code')).toBe(true);
});

test('a mailed link no longer works after an hour [SEC-17]', async () => {
  const { address, admin, sub } = await withAna();
  const link = await admin.createMailedPasswordLink(sub);
  servers.now = new Date(servers.now.getTime() + HOUR_MS);
  expect((await new Browser(ORIGIN, address).open(`/idp${link?.path}`)).status).toBe(410);
});

test('a link that an administrator hands over confirms no email', async () => {
  const { address, party, admin, confirmed, sub } = await withAna();
  const browser = new Browser(ORIGIN, address);
  const page = await browser.open(`/idp${await admin.createPasswordLink(sub)}`);
  await browser.submit(page, { password: NEW_PASSWORD });
  expect(confirmed).toEqual([]);
  expect(await verified(address, party, NEW_PASSWORD)).toBe(false);
});

test('the owner is told by mail when the password is changed; a failure undoes nothing [SEC-17]', async () => {
  const { ana, mail, sub } = await withAna();
  const change = async (current: string, password: string) =>
    ana.submit(await ana.open('/idp/account/password'), { current, password });
  expect((await change(ANA.password, NEW_PASSWORD)).text).toContain('Password changed.');
  expect(mail.queued).toEqual([['passwordChanged', sub]]);
  mail.queued.push = () => {
    throw new Error('no queue');
  };
  expect((await change(NEW_PASSWORD, ANA.password)).text).toContain('Password changed.');
});

test('an added passkey is mailed to the owner once; a failure undoes nothing [SEC-17]', async () => {
  const { ana, mail, sub } = await withAna();
  const { answer } = await addPasskey(ana);
  // The form is sent twice.
  await ana.post('/idp/account/passkeys', { answer });
  expect(mail.queued).toEqual([['passkeyAdded', sub]]);
  mail.queued.push = () => {
    throw new Error('no queue');
  };
  expect((await addPasskey(ana, new Authenticator())).page.text).toContain('Your passkey is ready.');
});

test('three links an hour for one email, and twenty for a network, known or not [SEC-13] [SEC-23]', async () => {
  const { ask, mail } = await withAna();
  for (const email of [ANA.email, 'nobody@example.com']) {
    for (const ip of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) expect((await ask(email, ip)).status).toBe(200);
    const refused = await ask(email, '10.0.0.4');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('3600');
  }
  expect(mail.queued).toHaveLength(6);
  for (let other = 0; other < 20; other += 1) {
    expect((await ask(`${other}@example.com`, '10.9.0.1')).status).toBe(200);
  }
  expect((await ask('one-more@example.com', '10.9.0.1')).status).toBe(429);
  expect((await ask('one-more@example.com', '10.9.0.2')).status).toBe(200);
});

test('the form takes an email from our own page only [SEC-6]', async () => {
  const { openForm, mail } = await withAna();
  const { browser, form } = await openForm();
  for (const [email, words] of [
    ['', 'Enter your email.'],
    ['ana', 'That doesn’t look like an email. Check it for typos.'],
  ] as const) {
    const refused = await browser.submit(form, { email });
    expect([refused.status, errorOf(refused, 'email')]).toEqual([422, words]);
  }
  const foreign = await browser.submit(form, { email: ANA.email }, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.status).toBe(403);
  expect(mail.queued).toEqual([]);
});

test('a link confirms the email once, by a click and not by being opened', async () => {
  const { address, party, admin, confirmed, sub } = await withAna();
  const link = await admin.createConfirmationLink(sub);
  expect(link?.email).toBe(ANA.email);
  const browser = new Browser(ORIGIN, address);
  const page = await browser.open(`/idp${link?.path}`);
  expect(page.text).toContain(ANA.email);
  expect(await verified(address, party, ANA.password)).toBe(false);
  expect((await browser.submit(page, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await browser.submit(page, {})).text).toContain('<h1>Your email is confirmed</h1>');
  expect(confirmed).toEqual([sub]);
  expect(await verified(address, party, ANA.password)).toBe(true);
  expect((await browser.submit(page, {})).status).toBe(410);
  expect((await browser.open(`/idp${link?.path}`)).status).toBe(410);
  expect(await admin.createConfirmationLink(sub)).toBeUndefined();
});

test.each<[string, (context: Awaited<ReturnType<typeof withAna>>) => Promise<unknown>]>([
  ['after three days', async () => (servers.now = new Date(servers.now.getTime() + 72 * HOUR_MS))],
  ['after a newer one', ({ admin, sub }) => admin.createConfirmationLink(sub)],
  ['after the account was deleted', ({ admin, sub }) => admin.deleteAccount(sub)],
])('a link that confirms an email no longer works %s', async (_when, happen) => {
  const context = await withAna();
  const link = await context.admin.createConfirmationLink(context.sub);
  const browser = new Browser(ORIGIN, context.address);
  const page = await browser.open(`/idp${link?.path}`);
  await happen(context);
  expect((await browser.open(`/idp${link?.path}`)).status).toBe(410);
  expect((await browser.submit(page, {})).status).toBe(410);
  expect(context.confirmed).toEqual([]);
});

test('neither kind of link works as the other [SEC-17]', async () => {
  const { address, admin, sub } = await withAna();
  const browser = new Browser(ORIGIN, address);
  const [password, email] = [
    await admin.createMailedPasswordLink(sub),
    await admin.createConfirmationLink(sub),
  ];
  const tokenOf = (link: { path: string } | undefined) => link?.path.split('/').at(-1) ?? '';
  expect((await browser.open(`/idp/password-link/${tokenOf(email)}`)).status).toBe(410);
  expect((await browser.open(`/idp/confirm-email/${tokenOf(password)}`)).status).toBe(410);
});

test('an application that missed a confirmed email learns of it at the next login', async () => {
  const { address, party, admin, sub } = await withAna({
    onEmailConfirmed: () => Promise.reject(new Error('no database')),
  });
  const link = await admin.createConfirmationLink(sub);
  const browser = new Browser(ORIGIN, address);
  const done = await browser.submit(await browser.open(`/idp${link?.path}`), {});
  expect(done.text).toContain('Your email is confirmed');
  expect(await verified(address, party, ANA.password)).toBe(true);
});
