import { isIP } from 'node:net';
import { z } from 'zod';
import { isThisMachine } from '../http/this-machine.ts';
import { TOKEN_KEYS_FORM } from '../security/token-keys.ts';

const text = z.string().trim().min(1);
/** Accepts digits only, not `1e3`, `0x10` or `1.0`. */
const wholeNumber = z.string().regex(/^\d+$/).transform(Number);
const webAddress = z.url({ protocol: /^https?$/ });

/** Every environment variable that the server reads: what it may be, and what to say if it is not. */
export const settings = {
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
  TOKEN_KEYS: setting(text, TOKEN_KEYS_FORM),
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

function isPrivateOnItsWay(address: string): boolean {
  const { protocol, hostname = '' } = URL.parse(address) ?? {};
  return protocol === 'https:' || isThisMachine(hostname);
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
