import { expect, test } from 'vitest';
import { addAuthenticatorApp } from './test-support/authenticator-app.ts';
import { signUp } from './test-support/relying-party.ts';
import { ANA, openLogIn, RunningProvider } from './test-support/running-provider.ts';

/* Every field of the authenticator app's forms with texts that mean something on their way. */

const servers = new RunningProvider();
const PATH = '/idp/account/authenticator-app';
const MANY = 10_000;

const NASTY_TEXTS = [
  '',
  ' ',
  '\0',
  '12345\0',
  '\ud800',
  '\u202e123456',
  '１２３４５６',
  '-12345',
  '1e5',
  '0x1234',
  'NaN',
  '__proto__',
  '99999999999999999999',
  "'; drop table identity.accounts; --",
  '%00',
  '<script>alert(1)</script>',
  'aaaaa-aaaaa',
  'a'.repeat(3_000),
  '\n\r\t\u0085\u2028',
];

test('no text in a form of the authenticator app lets anyone in or breaks the server [SEC-14] [SEC-37]', async () => {
  const { address, party } = await servers.startWithParty({
    limits: {
      codeFailuresPerPlaceIn15Min: MANY,
      codeFailuresPerAccountInADay: MANY,
      recoveryCodeFailuresPerNetworkIn15Min: MANY,
      appSetUpsPerAccountInAnHour: MANY,
    },
  });
  const { browser } = await signUp(address, party, ANA);
  const form = await browser.open(PATH);
  for (const text of NASTY_TEXTS)
    for (const fields of [
      { setUp: text, code: text },
      { setUp: form.hiddenFields()['setUp'] ?? '', code: text },
    ]) {
      const { status, text: page } = await browser.post(PATH, fields);
      expect([status, page.includes('<script>')], text).toEqual([422, false]);
    }
  await addAuthenticatorApp(browser, servers.now);
  const { browser: stranger, page } = await openLogIn(address, party);
  const { url } = await stranger.submit(page, ANA);
  for (const text of NASTY_TEXTS) {
    for (const form of ['recovery-codes', 'remove']) {
      const { status, text: page } = await browser.post(`${PATH}/${form}`, { code: text });
      expect([status, page.includes('<script>')], `${form} ${text}`).toEqual([422, false]);
    }
    for (const field of ['code', 'recoveryCode']) {
      const { status, url: landed, text: page } = await stranger.post(url.pathname, { [field]: text });
      expect([status, page.includes('<script>')], `${field} ${text}`).toEqual([422, false]);
      expect(landed.searchParams.has('code')).toBe(false);
    }
  }
  const { rows } = await servers.database.query('SELECT 1 FROM identity.authenticator_apps');
  expect(rows).toHaveLength(1);
});
