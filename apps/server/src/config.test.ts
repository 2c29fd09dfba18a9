import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const key = randomBytes(32).toString('base64');
const cloud = {
  DATABASE_URL: 'postgresql://localhost/app',
  TOKEN_KEYS: `k1:${key}`,
  OIDC_ISSUER: 'https://issuer.example',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
  PLAID_CLIENT_ID: 'id',
  PLAID_SECRET: 'secret',
};

test('with nothing set, everything is embedded and served on localhost:3000 [PD-51]', () => {
  expect(readConfig({ HOME: '/home/ana' })).toMatchObject({
    host: 'localhost',
    port: 3000,
    databaseUrl: null,
    oidc: null,
    runsIdentityProvider: true,
    runsBankEmulator: true,
    tokenKeys: null,
    plaid: { credentials: null, baseUrl: null, linkLimit: null },
  });
});

test('with everything given, nothing is embedded [PD-51]', () => {
  expect(readConfig({ ...cloud, PLAID_ENV: 'production' })).toMatchObject({
    databaseUrl: cloud.DATABASE_URL,
    runsIdentityProvider: false,
    runsBankEmulator: false,
    plaid: { credentials: { clientId: 'id' }, baseUrl: 'https://production.plaid.com' },
  });
});

test('the plan of Plaid can have a limit of connections', () => {
  expect(readConfig({ ...cloud, PLAID_LINK_LIMIT: '10' }).plaid).toMatchObject({ linkLimit: 10 });
});

test('proxies are trusted that are named, by address or network [SEC-16]', () => {
  expect(readConfig({}).trustedProxies).toEqual([]);
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.1, fd00::/8 ,192.168.0.0/16' }).trustedProxies).toEqual([
    '10.0.0.1',
    'fd00::/8',
    '192.168.0.0/16',
  ]);
});

test("real credentials use Plaid's sandbox unless another environment or address is set [PD-52]", () => {
  expect(readConfig(cloud).plaid?.baseUrl).toBe('https://sandbox.plaid.com');
  expect(readConfig({ ...cloud, PLAID_BASE_URL: 'http://bank.test:9/x/' }).plaid?.baseUrl).toBe(
    'http://bank.test:9/x',
  );
});

test('SimpleFIN needs no setting; a named server is trusted even in a private network [SEC-21]', () => {
  const bridge = { serverUrl: new URL('https://bridge.simplefin.org/simplefin'), isTrusted: false };
  expect(readConfig({}).simplefin).toEqual(bridge);
  const { DATABASE_URL, TOKEN_KEYS } = cloud;
  const withoutPlaid = { DATABASE_URL, TOKEN_KEYS, EMBEDDED_IDENTITY: 'on' };
  expect(readConfig(withoutPlaid)).toMatchObject({ plaid: null, simplefin: bridge });
  expect(readConfig({ SIMPLEFIN_URL: 'http://10.0.0.2/simplefin' }).simplefin).toEqual({
    serverUrl: new URL('http://10.0.0.2/simplefin'),
    isTrusted: true,
  });
  expect(readConfig({ SIMPLEFIN_URL: 'off' }).simplefin).toBeNull();
});

test.each([
  'https://issuer.example/realm',
  'http://localhost:8080/realm',
  'http://127.0.0.1:9/',
  'http://127.8.8.8/',
  'http://[::1]:9/',
])('an issuer is reached by https, or without leaving the machine: %s [SEC-4]', (OIDC_ISSUER) => {
  expect(readConfig({ ...cloud, OIDC_ISSUER }).oidc?.issuer.href).toBe(OIDC_ISSUER);
});

test('with DATABASE_URL, embedded issuer and banks run only on request [PD-51] [SEC-17] [SEC-19]', () => {
  const { DATABASE_URL, TOKEN_KEYS } = cloud;
  const asked = readConfig({
    DATABASE_URL,
    TOKEN_KEYS,
    EMBEDDED_IDENTITY: 'on',
    PUBLIC_URL: 'https://app.example',
    PLAID_BASE_URL: 'https://app.example/plaid-emulator',
  });
  expect(asked).toMatchObject({ runsIdentityProvider: true, runsBankEmulator: true });
});

