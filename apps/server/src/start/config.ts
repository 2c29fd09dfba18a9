import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { z } from 'zod';
import type { Hsts } from '../http/security-headers.ts';
import { pushContactOf, type PushContact } from './push-contact.ts';
import type { TokenKey } from '../security/token-box.ts';

export interface Config {
  host: string;
  port: number;
  /** The server's origin as browsers see it. */
  publicUrl: URL;
  dataDir: string;
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** Leads around a pooler to the same database; null if `databaseUrl` is no pooler's. */
  databaseDirectUrl: string | null;
  preparesStatements: boolean;
  /** Null: the embedded identity provider. */
  oidc: {
    issuer: URL;
    clientId: string;
    clientSecret: string;
    /** Null: the usual ones. */
    scopes: string | null;
    /** Null: every user of the issuer may log in. */
    requiredClaim: { name: string; value: string } | null;
  } | null;
  /** Whether visitors who are signed out see the welcome page instead of the issuer's. */
  showsWelcomePage: boolean;
  runsIdentityProvider: boolean;
  /** Who may create an account. */
  signUp: 'open' | 'invited' | 'closed';
  /** Whether the first account needs no invitation, whatever `signUp` says. */
  admitsFirstAccount: boolean;
  /** Null: Plaid is not used. */
  plaid: {
    /** Null: the embedded emulator's, generated once. */
    credentials: { clientId: string; secret: string } | null;
    /** Null: the embedded emulator. */
    baseUrl: string | null;
    /** How many connections the plan allows in all; null without a limit. */
    linkLimit: number | null;
  } | null;
  /** Null: SimpleFIN is not used. */
  simplefin: {
    /** Where users get setup tokens. */
    serverUrl: URL;
    /** Origins that may have a private address, because the operator named them. */
    trustedOrigins: readonly string[];
    /** Other hosts that setup tokens may lead to. */
    allowedHosts: readonly string[];
    /** Whether they may lead to every public host. */
    allowsAnyHost: boolean;
  } | null;
  /** Whether test banks of Plaid and SimpleFIN run beside the app. */
  runsBankEmulator: boolean;
  /** Null: generated once in the data folder. */
  tokenKeys: TokenKey[] | null;
  supportEmail: string;
  /** What push services get to know of the operator. */
  push: PushContact;
  /** Null: no mail is sent. */
  mail: MailSettings | null;
  /** Automatic backups; null: none. */
  backups: {
    dir: string;
    /** Whether the server creates `dir`. Another one may be a disk that is missing. */
    isOwn: boolean;
  } | null;
  /** Null: backups are not encrypted. */
  backupPassphrase: string | null;
  /** Asked for with `UPDATE_WITHOUT_BACKUP`, or with `BACKUP_DIR=off`. */
  updatesWithoutBackup: boolean;
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** Whether browsers are told to ask only by HTTPS. */
  hsts: Hsts;
  /** Per network and process. */
  requestsPerMinute: number;
  /** Null: no metrics. */
  metrics: { host: string; port: number } | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** Whether systemd started the server with `Type=notify`. */
  isAwaitedBySystemd: boolean;
}

export interface MailSettings {
  /** `smtps:` or `smtp:`, perhaps with a user and a password. */
  server: URL;
  from: string;
}

/** A failed start prints only the message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const BANK_EMULATOR_PATH = '/plaid-emulator';
export const SIMPLEFIN_EMULATOR_PATH = '/simplefin-emulator';
export const IDENTITY_PATH = '/idp';

const FOLDER_NAME = PRODUCT_NAME.toLowerCase();
const DEFAULT_EMAIL = `support@${FOLDER_NAME}.example`;

const PLAID_HOSTS = {
  sandbox: 'https://sandbox.plaid.com',
  production: 'https://production.plaid.com',
} as const;

const SIMPLEFIN_BRIDGE = 'https://bridge.simplefin.org/simplefin';
/** SimpleFIN's own, the second one for developers. */
const SIMPLEFIN_HOSTS = ['bridge.simplefin.org', 'beta-bridge.simplefin.org'];

/** Several households can share an address. */
const REQUESTS_PER_MINUTE = 3_000;

const text = z.string().trim().min(1);
/** Accepts digits only, not `1e3`, `0x10` or `1.0`. */
const wholeNumber = z.string().regex(/^\d+$/).transform(Number);
const webAddress = z.url({ protocol: /^https?$/ });

