import { z } from 'zod';
import { PROVIDERS } from '../modules/banking/provider-list.ts';
import { TOKEN_KEYS_FORM } from '../security/token-keys.ts';
import type { Settings } from '../settings/setting.ts';
import {
  isMailServer,
  isNetwork,
  isPrivateOnItsWay,
  text,
  webAddress,
  wholeNumber,
} from '../settings/setting-values.ts';

/** Those of no bank provider. */
export const ownSettings = {
  PORT: {
    schema: wholeNumber.pipe(z.int().min(1).max(65_535)),
    help: 'a port number from 1 to 65535',
    group: 'Address',
    about: 'The port that the server listens on.',
    unset: '`3000`',
    example: '3000',
  },
  HOST: {
    schema: text,
    help: 'the address to listen on',
    group: 'Address',
    about: 'The address that the server listens on. `0.0.0.0` lets other machines reach it.',
    unset: '`localhost`',
    example: 'localhost',
    see: 'install.md#at-home',
  },
  PUBLIC_URL: {
    schema: webAddress.refine((url) => URL.parse(url)?.pathname === '/' && !/[?#@]/.test(url), 'no origin'),
    help: 'the origin at which browsers reach the server, such as https://example.org',
    group: 'Address',
    about: 'The origin that browsers use, without a path.',
    unset: '`http://localhost:PORT`',
    example: 'https://oinkly.example',
    see: 'install.md#at-home',
  },
  TRUSTED_PROXIES: {
    schema: z
      .string()
      .transform((list) => list.split(',').map((part) => part.trim()))
      .refine((parts) => parts.every(isNetwork), 'no address'),
    help: 'the proxies in front of the server, with a comma between: addresses or networks such as 10.0.0.0/8',
    group: 'Address',
    about: 'Proxies in front of the server: addresses or networks, with a comma between.',
    unset: 'none',
    example: '10.0.0.0/8',
    see: 'install.md#proxies',
  },
  HSTS: {
    schema: z.enum(['off', 'on', 'subdomains']),
    help: "'off', 'on' or 'subdomains'",
    group: 'Address',
    about:
      'Whether browsers are told to use only HTTPS, if `PUBLIC_URL` is HTTPS: `on`, `off`, or `subdomains` for all subdomains of its host too.',
    unset: '`on`',
    example: 'subdomains',
    see: 'install.md#proxies',
  },
  REQUESTS_PER_MINUTE: {
    schema: wholeNumber.pipe(z.int().min(1)),
    help: 'how many requests may come from one address in a minute, a whole number',
    group: 'Address',
    about: 'How many requests one network may send to one process in a minute.',
    unset: '`3000`',
    example: '3000',
    see: 'run.md#limits',
  },
  DATA_DIR: {
    schema: text,
    help: 'the folder of the embedded database and keys',
    group: 'Data',
    about: 'The folder of the embedded database, keys and test banks.',
    unset: '`/var/lib/oinkly` as root, else `~/.local/share/oinkly`',
    example: '/var/lib/oinkly',
    see: 'install.md#at-home',
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    help: 'a PostgreSQL address, postgresql://…',
    group: 'Data',
    about:
      'A PostgreSQL of your own, 15 or later, instead of the embedded one. It needs `TOKEN_KEYS` and a way to log in.',
    unset: 'an embedded PostgreSQL 18',
    example: 'postgresql://app@db/oinkly',
    see: 'install.md#for-many-people',
    isSecret: true,
  },
  DATABASE_DIRECT_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    help: 'a PostgreSQL address, postgresql://…, that leads around the pooler',
    group: 'Data',
    about:
      'With a pooler at `DATABASE_URL`, such as PgBouncer in transaction mode: the same database without the pooler.',
    unset: '`DATABASE_URL` must not lead to a pooler',
    example: 'postgresql://app@db/oinkly',
    see: 'install.md#for-many-people',
    isSecret: true,
  },
  PREPARED_STATEMENTS: {
    schema: z.enum(['on', 'off']),
    help: "'on' or 'off'",
    group: 'Data',
    about:
      '`on` is faster: it prepares frequent statements once per connection. It needs a direct connection, or PgBouncer 1.21 with `max_prepared_statements`.',
    unset: '`on`, or `off` with `DATABASE_DIRECT_URL`',
    example: 'off',
  },
  TOKEN_KEYS: {
    schema: text,
    help: TOKEN_KEYS_FORM,
    group: 'Data',
    about:
      'Keys that seal bank tokens, as `name:base64` with a comma between. The first one seals. Make one with `openssl rand -base64 32`. Keep a copy in a separate place. Without the key, linked banks must be linked again.',
    unset: 'made once in `DATA_DIR`; required with `DATABASE_URL`',
    example: "'2026:<32 bytes in base64>'",
    see: 'run.md#administration',
    isSecret: true,
  },
  OIDC_ISSUER: {
    // The app trusts its ID tokens and sends it the client secret.
    schema: webAddress.refine(isPrivateOnItsWay, 'not private'),
    help: "the OpenID issuer's address, with https unless it is on this machine",
    group: 'Log-in',
    about:
      'Your OpenID Connect provider instead of Oinkly’s own log-in pages. Set the client’s id and secret too.',
    unset: 'Oinkly’s own log-in pages',
    example: 'https://login.example',
    see: 'install.md#issuers',
  },
  OIDC_CLIENT_ID: {
    schema: text,
    help: "this app's client id at the issuer",
    group: 'Log-in',
    about: 'The client’s id at your provider.',
    unset: 'required with `OIDC_ISSUER`',
    example: 'oinkly',
  },
  OIDC_CLIENT_SECRET: {
    schema: text,
    help: "this app's client secret at the issuer",
    group: 'Log-in',
    about: 'The client’s secret at your provider.',
    unset: 'required with `OIDC_ISSUER`',
    example: "'<secret>'",
    isSecret: true,
  },
  OIDC_SCOPES: {
    schema: z
      .string()
      .transform((list) => list.split(/\s+/))
      .refine((scopes) => scopes.includes('openid') && scopes.every((scope) => /^[!#-[\]-~]+$/.test(scope))),
    help: "the scopes to ask the issuer for, with a space between, 'openid' among them",
    group: 'Log-in',
    about: 'What to ask your provider for, with a space between.',
    unset: '`openid email profile`',
    example: "'openid email profile groups'",
  },
  OIDC_REQUIRED_CLAIM: {
    schema: z.string().regex(/^.+:[^:]+$/),
    help: 'a claim and the value that it must have or contain, such as groups:oinkly',
    group: 'Log-in',
    about: 'Who may log in: users whose claim is the value, or lists it, such as `groups:oinkly`.',
    unset: 'every user of your provider',
    example: 'groups:oinkly',
    see: 'install.md#issuers',
  },
  WELCOME_PAGE: {
    schema: z.enum(['on', 'off']),
    help: "'on' or 'off'",
    group: 'Log-in',
    about: '`off` takes visitors who are signed out straight to your provider.',
    unset: '`on`',
    example: 'off',
    see: 'install.md#issuers',
  },
  EMBEDDED_IDENTITY: {
    schema: z.enum(['on', 'off']),
    help: "'on' or 'off'",
    group: 'Log-in',
    about: '`on` runs Oinkly’s own log-in pages with `DATABASE_URL` too. Not together with `OIDC_ISSUER`.',
    unset: '`on` at home, `off` with `DATABASE_URL`',
    example: 'on',
  },
  SIGN_UP: {
    schema: z.enum(['open', 'invited', 'closed']),
    help: "'open', 'invited' or 'closed'",
    group: 'Log-in',
    about: 'Who may create an account: `open` for everyone, `invited`, or `closed`. Guests need none.',
    unset: '`open` while `PUBLIC_URL` is this machine, else `invited`',
    example: 'invited',
    see: 'run.md#who-may-sign-up',
  },
  GUESTS: {
    schema: z.enum(['on', 'off']),
    help: "'on' or 'off'",
    group: 'Log-in',
    about:
      'Whether an invited friend can join without an account: `on` or `off`. Their link shows names and check marks, and takes one tap a week. `off` also hides the guests who have joined.',
    unset: '`on`',
    example: 'off',
    see: 'run.md#guests',
  },
  TEST_BANKS: {
    schema: z.enum(['on', 'off']),
    help: "'on' or 'off'",
    group: 'Banks',
    about: 'Made-up banks to try Oinkly with: `on` or `off`.',
    unset: '`on` while `PUBLIC_URL` is this machine, without Plaid and `DATABASE_URL`',
    example: 'on',
    see: 'banks.md#test-banks',
  },
  BACKUP_DIR: {
    schema: text,
    help: "the folder of automatic backups, or 'off' for none",
    group: 'Backups',
    about: 'The folder of automatic backups, which must exist, or `off` for none.',
    unset: '`DATA_DIR/backups`; with `DATABASE_URL`, there are none and updates stop',
    example: '/mnt/backups',
    see: 'restore.md#backups',
  },
  BACKUP_PASSPHRASE: {
    schema: text,
    help: 'the passphrase of backups',
    group: 'Backups',
    about: 'Encrypts backups. Without the passphrase, an encrypted backup is lost.',
    unset: 'not encrypted',
    example: "'<passphrase>'",
    see: 'restore.md#backups',
    isSecret: true,
  },
  UPDATE_WITHOUT_BACKUP: {
    schema: z.enum(['yes', 'no']),
    help: "'yes' or 'no'",
    group: 'Backups',
    about: '`yes` updates the database without a backup first. Set it for one start only.',
    unset: '`no`',
    example: 'yes',
    see: 'run.md#updates',
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }).refine(isMailServer, 'no mail server'),
    help: "a mail server's address, smtps://user:password@host or smtp://…, with special characters percent-encoded",
    group: 'Mail',
    about:
      'The mail server, for password links, invitations and the Monday recap. Percent-encode special characters of user and password. Set the sender too.',
    unset: 'no mail',
    example: "'smtps://user:password@mail.example:465'",
    see: 'run.md#mail',
    isSecret: true,
  },
  MAIL_FROM: {
    schema: z.email(),
    help: 'the email address that mail comes from',
    group: 'Mail',
    about: 'The email address that mail comes from.',
    unset: 'required with `SMTP_URL`',
    example: 'oinkly@example.org',
  },
  SUPPORT_EMAIL: {
    schema: z.email(),
    help: 'an email address',
    group: 'Mail',
    about: 'Where people write for help, and push services if notifications fail.',
    unset: '`support@oinkly.example`',
    example: 'support@oinkly.example',
  },
  MESSAGE_SERVERS: {
    schema: z
      .string()
      .transform((list) => list.split(',').map((part) => part.trim()))
      .pipe(z.array(webAddress).min(1)),
    help: 'addresses of servers with a comma between, such as http://homeassistant.local:8123',
    group: 'Messages',
    about:
      'Servers that may get users’ messages besides public https ones, with a comma between: also in your own network, and without https. Every user can send to them and read the beginning of the answer.',
    unset: 'public https addresses only',
    example: 'http://homeassistant.local:8123',
    see: 'messages.md#servers-in-your-own-network',
  },
  METRICS_PORT: {
    schema: wholeNumber.pipe(z.int().min(1).max(65_535)),
    help: 'a port number from 1 to 65535',
    group: 'Watching',
    about: 'Serves metrics for Prometheus at a port of their own.',
    unset: 'no metrics',
    example: '9464',
    see: 'run.md#watching',
  },
  METRICS_HOST: {
    schema: text,
    help: 'the address to serve metrics at',
    group: 'Watching',
    about: 'The address to serve metrics at.',
    unset: '`localhost`',
    example: 'localhost',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error']),
    help: "'debug', 'info', 'warn' or 'error'",
    group: 'Watching',
    about: 'How much is logged: `debug`, `info`, `warn` or `error`.',
    unset: '`info`',
    example: 'info',
  },
} satisfies Settings;

/**
 * Every environment variable that the server reads. `npm run docs:settings` writes docs/settings.md and .env.example from it.
 */
export const settings = PROVIDERS.reduce<Settings>(
  (all, provider) => ({ ...all, ...provider.settings }),
  ownSettings,
);

/** Settings that a file may hold: `NAME_FILE` names it. */
export const secretNames = Object.keys(settings).filter((name) => settings[name]?.isSecret);
