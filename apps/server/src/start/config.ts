import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import type { BackupSettings } from '../backup/automatic-backups.ts';
import { ConfigError } from '../errors/config-error.ts';
import { isThisMachine } from '../http/this-machine.ts';
import type { MailSettings } from '../mail/mailer.ts';
import type { Hsts } from '../http/security-headers.ts';
import { pushContactOf, type PushContact } from './push-contact.ts';
import { parseTokenKeys } from '../security/token-keys.ts';
import type { ConfiguredProvider } from '../modules/banking/provider-definition.ts';
import { PROVIDERS } from '../modules/banking/provider-list.ts';
import { areSet, readSettings } from '../settings/setting.ts';
import { ownSettings, secretNames } from './settings.ts';

export interface Config extends BackupSettings {
  host: string;
  port: number;
  /** The server's origin as browsers see it. */
  publicUrl: URL;
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
  /** Whether people can join without an account. */
  hasGuests: boolean;
  /** Ways to connect banks, the usual one first. */
  providers: readonly ConfiguredProvider[];
  supportEmail: string;
  /** What push services get to know of the operator. */
  push: PushContact;
  /** Of servers that may get messages besides public ones. */
  messageOrigins: readonly string[];
  /** Null: no mail is sent. */
  mail: MailSettings | null;
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

/** Several households can share an address. */
const REQUESTS_PER_MINUTE = 3_000;

/**
 * Empty variables are unset. Throws a `ConfigError` for the first one that is wrong or lacks its partners.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const withFiles = { ...environment, ...readSecretFiles(environment) };
  const given = readSettings(ownSettings, withFiles);

  const port = given.PORT ?? 3000;
  const publicUrl = new URL(given.PUBLIC_URL ?? `http://localhost:${port}`);
  const databaseUrl = given.DATABASE_URL;
  const databaseDirectUrl = given.DATABASE_DIRECT_URL;
  if (databaseDirectUrl && !databaseUrl) throw new ConfigError('DATABASE_DIRECT_URL needs DATABASE_URL.');

  const hasIssuer = areSet(given, 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET');
  const embeddedIdentity = given.EMBEDDED_IDENTITY;
  if (hasIssuer && embeddedIdentity === 'on') {
    throw new ConfigError(
      'EMBEDDED_IDENTITY=on and OIDC_ISSUER exclude each other: choose one way to log in.',
    );
  }
  for (const name of ['OIDC_SCOPES', 'OIDC_REQUIRED_CLAIM', 'WELCOME_PAGE'] as const) {
    if (!hasIssuer && given[name] !== null) throw new ConfigError(`${name} needs OIDC_ISSUER.`);
  }
  const runsIdentityProvider =
    !hasIssuer && (embeddedIdentity === 'on' || (embeddedIdentity === null && !databaseUrl));
  if (!hasIssuer && !runsIdentityProvider) {
    throw new ConfigError(
      'There is no way to log in: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or EMBEDDED_IDENTITY=on.',
    );
  }

  const { runsTestBanks, providers } = configureProviders(withFiles, {
    publicUrl,
    databaseUrl,
    wanted: given.TEST_BANKS,
  });

  const tokenKeys = given.TOKEN_KEYS;
  if (databaseUrl && !tokenKeys) {
    throw new ConfigError(
      'DATABASE_URL needs TOKEN_KEYS: the keys that seal bank tokens are kept outside the database.',
    );
  }

  const sendsMail = areSet(given, 'SMTP_URL', 'MAIL_FROM');
  const supportEmail = given.SUPPORT_EMAIL;

  const dataDir = given.DATA_DIR ?? defaultDataDir(environment);
  const metricsPort = given.METRICS_PORT;
  if (metricsPort === null && given.METRICS_HOST !== null)
    throw new ConfigError('METRICS_HOST needs METRICS_PORT.');
  if (metricsPort === port) throw new ConfigError('METRICS_PORT is wrong: the server itself listens there.');

  return {
    host: given.HOST ?? 'localhost',
    port,
    publicUrl,
    dataDir,
    databaseUrl,
    databaseDirectUrl,
    preparesStatements: (given.PREPARED_STATEMENTS ?? (databaseDirectUrl ? 'off' : 'on')) === 'on',
    oidc: hasIssuer
      ? {
          issuer: new URL(given.OIDC_ISSUER ?? ''),
          clientId: given.OIDC_CLIENT_ID ?? '',
          clientSecret: given.OIDC_CLIENT_SECRET ?? '',
          scopes: given.OIDC_SCOPES?.join(' ') ?? null,
          requiredClaim: parseRequiredClaim(given.OIDC_REQUIRED_CLAIM),
        }
      : null,
    showsWelcomePage: given.WELCOME_PAGE !== 'off',
    runsIdentityProvider,
    signUp: given.SIGN_UP ?? (isThisMachine(publicUrl.hostname) ? 'open' : 'invited'),
    hasGuests: given.GUESTS !== 'off',
    admitsFirstAccount: runsIdentityProvider || !databaseUrl,
    providers,
    runsTestBanks,
    tokenKeys: tokenKeys ? parseTokenKeys(tokenKeys) : null,
    backups: backupsOf(given.BACKUP_DIR ?? (databaseUrl === null ? null : 'off'), join(dataDir, 'backups')),
    backupPassphrase: given.BACKUP_PASSPHRASE,
    updatesWithoutBackup: given.UPDATE_WITHOUT_BACKUP === 'yes' || given.BACKUP_DIR === 'off',
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    hsts: given.HSTS ?? 'on',
    requestsPerMinute: given.REQUESTS_PER_MINUTE ?? REQUESTS_PER_MINUTE,
    metrics: metricsPort === null ? null : { host: given.METRICS_HOST ?? 'localhost', port: metricsPort },
    logLevel: given.LOG_LEVEL ?? 'info',
    notifiesSystemd: Boolean(environment['NOTIFY_SOCKET']),
    supportEmail: supportEmail ?? DEFAULT_EMAIL,
    push: pushContactOf({ supportEmail, defaultEmail: DEFAULT_EMAIL, publicUrl }),
    messageOrigins: (given.MESSAGE_SERVERS ?? []).map((address) => new URL(address).origin),
    mail: sendsMail ? { server: new URL(given.SMTP_URL ?? ''), from: given.MAIL_FROM ?? '' } : null,
  };
}

/** Throws a `ConfigError` if there is none. */
function configureProviders(
  environment: NodeJS.ProcessEnv,
  {
    publicUrl,
    databaseUrl,
    wanted,
  }: { publicUrl: URL; databaseUrl: string | null; wanted: 'on' | 'off' | null },
): { runsTestBanks: boolean; providers: ConfiguredProvider[] } {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const real = PROVIDERS.find(({ testBanks }) => testBanks?.insteadOf.some(isSet));
  if (wanted === 'on' && real) {
    throw new ConfigError(
      `TEST_BANKS=on and the settings of ${real.name} exclude each other: the test banks take its place.`,
    );
  }
  // Strangers reach another machine's address, and test banks take its space.
  const runsTestBanks = wanted ? wanted === 'on' : !real && !databaseUrl && isThisMachine(publicUrl.hostname);
  const providers = PROVIDERS.map((one) => one.configure(environment, { publicUrl, runsTestBanks })).filter(
    (provider) => provider !== null,
  );
  if (providers.length === 0) {
    const ways = PROVIDERS.map(({ offeredBy }) => offeredBy).join(', ');
    throw new ConfigError(`There is no way to link a bank: ${ways}, or set TEST_BANKS=on.`);
  }
  return { runsTestBanks, providers };
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