describe('a wrong or half-given setting stops the start with one sentence that names it', () => {
  test.each([
    [{ PORT: 'eighty' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ PORT: '1e3' }, /PORT/],
    [{ PORT: '0x1F90' }, /PORT/],
    [{ PUBLIC_URL: 'app.example' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'https://app.example/path' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'https://user:pw@app.example' }, /PUBLIC_URL/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    [{ ...cloud, TOKEN_KEYS: '' }, /TOKEN_KEYS/],
    [{ ...cloud, TOKEN_KEYS: 'k1:c2hvcnQ=' }, /TOKEN_KEYS/],
    [{ ...cloud, TOKEN_KEYS: `k1:${key},k1:${key}` }, /same name/],
    [{ ...cloud, TOKEN_KEYS: `k1:${key}:more` }, /TOKEN_KEYS/],
    [{ ...cloud, OIDC_ISSUER: 'issuer.example' }, /OIDC_ISSUER/],
    [{ ...cloud, OIDC_ISSUER: 'http://issuer.example' }, /OIDC_ISSUER is wrong: .*https/],
    [{ ...cloud, OIDC_ISSUER: 'http://localhost.issuer.example' }, /OIDC_ISSUER/],
    [{ ...cloud, OIDC_ISSUER: 'http://127.0.0.1.issuer.example' }, /OIDC_ISSUER/],
    [{ ...cloud, OIDC_ISSUER: 'http://192.168.0.7/oidc' }, /OIDC_ISSUER/],
    [{ ...cloud, OIDC_ISSUER: 'http://[::ffff:10.0.0.1]/' }, /OIDC_ISSUER/],
    [{ OIDC_CLIENT_ID: 'id' }, /OIDC_ISSUER and OIDC_CLIENT_SECRET/],
    [{ OIDC_ISSUER: 'https://issuer.example' }, /OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/],
    [{ ...cloud, OIDC_CLIENT_SECRET: '' }, /OIDC_CLIENT_SECRET/],
    [{ ...cloud, EMBEDDED_IDENTITY: 'on' }, /EMBEDDED_IDENTITY/],
    [{ EMBEDDED_IDENTITY: 'maybe' }, /EMBEDDED_IDENTITY/],
    [{ EMBEDDED_IDENTITY: 'off' }, /log in/],
    [{ PLAID_CLIENT_ID: 'id' }, /set PLAID_SECRET too/],
    [{ PLAID_SECRET: 'secret' }, /set PLAID_CLIENT_ID too/],
    [{ PLAID_BASE_URL: 'bank.example' }, /PLAID_BASE_URL/],
    [{ PLAID_ENV: 'sandbox' }, /PLAID_ENV/],
    [{ PLAID_LINK_LIMIT: '10' }, /PLAID_LINK_LIMIT needs/],
    [{ ...cloud, PLAID_LINK_LIMIT: '0' }, /PLAID_LINK_LIMIT/],
    [{ ...cloud, PLAID_LINK_LIMIT: 'ten' }, /PLAID_LINK_LIMIT/],
    [{ TRUSTED_PROXIES: 'proxy.example' }, /TRUSTED_PROXIES/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /TRUSTED_PROXIES/],
    [{ TRUSTED_PROXIES: '10.0.0.1,,10.0.0.2' }, /TRUSTED_PROXIES/],
    [{ TRUSTED_PROXIES: '0.0.0.0/0/1' }, /TRUSTED_PROXIES/],
    [{ REQUESTS_PER_MINUTE: '0' }, /REQUESTS_PER_MINUTE/],
    [{ REQUESTS_PER_MINUTE: '1e3' }, /REQUESTS_PER_MINUTE/],
    [{ REQUESTS_PER_MINUTE: 'many' }, /REQUESTS_PER_MINUTE/],
    [{ PLAID_CLIENT_ID: 'id', PLAID_SECRET: 's', PLAID_ENV: 'development' }, /PLAID_ENV/],
    [
      {
        DATABASE_URL: cloud.DATABASE_URL,
        TOKEN_KEYS: cloud.TOKEN_KEYS,
        EMBEDDED_IDENTITY: 'on',
        SIMPLEFIN_URL: 'off',
      },
      /bank/,
    ],
    [{ SIMPLEFIN_URL: 'no' }, /SIMPLEFIN_URL/],
    [{ SUPPORT_EMAIL: 'nobody' }, /SUPPORT_EMAIL/],
  ])('%j', (environment, sentence) => {
    const attempt = () => readConfig(environment);
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(sentence);
  });

  test('and never shows a key [SEC-9]', () => {
    let message = '';
    try {
      readConfig({ TOKEN_KEYS: `k1:${key}x,broken` });
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('TOKEN_KEYS');
    expect(message).not.toContain(key);
  });
});
