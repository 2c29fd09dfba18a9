import { fastifyCookie } from '@fastify/cookie';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { identityProvider } from '@oinkly/identity-provider';
import { startLocalPostgres, type LocalPostgres } from '@oinkly/local-postgres';
import { BankFileError, plaidEmulator } from '@oinkly/plaid-emulator';
import { simplefinEmulator } from '@oinkly/simplefin-emulator';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { IDENTITY_PART } from '../db/identity-part.ts';
import { TOKEN_KEY_LOCK } from '../db/token-key-lock.ts';
import { networkOf } from '../http/rate-limit.ts';
import type { AppDeps } from '../app.ts';
import { confirmEmailOfSubject, cookieNames, endSessionsOfSubject } from '../modules/identity/index.ts';
import { mailOnLogInPages } from '../modules/mail/index.ts';
import { signUpOnLogInPages } from '../modules/sign-up/index.ts';
import { derivedSecret } from '../security/home-keys.ts';
import type { TokenKey } from '../security/token-box.ts';
import type { Config } from './config.ts';
import { IDENTITY_PATH, testBanksPath } from '@oinkly/contract/own-paths';
import type { BankCredentials } from '../modules/banking/provider-definition.ts';
import { testBanksFile } from '../modules/banking/provider-list.ts';
import { ConfigError } from '../errors/config-error.ts';
import { otherAccess } from './other-access.ts';
import { testBankUser } from './test-bank-user.ts';

/** The app's name at the log-in pages and at the bank emulator. */
export const CLIENT_ID = 'app';

/** Starts the database in the data folder. */
export function startLocalDatabase(
  { dataDir }: Config,
  log: FastifyBaseLogger,
  onLost: (error: Error) => void,
): Promise<LocalPostgres> {
  return startLocalPostgres({
    dataDir: join(dataDir, 'postgres'),
    parts: [IDENTITY_PART],
    log: (line) => log.debug({ postgres: line }),
    logError: (line) => log.error(line),
    onLost,
  });
}

/** Serves the log-in pages and the test banks, if the configuration asks for them. */
export async function mountEmbeddedPrograms(
  server: FastifyInstance,
  config: Config,
  {
    identityDatabaseUrl,
    tokenKeys,
    deps,
    webDir,
    testBankCredentials,
  }: {
    identityDatabaseUrl: string;
    tokenKeys: TokenKey[];
    deps: AppDeps;
    webDir: string;
    testBankCredentials: BankCredentials;
  },
): Promise<void> {
  const { clock } = deps;
  const { publicUrl } = config;
  if (config.runsIdentityProvider) {
    await server.register(identityProvider, {
      prefix: IDENTITY_PATH,
      issuer: new URL(IDENTITY_PATH, publicUrl).href,
      databaseUrl: identityDatabaseUrl,
      clock,
      networkOf,
      client: {
        clientId: CLIENT_ID,
        clientSecret: derivedSecret(tokenKeys, 'identity client'),
        redirectUris: [new URL('/api/login/callback', publicUrl).href],
        postLogoutRedirectUris: [publicUrl.href],
      },
      returnUrl: new URL('/my-account', publicUrl).href,
      privacyUrl: new URL('/privacy', publicUrl).href,
      accessibilityUrl: new URL('/accessibility', publicUrl).href,
      productName: PRODUCT_NAME,
      secretBox: {
        seal: (secret, rowId) => deps.tokenBox.seal(secret, rowId),
        open: (secret, rowId) => deps.tokenBox.open(secret, rowId),
        sealingLock: TOKEN_KEY_LOCK,
      },
      supportEmail: config.supportEmail,
      signUp: signUpOnLogInPages(deps),
      mail: deps.mailer ? mailOnLogInPages(deps) : undefined,
      onEmailConfirmed: (subject) => confirmEmailOfSubject(deps, subject),
      // The pages share the app's origin and so its cookie.
      onLoginsEnded: (subject, { headers }) =>
        endSessionsOfSubject(
          deps,
          subject,
          fastifyCookie.parse(headers.cookie ?? '')[cookieNames(publicUrl).session],
        ),
      otherAccess: otherAccess(deps),
      ...(await fontsOfSite(webDir)),
    });
  }
  if (config.runsTestBanks) {
    const placeOf = (provider: string) => ({
      prefix: testBanksPath(provider),
      publicUrl: `${publicUrl.origin}${testBanksPath(provider)}`,
      databaseFile: join(config.dataDir, testBanksFile(provider)),
    });
    try {
      await server.register(plaidEmulator, {
        ...placeOf('plaid'),
        appOrigins: [publicUrl.origin],
        clock,
        ...testBankCredentials,
      });
      await server.register(simplefinEmulator, {
        ...placeOf('simplefin'),
        clock,
        pageUserOf: testBankUser(deps, `${testBanksPath('simplefin')}/create`),
      });
    } catch (error) {
      throw error instanceof BankFileError ? new ConfigError(error.message, { cause: error }) : error;
    }
  }
}

/** Hashed; none if the app is not built. */
async function fontsOfSite(
  webDir: string,
): Promise<{ fonts?: { stylesheetUrl: string; scriptUrl: string } }> {
  if (!existsSync(webDir)) return {};
  const files = await readdir(join(webDir, 'assets'));
  const urlOf = (pattern: RegExp) =>
    files.filter((file) => pattern.test(file)).map((file) => `/assets/${file}`)[0];
  const stylesheetUrl = urlOf(/^fonts-.*\.css$/);
  const scriptUrl = urlOf(/^load-fonts-.*\.js$/);
  return stylesheetUrl && scriptUrl ? { fonts: { stylesheetUrl, scriptUrl } } : {};
}

/** Returns those of the test banks, for which the operator sets none. */
export function credentialsOfTestBanks(tokenKeys: readonly TokenKey[]): BankCredentials {
  return { clientId: CLIENT_ID, secret: derivedSecret(tokenKeys, 'bank emulator') };
}

/** This process's own address, because the public one may lead through a proxy. */
export function loopbackOrigin({ host, port }: Config): string {
  const isEverywhere = ['localhost', '0.0.0.0', '::'].includes(host);
  const address = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${address}:${port}`;
}
