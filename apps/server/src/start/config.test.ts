import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from '../errors/config-error.ts';

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
    runsTestBanks: true,
    tokenKeys: null,
    providers: [{ id: 'plaid' }, { id: 'simplefin' }],
  });
});

test('a system user without a home folder must set where the data goes [PD-51]', () => {
  vi.stubEnv('HOME', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(readConfig({ DATA_DIR: '/srv/oinkly' }).dataDir).toBe('/srv/oinkly');
  if (process.getuid?.() === 0) expect(readConfig({}).dataDir).toBe('/var/lib/oinkly');
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(() => readConfig({})).toThrow(
    new ConfigError('DATA_DIR is missing: set it, because this user has no home folder.'),
  );
});

test('with everything given, nothing is embedded [PD-51]', () => {
  expect(readConfig({ ...cloud, PLAID_ENV: 'production' })).toMatchObject({
    databaseUrl: cloud.DATABASE_URL,
    runsIdentityProvider: false,
    runsTestBanks: false,
    providers: [{ id: 'plaid' }, { id: 'simplefin' }],
  });
});

describe('who may sign up', () => {
  test.each([
    [{}, 'open'],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, 'open'],
    [{ PUBLIC_URL: 'http://kitchen.local:3000' }, 'invited'],
    [{ PUBLIC_URL: 'https://oinkly.example' }, 'invited'],
    [{ PUBLIC_URL: 'https://oinkly.example', SIGN_UP: 'open' }, 'open'],
    [{ SIGN_UP: 'closed' }, 'closed'],
    [{ ...cloud, PUBLIC_URL: 'https://oinkly.example' }, 'invited'],
  ])('with %j it is %s [SEC-26]', (settings, signUp) => {
    expect(readConfig(settings).signUp).toBe(signUp);
  });

  test('at home and with the own log-in pages the first account needs no invitation [SEC-26]', () => {
    const { OIDC_ISSUER: _issuer, OIDC_CLIENT_ID: _id, OIDC_CLIENT_SECRET: _secret, ...ownPages } = cloud;
    expect(readConfig({}).admitsFirstAccount).toBe(true);
    expect(readConfig({ ...ownPages, EMBEDDED_IDENTITY: 'on' }).admitsFirstAccount).toBe(true);
    expect(readConfig(cloud).admitsFirstAccount).toBe(false);
  });

  test('another word is refused with the three possible ones [SEC-26]', () => {
    expect(() => readConfig({ SIGN_UP: 'yes' })).toThrow("it must be 'open', 'invited' or 'closed'");
  });
});

describe('mail', () => {
  const FROM = { MAIL_FROM: 'oinkly@example.org' };

  test('is off until it has a server and a sender', () => {
    expect(readConfig({}).mail).toBeNull();
    const { mail } = readConfig({ SMTP_URL: 'smtps://ana:a%40b@mail.example:465', ...FROM });
    expect(mail).toMatchObject({ from: 'oinkly@example.org' });
    expect(mail?.server.password).toBe('a%40b');
    expect(() => readConfig(FROM)).toThrow('SMTP_URL, MAIL_FROM belong together: set SMTP_URL too.');
  });

  test.each([
    'http://mail.example',
    'smtp://',
    'smtp://ana@mail.example',
    'smtp://ana:pass#word@mail.example',
    'smtp://ana:pass/word@mail.example',
    'smtp://mail.example/inbox',
    'smtp://mail.example?tls=no',
    'smtp://ana:%ff@mail.example',
    'smtp://ana:100%@mail.example',
  ])('is refused at %s without showing it, because it holds a password [SEC-9]', (url) => {
    expect(() => readConfig({ SMTP_URL: url, ...FROM })).toThrow(/^SMTP_URL is wrong: it must be/);
    expect(() => readConfig({ SMTP_URL: url, ...FROM })).not.toThrow(/ana|100%/);
  });
});

test('a pooler needs a direct address of the same database beside it', () => {
  const direct = 'postgresql://direct/app';
  const pooled = { ...cloud, DATABASE_DIRECT_URL: direct };
  expect(readConfig(cloud)).toMatchObject({ databaseDirectUrl: null, preparesStatements: true });
  expect(readConfig(pooled)).toMatchObject({ databaseDirectUrl: direct, preparesStatements: false });
  expect(readConfig({ ...pooled, PREPARED_STATEMENTS: 'on' }).preparesStatements).toBe(true);
  expect(readConfig({ ...cloud, PREPARED_STATEMENTS: 'off' }).preparesStatements).toBe(false);
  expect(() => readConfig({ DATABASE_DIRECT_URL: direct })).toThrow('DATABASE_DIRECT_URL needs DATABASE_URL');
});

