import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import type { z } from 'zod';
import { ConfigError } from '../errors/config-error.ts';
import { BANK_EMULATOR_PATH } from '../http/own-paths.ts';
import { isThisMachine } from '../http/this-machine.ts';
import type { MailSettings } from '../mail/mailer.ts';
import type { Hsts } from '../http/security-headers.ts';
import { pushContactOf, type PushContact } from './push-contact.ts';
import type { TokenKey } from '../security/token-box.ts';
import { parseTokenKeys } from '../security/token-keys.ts';
import { secretNames, settings, type SettingName } from './settings.ts';

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
  notifiesSystemd: boolean;
}

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

/**
 * Empty variables are unset. Throws a `ConfigError` for the first one that is wrong or lacks its partners.
 */
export function readConfig(given: NodeJS.ProcessEnv = process.env): Config {
  const environment = { ...given, ...readSecretFiles(given) };
  const value = <N extends SettingName>(name: N): z.output<(typeof settings)[N]['schema']> | null => {
    const given = environment[name]?.trim();
    if (!given) return null;
    const { schema, help } = settings[name];
    const result = schema.safeParse(given);
    if (!result.success) throw new ConfigError(`${name} is wrong: it must be ${help}.`);
    return result.data as z.output<(typeof settings)[N]['schema']>;
  };
  const together = (...names: SettingName[]) => {
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
    notifiesSystemd: Boolean(environment['NOTIFY_SOCKET']),
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
    secretNames.flatMap((name) => {
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