const settings = {
  PORT: setting(wholeNumber.pipe(z.int().min(1).max(65_535)), 'a port number from 1 to 65535'),
  HOST: setting(text, 'the address to listen on'),
  PUBLIC_URL: setting(
    webAddress.refine((url) => URL.parse(url)?.pathname === '/' && !/[?#@]/.test(url), 'no origin'),
    'the origin at which browsers reach the server, such as https://example.org',
  ),
  DATA_DIR: setting(text, 'the folder of the embedded database and keys'),
  DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }), 'a PostgreSQL address, postgresql://…'),
  DATABASE_DIRECT_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/ }),
    'a PostgreSQL address, postgresql://…, that leads around the pooler',
  ),
  PREPARED_STATEMENTS: setting(z.enum(['on', 'off']), "'on' or 'off'"),
  OIDC_ISSUER: setting(
    // The app trusts its ID tokens and sends it the client secret.
    webAddress.refine(isPrivateOnItsWay, 'not private'),
    "the OpenID issuer's address, with https unless it is on this machine",
  ),
  OIDC_CLIENT_ID: setting(text, "this app's client id at the issuer"),
  OIDC_CLIENT_SECRET: setting(text, "this app's client secret at the issuer"),
  OIDC_SCOPES: setting(
    z
      .string()
      .transform((list) => list.split(/\s+/))
      .refine((scopes) => scopes.includes('openid') && scopes.every((scope) => /^[!#-[\]-~]+$/.test(scope))),
    "the scopes to ask the issuer for, with a space between, 'openid' among them",
  ),
  OIDC_REQUIRED_CLAIM: setting(
    z.string().regex(/^.+:[^:]+$/),
    'a claim and the value that it must have or contain, such as groups:oinkly',
  ),
  WELCOME_PAGE: setting(z.enum(['on', 'off']), "'on' or 'off'"),
  EMBEDDED_IDENTITY: setting(z.enum(['on', 'off']), "'on' or 'off'"),
  SIGN_UP: setting(z.enum(['open', 'invited', 'closed']), "'open', 'invited' or 'closed'"),
  PLAID_CLIENT_ID: setting(text, "Plaid's client id"),
  PLAID_SECRET: setting(text, "Plaid's secret"),
  PLAID_ENV: setting(z.enum(['sandbox', 'production']), "'sandbox' or 'production'"),
  PLAID_BASE_URL: setting(webAddress, "the address of Plaid's API or of an emulator"),
  PLAID_LINK_LIMIT: setting(
    wholeNumber.pipe(z.int().min(1)),
    'how many connections your Plaid plan allows in all, a whole number',
  ),
  TEST_BANKS: setting(z.enum(['on', 'off']), "'on' or 'off'"),
  SIMPLEFIN_URL: setting(
    z.union([
      z.literal('off'),
      z
        .string()
        .transform((list) => list.split(',').map((part) => part.trim()))
        .pipe(z.array(z.union([z.literal('any'), webAddress])).min(1)),
    ]),
    "addresses of SimpleFIN servers with a comma between, 'any' for every public one, or 'off' to offer none",
  ),
  TOKEN_KEYS: setting(
    text,
    "one or more 'name:key' with a comma between, each key 32 bytes in base64; the first one seals",
  ),
  BACKUP_DIR: setting(text, "the folder of automatic backups, or 'off' for none"),
  BACKUP_PASSPHRASE: setting(text, 'the passphrase of backups'),
  UPDATE_WITHOUT_BACKUP: setting(z.enum(['yes', 'no']), "'yes' or 'no'"),
  SUPPORT_EMAIL: setting(z.email(), 'an email address'),
  SMTP_URL: setting(
    z.url({ protocol: /^smtps?$/ }).refine(isMailServer, 'no mail server'),
    "a mail server's address, smtps://user:password@host or smtp://…, with special characters percent-encoded",
  ),
  MAIL_FROM: setting(z.email(), 'the email address that mail comes from'),
  TRUSTED_PROXIES: setting(
    z
      .string()
      .transform((list) => list.split(',').map((part) => part.trim()))
      .refine((parts) => parts.every(isNetwork), 'no address'),
    'the proxies in front of the server, with a comma between: addresses or networks such as 10.0.0.0/8',
  ),
  REQUESTS_PER_MINUTE: setting(
    wholeNumber.pipe(z.int().min(1)),
    'how many requests may come from one address in a minute, a whole number',
  ),
  HSTS: setting(z.enum(['off', 'on', 'subdomains']), "'off', 'on' or 'subdomains'"),
  METRICS_PORT: setting(wholeNumber.pipe(z.int().min(1).max(65_535)), 'a port number from 1 to 65535'),
  METRICS_HOST: setting(text, 'the address to serve metrics at'),
  LOG_LEVEL: setting(z.enum(['debug', 'info', 'warn', 'error']), "'debug', 'info', 'warn' or 'error'"),
};

/** May be in a file instead, as Docker and systemd hand over secrets: `PLAID_SECRET_FILE` names the file of `PLAID_SECRET`. */
const SECRETS: readonly (keyof typeof settings)[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'BACKUP_PASSPHRASE',
  'OIDC_CLIENT_SECRET',
  'PLAID_SECRET',
  'SMTP_URL',
  'TOKEN_KEYS',
];

/**
 * Empty variables are unset. Throws a `ConfigError` for the first one that is wrong or lacks its partners.
 */
export function readConfig(given: NodeJS.ProcessEnv = process.env): Config {
  const environment = { ...given, ...readSecretFiles(given) };
  const value = <N extends keyof typeof settings>(
    name: N,
  ): z.output<(typeof settings)[N]['schema']> | null => {
    const given = environment[name]?.trim();
    if (!given) return null;
    const { schema, help } = settings[name];
    const result = schema.safeParse(given);
    if (!result.success) throw new ConfigError(`${name} is wrong: it must be ${help}.`);
    return result.data as z.output<(typeof settings)[N]['schema']>;
  };
  const together = (...names: (keyof typeof settings)[]) => {
    const missing = names.filter((name) => value(name) === null);
    if (missing.length === 0) return true;
    if (missing.length === names.length) return false;
    throw new ConfigError(`${names.join(', ')} belong together: set ${missing.join(' and ')} too.`);
  };

  const port = value('PORT') ?? 3000;
  const publicUrl = new URL(value('PUBLIC_URL') ?? `http://localhost:${port}`);
  const databaseUrl = value('DATABASE_URL');
  const databaseDirectUrl = value('DATABASE_DIRECT_URL');
  if (databaseDirectUrl && !databaseUrl) throw new ConfigError('DATABASE_DIRECT_URL needs DATABASE_URL.');

  const hasIssuer = together('OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET');
  const embeddedIdentity = value('EMBEDDED_IDENTITY');
  if (hasIssuer && embeddedIdentity === 'on') {
    throw new ConfigError(
      'EMBEDDED_IDENTITY=on and OIDC_ISSUER exclude each other: choose one way to log in.',
    );
  }
  for (const name of ['OIDC_SCOPES', 'OIDC_REQUIRED_CLAIM', 'WELCOME_PAGE'] as const) {
    if (!hasIssuer && value(name) !== null) throw new ConfigError(`${name} needs OIDC_ISSUER.`);
  }
  const runsIdentityProvider =
    !hasIssuer && (embeddedIdentity === 'on' || (embeddedIdentity === null && !databaseUrl));
  if (!hasIssuer && !runsIdentityProvider) {
    throw new ConfigError(
      'There is no way to log in: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or EMBEDDED_IDENTITY=on.',
    );
  }

  const hasPlaid = together('PLAID_CLIENT_ID', 'PLAID_SECRET');
  const plaidEnvironment = value('PLAID_ENV');
  const plaidBaseUrl = value('PLAID_BASE_URL')?.replace(/\/+$/, '') ?? null;
  if (plaidEnvironment && !hasPlaid) {
    throw new ConfigError('PLAID_ENV needs PLAID_CLIENT_ID and PLAID_SECRET.');
  }
  if (value('PLAID_LINK_LIMIT') !== null && !hasPlaid && !plaidBaseUrl) {
    throw new ConfigError('PLAID_LINK_LIMIT needs PLAID_CLIENT_ID and PLAID_SECRET.');
  }
  const testBanks = value('TEST_BANKS');
  if (testBanks === 'on' && (hasPlaid || plaidBaseUrl !== null)) {
    throw new ConfigError(
      'TEST_BANKS=on and the settings of Plaid exclude each other: the test banks take its place.',
    );
  }
  if (plaidBaseUrl === `${publicUrl.origin}${BANK_EMULATOR_PATH}`) {
    throw new ConfigError(
      'PLAID_BASE_URL is wrong: for the test banks of this server, set TEST_BANKS=on instead.',
    );
  }
  // Strangers reach another machine's address, and test banks take its space.
  const runsBankEmulator = testBanks
    ? testBanks === 'on'
    : !plaidBaseUrl && !hasPlaid && !databaseUrl && isThisMachine(publicUrl.hostname);
  const simplefinUrl = value('SIMPLEFIN_URL');
  if (!hasPlaid && !runsBankEmulator && simplefinUrl === 'off') {
    throw new ConfigError(
      'There is no way to link a bank: set PLAID_CLIENT_ID and PLAID_SECRET, remove SIMPLEFIN_URL=off, or set TEST_BANKS=on.',
    );
  }

  const tokenKeys = value('TOKEN_KEYS');
  if (databaseUrl && !tokenKeys) {
    throw new ConfigError(
      'DATABASE_URL needs TOKEN_KEYS: the keys that seal bank tokens are kept outside the database.',
    );
  }

  const sendsMail = together('SMTP_URL', 'MAIL_FROM');
  const supportEmail = value('SUPPORT_EMAIL');

  const dataDir = value('DATA_DIR') ?? defaultDataDir(environment);
  const metricsPort = value('METRICS_PORT');
  if (metricsPort === null && value('METRICS_HOST') !== null)
    throw new ConfigError('METRICS_HOST needs METRICS_PORT.');
  if (metricsPort === port) throw new ConfigError('METRICS_PORT is wrong: the server itself listens there.');

  return {
    host: value('HOST') ?? 'localhost',
    port,
    publicUrl,
    dataDir,
    databaseUrl,
    databaseDirectUrl,
    preparesStatements: (value('PREPARED_STATEMENTS') ?? (databaseUrl ? 'off' : 'on')) === 'on',
    oidc: hasIssuer
      ? {
          issuer: new URL(value('OIDC_ISSUER') ?? ''),
          clientId: value('OIDC_CLIENT_ID') ?? '',
          clientSecret: value('OIDC_CLIENT_SECRET') ?? '',
          scopes: value('OIDC_SCOPES')?.join(' ') ?? null,
          requiredClaim: parseRequiredClaim(value('OIDC_REQUIRED_CLAIM')),
        }
      : null,
    showsWelcomePage: value('WELCOME_PAGE') !== 'off',
    runsIdentityProvider,
    signUp: value('SIGN_UP') ?? (isThisMachine(publicUrl.hostname) ? 'open' : 'invited'),
    admitsFirstAccount: runsIdentityProvider || !databaseUrl,
    plaid:
      hasPlaid || runsBankEmulator
        ? {
            credentials: hasPlaid
              ? { clientId: value('PLAID_CLIENT_ID') ?? '', secret: value('PLAID_SECRET') ?? '' }
              : null,
            baseUrl: runsBankEmulator ? null : (plaidBaseUrl ?? PLAID_HOSTS[plaidEnvironment ?? 'sandbox']),
            linkLimit: value('PLAID_LINK_LIMIT'),
          }
        : null,
    simplefin: simplefinUrl === 'off' ? null : simplefinServersOf(simplefinUrl ?? [SIMPLEFIN_BRIDGE]),
    runsBankEmulator,
    tokenKeys: tokenKeys ? parseTokenKeys(tokenKeys) : null,
    backups: backupsOf(
      value('BACKUP_DIR') ?? (databaseUrl === null ? null : 'off'),
      join(dataDir, 'backups'),
    ),
    backupPassphrase: value('BACKUP_PASSPHRASE'),
    updatesWithoutBackup: value('UPDATE_WITHOUT_BACKUP') === 'yes' || value('BACKUP_DIR') === 'off',
    trustedProxies: value('TRUSTED_PROXIES') ?? [],
    hsts: value('HSTS') ?? 'on',
    requestsPerMinute: value('REQUESTS_PER_MINUTE') ?? REQUESTS_PER_MINUTE,
    metrics: metricsPort === null ? null : { host: value('METRICS_HOST') ?? 'localhost', port: metricsPort },
    logLevel: value('LOG_LEVEL') ?? 'info',
    isAwaitedBySystemd: Boolean(environment['NOTIFY_SOCKET']),
    supportEmail: supportEmail ?? DEFAULT_EMAIL,
    push: pushContactOf({ supportEmail, defaultEmail: DEFAULT_EMAIL, publicUrl }),
    mail: sendsMail ? { server: new URL(value('SMTP_URL') ?? ''), from: value('MAIL_FROM') ?? '' } : null,
  };
}

/** Users get their tokens from the first address. */
function simplefinServersOf(given: readonly string[]): Config['simplefin'] {
  const [first = SIMPLEFIN_BRIDGE, ...others] = given.filter((part) => part !== 'any');
  const named = [first, ...others].map((address) => new URL(address));
  return {
    serverUrl: new URL(first),
    trustedOrigins: named.filter(({ host }) => !SIMPLEFIN_HOSTS.includes(host)).map(({ origin }) => origin),
    allowedHosts: named.some(({ host }) => SIMPLEFIN_HOSTS.includes(host)) ? SIMPLEFIN_HOSTS : [],
    allowsAnyHost: given.includes('any'),
  };
}

/** Names of claims may have colons: `urn:example:roles:oinkly`. */
function parseRequiredClaim(given: string | null): { name: string; value: string } | null {
  if (given === null) return null;
  const at = given.lastIndexOf(':');
  return { name: given.slice(0, at), value: given.slice(at + 1) };
}

/** Reads `name:base64,…`. Throws a `ConfigError` that never shows a key. */
export function parseTokenKeys(given: string): TokenKey[] {
  const keys = given.split(',').map((part) => {
    const [id = '', encoded = '', ...rest] = part.trim().split(':');
    return { id, key: Buffer.from(encoded, 'base64'), isWhole: rest.length === 0 };
  });
  const isRight = keys.every(({ id, key, isWhole }) => id !== '' && key.length === 32 && isWhole);
  if (!isRight) throw new ConfigError(`TOKEN_KEYS is wrong: it must be ${settings.TOKEN_KEYS.help}.`);
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new ConfigError('TOKEN_KEYS has two keys with the same name: give each its own.');
  }
  return keys.map(({ id, key }) => ({ id, key }));
}

function backupsOf(given: string | null, ownDir: string): Config['backups'] {
  if (given === 'off') return null;
  const dir = given ?? ownDir;
  return { dir, isOwn: resolve(dir) === resolve(ownDir) };
}

/** Resolves a path that the operator typed: npm runs scripts in the project's folder. */
export function resolveTyped(path: string, environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment['INIT_CWD'] ?? '.', path);
}