test('metrics are served only if they have a port of their own', () => {
  expect(readConfig({ ...cloud }).metrics).toBeNull();
  expect(readConfig({ ...cloud, METRICS_PORT: '9464' }).metrics).toEqual({ host: 'localhost', port: 9464 });
  expect(readConfig({ ...cloud, METRICS_PORT: '9464', METRICS_HOST: '::' }).metrics?.host).toBe('::');
  expect(() => readConfig({ ...cloud, METRICS_HOST: '::' })).toThrow('METRICS_PORT');
  expect(() => readConfig({ ...cloud, METRICS_PORT: '3000' })).toThrow('METRICS_PORT');
});

test('named proxies are trusted, by address or network [SEC-16]', () => {
  expect(readConfig({}).trustedProxies).toEqual([]);
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.1, fd00::/8 ,192.168.0.0/16' }).trustedProxies).toEqual([
    '10.0.0.1',
    'fd00::/8',
    '192.168.0.0/16',
  ]);
});

test('a provider is offered only with its settings, the usual one first [PD-52]', () => {
  const idsOf = (environment: Record<string, string>) =>
    readConfig(environment).providers.map(({ id }) => id);
  const { DATABASE_URL, TOKEN_KEYS } = cloud;
  const withoutPlaid = { DATABASE_URL, TOKEN_KEYS, EMBEDDED_IDENTITY: 'on' };
  expect(idsOf(cloud)).toEqual(['plaid', 'simplefin']);
  expect(idsOf(withoutPlaid)).toEqual(['simplefin']);
  expect(idsOf({ ...cloud, SIMPLEFIN_URL: 'off' })).toEqual(['plaid']);
  expect(() => idsOf({ ...withoutPlaid, SIMPLEFIN_URL: 'off' })).toThrow(
    'There is no way to link a bank: set PLAID_CLIENT_ID and PLAID_SECRET, remove SIMPLEFIN_URL=off, or set TEST_BANKS=on.',
  );
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

test('an issuer can be asked for other scopes, and must vouch for a claim if one is required', () => {
  expect(readConfig(cloud).oidc).toMatchObject({ scopes: null, requiredClaim: null });
  const chosen = { ...cloud, OIDC_SCOPES: 'openid  email groups', OIDC_REQUIRED_CLAIM: 'groups:oinkly' };
  expect(readConfig(chosen).oidc).toMatchObject({
    scopes: 'openid email groups',
    requiredClaim: { name: 'groups', value: 'oinkly' },
  });
  const longName = { ...cloud, OIDC_REQUIRED_CLAIM: 'https://login.example/groups:oinkly' };
  expect(readConfig(longName).oidc?.requiredClaim?.name).toBe('https://login.example/groups');
});

test('the welcome page can be skipped only if an issuer is set', () => {
  expect(readConfig({}).showsWelcomePage).toBe(true);
  expect(readConfig({ ...cloud, WELCOME_PAGE: 'off' }).showsWelcomePage).toBe(false);
});

test('with DATABASE_URL, embedded issuer and banks run only on request [PD-51] [SEC-17] [SEC-19]', () => {
  const { DATABASE_URL, TOKEN_KEYS } = cloud;
  const asked = readConfig({
    DATABASE_URL,
    TOKEN_KEYS,
    EMBEDDED_IDENTITY: 'on',
    PUBLIC_URL: 'https://app.example',
    TEST_BANKS: 'on',
  });
  expect(asked).toMatchObject({ runsIdentityProvider: true, runsTestBanks: true });
});

test('test banks run by themselves only on this machine without Plaid [SEC-19]', () => {
  const runs = (environment: Record<string, string>) => readConfig(environment).runsTestBanks;
  expect(runs({ PUBLIC_URL: 'http://127.0.0.1:4000' })).toBe(true);
  expect(runs({ TEST_BANKS: 'off' })).toBe(false);
  expect(runs({ PUBLIC_URL: 'https://oinkly.example' })).toBe(false);
  expect(runs({ PUBLIC_URL: 'https://oinkly.example', TEST_BANKS: 'on' })).toBe(true);
  expect(runs({ PLAID_BASE_URL: 'http://127.0.0.1:9' })).toBe(false);
  expect(() => runs({ ...cloud, TEST_BANKS: 'on' })).toThrow('TEST_BANKS');
  const own = { PLAID_BASE_URL: 'http://localhost:3000/plaid-emulator' };
  expect(() => runs(own)).toThrow('set TEST_BANKS=on instead');
});

test('backups go to the data folder at home, and elsewhere only where BACKUP_DIR says [OPS-3]', () => {
  const backupsOf = (environment: Record<string, string>) => readConfig(environment).backups;
  expect(backupsOf({ DATA_DIR: '/data' })).toEqual({ dir: '/data/backups', isOwn: true });
  expect(backupsOf({ BACKUP_DIR: '/disk' })).toEqual({ dir: '/disk', isOwn: false });
  expect(backupsOf({ BACKUP_DIR: 'off' })).toBe(null);
  expect(backupsOf(cloud)).toBe(null);
  expect(backupsOf({ ...cloud, BACKUP_DIR: '/disk' })).toEqual({ dir: '/disk', isOwn: false });
  const inDataDir = { DATA_DIR: '/data', BACKUP_DIR: '/data/backups' };
  expect(backupsOf({ ...cloud, ...inDataDir })).toEqual({ dir: '/data/backups', isOwn: true });
});

test('an update needs no backup only if a setting says so [OPS-4]', () => {
  const isWithoutBackup = (environment: Record<string, string>) =>
    readConfig(environment).updatesWithoutBackup;
  for (const place of [{}, cloud]) {
    expect(isWithoutBackup(place)).toBe(false);
    expect(isWithoutBackup({ ...place, BACKUP_DIR: '/disk' })).toBe(false);
    expect(isWithoutBackup({ ...place, BACKUP_DIR: 'off' })).toBe(true);
    expect(isWithoutBackup({ ...place, UPDATE_WITHOUT_BACKUP: 'yes' })).toBe(true);
  }
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
    [{ ...cloud, OIDC_SCOPES: 'email profile' }, /OIDC_SCOPES/],
    [{ ...cloud, OIDC_REQUIRED_CLAIM: 'oinkly' }, /OIDC_REQUIRED_CLAIM/],
    [{ OIDC_SCOPES: 'openid' }, /OIDC_SCOPES needs OIDC_ISSUER/],
    [{ OIDC_REQUIRED_CLAIM: 'groups:oinkly' }, /OIDC_REQUIRED_CLAIM needs OIDC_ISSUER/],
    [{ WELCOME_PAGE: 'off' }, /WELCOME_PAGE needs OIDC_ISSUER/],
    [{ ...cloud, WELCOME_PAGE: 'no' }, /WELCOME_PAGE/],
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
    [{ UPDATE_WITHOUT_BACKUP: 'maybe' }, /UPDATE_WITHOUT_BACKUP/],
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

describe('a secret in a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const fileOf = (content: string) => {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  };

  const whole = {
    ...cloud,
    DATABASE_DIRECT_URL: 'postgresql://ana:password@direct/app',
    BACKUP_PASSPHRASE: 'four old trumpets',
    SMTP_URL: 'smtps://ana:password@mail.example',
    MAIL_FROM: 'oinkly@example.org',
  };
  const secrets = [
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'BACKUP_PASSPHRASE',
    'OIDC_CLIENT_SECRET',
    'PLAID_SECRET',
    'SMTP_URL',
    'TOKEN_KEYS',
  ] as const;

  test.each(secrets)('%s is read without the line break at its end', (name) => {
    const { [name]: given, ...others } = whole;
    // A provider holds its secret itself, and is refused without it.
    const valuesOf = (environment: Record<string, string>) => {
      const { providers, ...values } = readConfig(environment);
      return { ...values, providers: providers.map(({ id }) => id) };
    };
    expect(valuesOf({ ...others, [`${name}_FILE`]: fileOf(`${given}\n`) })).toEqual(valuesOf(whole));
  });

  test.each(secrets)('%s and its file are refused together, without the secret', (name) => {
    const both = () => readConfig({ ...whole, [`${name}_FILE`]: fileOf(whole[name]) });
    expect(both).toThrow(`${name} and ${name}_FILE exclude each other: set one of them.`);
  });

  test('is possible for every setting that holds one, as .env.example lists them', () => {
    const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
    const named = [...example.matchAll(/([A-Z_]+)=/g)].flatMap(([, name = '']) => name);
    const isSecret = /SECRET|KEY|PASS|TOKEN|(DATABASE|DIRECT|SMTP)_URL/;
    const holdsSecret = named.filter((name) => isSecret.test(name) && !name.endsWith('_FILE'));
    expect(new Set(holdsSecret)).toEqual(new Set(secrets));
  });

  test.each([
    ['that does not exist', { PLAID_SECRET_FILE: '/nowhere/secret' }, '/nowhere/secret can’t be read'],
    ['that is a folder', { PLAID_SECRET_FILE: '/etc' }, '/etc can’t be read'],
  ])('%s is refused with a sentence', (_title, given, sentence) => {
    const { PLAID_SECRET: _secret, ...others } = cloud;
    expect(() => readConfig({ ...others, ...given })).toThrow(sentence);
    expect(() => readConfig({ ...others, ...given })).toThrow(ConfigError);
  });

  test('that is empty or wrong is refused without its content', () => {
    const { TOKEN_KEYS: _keys, ...others } = cloud;
    expect(() => readConfig({ ...others, TOKEN_KEYS_FILE: fileOf(' \n') })).toThrow('is empty');
    expect(() => readConfig({ ...others, TOKEN_KEYS_FILE: fileOf('k1:c2VjcmV0') })).toThrow(
      /^TOKEN_KEYS is wrong: (?!.*c2VjcmV0)/,
    );
  });
});