function readSecretFiles(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    SECRETS.flatMap((name) => {
      const path = environment[`${name}_FILE`]?.trim();
      if (!path) return [];
      if (environment[name]?.trim()) {
        throw new ConfigError(`${name} and ${name}_FILE exclude each other: set one of them.`);
      }
      return [[name, readSecretFile(name, path)]];
    }),
  );
}

function readSecretFile(name: string, path: string): string {
  let content: string;
  try {
    content = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${name}_FILE is wrong: ${path} can’t be read.`, { cause: error });
  }
  if (content === '') throw new ConfigError(`${name}_FILE is wrong: ${path} is empty.`);
  return content;
}

function defaultDataDir(environment: NodeJS.ProcessEnv): string {
  if (process.getuid?.() === 0) return join('/var/lib', FOLDER_NAME);
  return join(environment['XDG_DATA_HOME'] ?? join(homeFolder(), '.local', 'share'), FOLDER_NAME);
}

function homeFolder(): string {
  const missing = 'DATA_DIR is missing: set it, because this user has no home folder.';
  let home: string;
  try {
    home = homedir();
  } catch (error) {
    // A user without a name, as in a container.
    throw new ConfigError(missing, { cause: error });
  }
  if (home === '') throw new ConfigError(missing);
  return home;
}

function isPrivateOnItsWay(address: string): boolean {
  const { protocol, hostname = '' } = URL.parse(address) ?? {};
  return protocol === 'https:' || isThisMachine(hostname);
}

export function isThisMachine(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  );
}

/** Null if it is not percent-encoded UTF-8. */
function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Nothing follows the host and port: an unencoded `#` or `/` of a password would begin there. */
function isMailServer(address: string): boolean {
  const { hostname = '', pathname = '', search, hash, username, password } = URL.parse(address) ?? {};
  const isWholeLogin = Boolean(username) === Boolean(password);
  const isDecodable = [username, password].every((part = '') => percentDecoded(part) !== null);
  return hostname !== '' && ['', '/'].includes(pathname) && !search && !hash && isWholeLogin && isDecodable;
}

/** An IP address, or a network such as 10.0.0.0/8. */
function isNetwork(given: string): boolean {
  const [address = '', bits, ...rest] = given.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function setting<S extends z.ZodType>(schema: S, help: string): { schema: S; help: string } {
  return { schema, help };
}
