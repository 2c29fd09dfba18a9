import { fastifyCookie } from '@fastify/cookie';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { routes } from '@oinkly/contract/routes';
import type { ProviderConfig } from '@oinkly/contract/runtime-config';
import { identityAdmin, identityProvider } from '@oinkly/identity-provider';
import { startLocalPostgres, type LocalPostgres } from '@oinkly/local-postgres';
import { BankFileError, plaidEmulator } from '@oinkly/plaid-emulator';
import { simplefinEmulator } from '@oinkly/simplefin-emulator';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildServer, mountApp } from './app.ts';
import { backUpBeforeUpdate, backUpToday } from './backup/automatic-backups.ts';
import {
  BANK_EMULATOR_PATH,
  ConfigError,
  IDENTITY_PATH,
  isThisMachine,
  readConfig,
  SIMPLEFIN_EMULATOR_PATH,
  type Config,
} from './config.ts';
import { makeDataDir } from './data-dir.ts';
import { closePool, openAppPool, openPool, type DatabasePool } from './db/database.ts';
import { IDENTITY_PART } from './db/identity-part.ts';
import { logSlowStatements } from './db/slow-statements.ts';
import type { Deps } from './deps.ts';
import { errorCode, explainFailedStart, explainLostDatabase } from './failed-start.ts';
import { derivedSecret, keysFile, readHomeKeys, readHomeKeysAgain } from './home-keys.ts';
import { ownCallsWith, type OwnCalls } from './http/own-calls.ts';
import { networkOf } from './http/rate-limit.ts';
import type { SiteConfig } from './http/static-site.ts';
import { printableError } from './log-errors.ts';
import { refuseLostKeys } from './lost-token-keys.ts';
import { JobQueue } from './jobs/job-queue.ts';
import { jobHandlers } from './jobs/job-handlers.ts';
import { ledgerListeners } from './ledger-listeners.ts';
import { RequestBudget } from './modules/banking/providers/simplefin/request-budget.ts';
import { SimplefinProvider } from './modules/banking/providers/simplefin/simplefin-provider.ts';
import { PlaidProvider } from './modules/banking/providers/plaid/plaid-provider.ts';
import type { BankProvider, BankProviders } from './modules/banking/provider.ts';
import { releaseRunningSyncs } from './modules/banking/index.ts';
import { confirmEmailOfSubject, cookieNames, endSessionsOfSubject } from './modules/identity/index.ts';
import { OpenIdClient } from './modules/identity/openid-client.ts';
import { signUpOnLogInPages, signUpsBy } from './modules/sign-up/index.ts';
import { Mailer } from './mail/mailer.ts';
import { deleteAllTokens, tokensOfSubject } from './modules/personal-tokens/index.ts';
import { mailOnLogInPages } from './modules/mail/index.ts';
import { startMetricsListener } from './monitoring/metrics-listener.ts';
import { checkReadiness } from './monitoring/readiness.ts';
import { PushSender } from './modules/notifications/push-sender.ts';
import { testBankUser } from './test-bank-user.ts';
import { TokenBox, type TokenKey } from './token-box.ts';
import { hasUsers, updateDatabase } from './update-database.ts';

/** What tests and development change. */
export interface StartOptions {
  clock?: () => Date;
  logLevel?: Config['logLevel'];
  servesApiDocs?: boolean;
  /** The built app. */
  webDir?: string;
  /** Beside the known push services. */
  pushOrigins?: readonly string[];
  /** Called once, when it is lost for good. The message is for the operator. */
  onDatabaseLost?: (error: Error) => void;
}

export interface RunningServer {
  app: FastifyInstance;
  stop(): Promise<void>;
}

const STATEMENT_GRACE_MS = 1_000;
/** The embedded database then has up to 2.5 s. */
const ORDERLY_END_MS = 6_800;
/** Longer than all orderly ends together. */
const LAST_RESORT_MS = 9_800;
const CLIENT_ID = 'app';
/** A whole outbox is sent at once. */
const CHANGES_PER_MINUTE = 300;
/** Where users get setup tokens of test banks. */
const TEST_TOKEN_PAGE = `${SIMPLEFIN_EMULATOR_PATH}/create`;

/** The path of the widget's script at Plaid's CDN and at an emulator. */
const LINK_SCRIPT_PATH = '/link/v2/stable/link-initialize.js';
const MIGRATIONS_DIR = fileURLToPath(new URL('./db/migrations', import.meta.url));
const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Opens what the configuration asks for, builds the app and listens: the composition root. */
export async function startServer(
  config: Config,
  {
    clock = () => new Date(),
    logLevel = config.logLevel,
    servesApiDocs = false,
    webDir = WEB_DIR,
    pushOrigins = [],
    onDatabaseLost = () => undefined,
  }: StartOptions = {},
): Promise<RunningServer> {
  const cleanUps: (() => Promise<void>)[] = [];
  let localDatabase: LocalPostgres | undefined;
  const stop = async () => {
    try {
      await Promise.race([endInOrder(cleanUps), delay(ORDERLY_END_MS, undefined, { ref: false })]);
    } finally {
      // No database may be left behind.
      await localDatabase?.stop();
    }
  };
  try {
    if (!config.tokenKeys || !config.databaseUrl || config.runsBankEmulator)
      await makeDataDir(config.dataDir);
    const tokenKeys = config.tokenKeys ?? (await readHomeKeys(config.dataDir));
    const ownCalls = ownCallsWith(derivedSecret(tokenKeys, 'own calls'));
    const server = buildServer({ logLevel, trustedProxies: config.trustedProxies });
    if (!config.databaseUrl) localDatabase = await startLocalDatabase(config, server.log, onDatabaseLost);
    const databaseUrl = config.databaseUrl ?? localDatabase?.connectionString ?? '';
    // The job queue, migrations, backups and the small log-in pages need a session. All locks elsewhere end with their transaction.
    const directUrl = config.databaseDirectUrl ?? databaseUrl;
    const identityDatabaseUrl = localDatabase?.connectionStringOf(IDENTITY_PART.schema) ?? directUrl;
    const onLostConnection = (error: Error) =>
      server.log.warn({ err: error }, 'an idle database connection broke');
    const poolSettings = {
      preparesStatements: config.preparesStatements,
      isPooled: directUrl !== databaseUrl,
      endsSilence: true,
    };
    const db = openAppPool(databaseUrl, onLostConnection, poolSettings);
    logSlowStatements(db.$client, server.log);
    cleanUps.push(() => closePool(db, STATEMENT_GRACE_MS));
    // Readiness must not wait behind users.
    const readinessDb = openPool(databaseUrl, onLostConnection, { ...poolSettings, maxConnections: 1 });
    cleanUps.push(() => closePool(readinessDb, STATEMENT_GRACE_MS));
    const queue = new JobQueue(directUrl, (problem) => server.log.warn({ err: problem }, 'job queue'));
    cleanUps.push(() => queue.close());
    // Needed with another issuer too: users may still have an embedded account.
    const issuerAccounts = identityAdmin({
      databaseUrl: identityDatabaseUrl,
      clock,
      onIdleError: (error) => server.log.warn({ err: error }, 'an idle connection to the identities broke'),
    });
    cleanUps.push(() => issuerAccounts.close());
    const backups = {
      config,
      databases: { databaseUrl: directUrl, identityDatabaseUrl },
      clock,
      log: server.log,
    };
    await withPool(directUrl, onLostConnection, (direct) =>
      updateDatabase({
        db: direct,
        migrationsFolder: MIGRATIONS_DIR,
        queue,
        identityDatabaseUrl,
        identities: issuerAccounts,
        backUp: (state) => backUpBeforeUpdate(backups, state),
      }),
    );
    const keysPlace = config.tokenKeys ? 'TOKEN_KEYS' : keysFile(config.dataDir);
    await refuseLostKeys(db, new TokenBox(tokenKeys), keysPlace);
    if (config.metrics) {
      const metrics = await startMetricsListener({ server, db, queue }, config.metrics);
      cleanUps.push(() => metrics.close());
    }
    warnOfOpenSignUp(config, server.log);
    const deps = composeDeps(config, {
      db,
      queue,
      issuerAccounts,
      tokenKeys,
      clock,
      log: server.log,
      ownCalls,
      pushOrigins,
    });
    await mountApp(server, deps, {
      webDir: existsSync(webDir) ? webDir : null,
      runtimeConfig: siteConfig(config, deps.providers),
      plaidUrl: config.plaid?.baseUrl ?? null,
      servesApiDocs,
      hsts: config.hsts,
      requestsPerMinute: config.requestsPerMinute,
      ownCalls,
      changesPerMinute: CHANGES_PER_MINUTE,
      showsWelcomePage: config.showsWelcomePage,
      instance: derivedSecret(tokenKeys, 'instance'),
      checkReadiness: () => checkReadiness({ db: readinessDb, queue }, MIGRATIONS_DIR),
    });
    await mountEmbeddedPrograms(server, config, { identityDatabaseUrl, tokenKeys, deps });
    cleanUps.push(() => server.close());
    await listen(server, config);
    const stopping = new AbortController();
    const backUp = async (signal: AbortSignal) => {
      if (!(await hasUsers(db))) return;
      await backUpToday(backups, AbortSignal.any([signal, stopping.signal])).catch((error: unknown) => {
        // The next start makes it.
        if (!stopping.signal.aborted) throw error;
      });
    };
    await queue.work(jobHandlers(deps, backUp), deps.log);
    await queue.followClock();
    // First, while banks that this process serves still answer.
    cleanUps.push(async () => {
      await queue.stopWorking();
      await releaseRunningSyncs();
    });
    cleanUps.push(async () => stopping.abort());
    return { app: server, stop };
  } catch (error) {
    await stop();
    throw config.databaseUrl ? error : explainLostDatabase(error, config.dataDir);
  }
}

function warnOfOpenSignUp({ signUp, publicUrl }: Config, log: FastifyBaseLogger): void {
  if (signUp !== 'open' || isThisMachine(publicUrl.hostname)) return;
  log.warn(
    `Anyone who reaches ${publicUrl.origin} can create an account. SIGN_UP=invited lets in only people with an invitation.`,
  );
}

async function withPool(
  url: string,
  onLost: (error: Error) => void,
  work: (db: DatabasePool) => Promise<void>,
): Promise<void> {
  const db = openPool(url, onLost);
  try {
    await work(db);
  } finally {
    await closePool(db, STATEMENT_GRACE_MS);
  }
}

/** What to say to the operator, by the system's code. */
const LISTEN_FAILURES: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ port }) =>
    `Another program uses port ${port}: stop that program, or set PORT to another number.`,
  EACCES: ({ port }) => `PORT is wrong: this user may not listen on port ${port}.`,
  EADDRNOTAVAIL: ({ host }) => `HOST is wrong: ${host} is not an address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST is wrong: ${host} has no address.`,
  EAI_AGAIN: ({ host }) => `HOST is wrong: the address of ${host} could not be looked up.`,
};

/** Throws a `ConfigError` if `PORT` or `HOST` is the reason. */
async function listen(server: FastifyInstance, config: Config): Promise<void> {
  try {
    await server.listen({ host: config.host, port: config.port });
  } catch (error) {
    const explain = LISTEN_FAILURES[errorCode(error)];
    throw explain ? new ConfigError(explain(config), { cause: error }) : error;
  }
}

function startLocalDatabase(
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

async function endInOrder(cleanUps: (() => Promise<void>)[]): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}

function composeDeps(
  config: Config,
  parts: Pick<Deps, 'db' | 'queue' | 'issuerAccounts' | 'clock' | 'log'> & {
    tokenKeys: TokenKey[];
    ownCalls: OwnCalls;
    pushOrigins: readonly string[];
  },
): Deps {
  const { db, queue, issuerAccounts, tokenKeys, clock, log, ownCalls, pushOrigins } = parts;
  const { publicUrl } = config;
  const redirectUri = new URL('/api/login/callback', publicUrl).href;
  const openId = new OpenIdClient(
    config.oidc
      ? { ...config.oidc, redirectUri, loopbackOrigin: null }
      : {
          issuer: new URL(IDENTITY_PATH, publicUrl),
          clientId: CLIENT_ID,
          clientSecret: derivedSecret(tokenKeys, 'identity client'),
          redirectUri,
          loopbackOrigin: loopbackOrigin(config),
          headers: ownCalls.headers,
        },
  );
  const providers = composeProviders(config, { db, tokenKeys, clock, log, ownCalls });
  // Keys in the data folder may be rotated while this runs.
  const readAgain = config.tokenKeys ? undefined : () => readHomeKeysAgain(config.dataDir);
  const tokenBox = new TokenBox(tokenKeys, readAgain);
  const contact = config.push.address;
  const push = new PushSender({ db, tokenBox, clock, contact, log, moreOrigins: pushOrigins });
  return {
    db,
    clock,
    publicUrl,
    openId,
    issuerAccounts,
    signUps: signUpsBy(config, { db, clock }),
    providers,
    queue,
    ledgerListeners: ledgerListeners({ clock, queue }),
    tokenBox,
    push,
    mailer: config.mail && new Mailer({ ...config.mail, publicUrl }),
    log,
  };
}

async function mountEmbeddedPrograms(
  server: FastifyInstance,
  config: Config,
  {
    identityDatabaseUrl,
    tokenKeys,
    deps,
  }: { identityDatabaseUrl: string; tokenKeys: TokenKey[]; deps: Deps },
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
      productName: PRODUCT_NAME,
      supportEmail: config.supportEmail,
      signUp: signUpOnLogInPages(deps),
      mail: deps.mailer ? mailOnLogInPages(deps) : undefined,
      onEmailConfirmed: async (subject, by) => {
        const userId = await confirmEmailOfSubject(deps, subject);
        // A stranger may have made them before the owner of the email took the account.
        if (userId !== undefined && by === 'password-link') await deleteAllTokens(deps.db, userId);
      },
      // The pages share the app's origin and so its cookie.
      onLoginsEnded: (subject, { headers }) =>
        endSessionsOfSubject(
          deps,
          subject,
          fastifyCookie.parse(headers.cookie ?? '')[cookieNames(publicUrl).session],
        ),
      otherAccess: tokensOfSubject(deps),
      ...(await fontsOfSite()),
    });
  }
  if (config.runsBankEmulator) {
    try {
      await server.register(plaidEmulator, {
        prefix: BANK_EMULATOR_PATH,
        publicUrl: `${publicUrl.origin}${BANK_EMULATOR_PATH}`,
        appOrigins: [publicUrl.origin],
        databaseFile: join(config.dataDir, 'plaid-emulator.sqlite'),
        clock,
        ...(config.plaid?.credentials ?? emulatorCredentials(tokenKeys)),
      });
      await server.register(simplefinEmulator, {
        prefix: SIMPLEFIN_EMULATOR_PATH,
        publicUrl: `${publicUrl.origin}${SIMPLEFIN_EMULATOR_PATH}`,
        databaseFile: join(config.dataDir, 'simplefin-emulator.sqlite'),
        clock,
        pageUserOf: testBankUser(deps, TEST_TOKEN_PAGE),
      });
    } catch (error) {
      throw error instanceof BankFileError ? new ConfigError(error.message, { cause: error }) : error;
    }
  }
}

/** Hashed; none if the app is not built. */
async function fontsOfSite(): Promise<{ fonts?: { stylesheetUrl: string; scriptUrl: string } }> {
  if (!existsSync(WEB_DIR)) return {};
  const files = await readdir(join(WEB_DIR, 'assets'));
  const urlOf = (pattern: RegExp) =>
    files.filter((file) => pattern.test(file)).map((file) => `/assets/${file}`)[0];
  const stylesheetUrl = urlOf(/^fonts-.*\.css$/);
  const scriptUrl = urlOf(/^load-fonts-.*\.js$/);
  return stylesheetUrl && scriptUrl ? { fonts: { stylesheetUrl, scriptUrl } } : {};
}

/** The usual way to connect a bank comes first. */
function composeProviders(
  config: Config,
  {
    db,
    tokenKeys,
    clock,
    log,
    ownCalls,
  }: Pick<Deps, 'db' | 'clock' | 'log'> & { tokenKeys: TokenKey[]; ownCalls: OwnCalls },
): BankProviders {
  const { plaid, simplefin } = config;
  const providers: BankProvider[] = [];
  if (plaid) {
    providers.push(
      new PlaidProvider({
        baseUrl: plaid.baseUrl ?? `${loopbackOrigin(config)}${BANK_EMULATOR_PATH}`,
        ...(plaid.credentials ?? emulatorCredentials(tokenKeys)),
        webhookUrl: webhookUrl(config, plaid),
        linkLimit: plaid.linkLimit,
        ...(plaid.baseUrl === null && { headers: ownCalls.headers }),
        clock,
        log,
      }),
    );
  }
  if (simplefin) {
    providers.push(
      new SimplefinProvider({
        tokenPageUrl: `${simplefin.serverUrl.href.replace(/\/+$/, '')}/create`,
        trustedOrigins: [
          ...simplefin.trustedOrigins,
          ...(config.runsBankEmulator ? [config.publicUrl.origin] : []),
        ],
        allowedHosts: simplefin.allowedHosts,
        allowsAnyHost: simplefin.allowsAnyHost,
        budget: new RequestBudget({ db, clock }),
        clock,
        log,
      }),
    );
  }
  return new Map(providers.map((provider) => [provider.id, provider]));
}

function emulatorCredentials(tokenKeys: readonly TokenKey[]): { clientId: string; secret: string } {
  return { clientId: CLIENT_ID, secret: derivedSecret(tokenKeys, 'bank emulator') };
}

function siteConfig(config: Config, providers: BankProviders): SiteConfig {
  const testTokenPageUrl = config.runsBankEmulator ? TEST_TOKEN_PAGE : null;
  const [usual, ...others] = Array.from(providers.values(), (provider): ProviderConfig => {
    const { tokenPageUrl, linkLimit } = provider.capabilities;
    const shown = { id: provider.id, name: provider.displayName, linkLimit };
    if (tokenPageUrl === null) return { ...shown, connect: 'widget' };
    return { ...shown, connect: 'token', tokenPageUrl, testTokenPageUrl };
  });
  if (!usual) throw new Error('There is no bank-linking provider');
  return {
    supportEmail: config.supportEmail,
    providers: [usual, ...others],
    linkScriptUrl: linkScriptUrl(config),
    sendsMail: config.mail !== null,
    loginSettingsUrl: config.runsIdentityProvider ? `${IDENTITY_PATH}/account` : null,
  };
}

/** The emulator's script, without a host if the emulator runs beside the app. Without Plaid, nothing loads it. */
function linkScriptUrl({ plaid }: Config): string | null {
  if (plaid && isPlaidItself(plaid)) return null;
  return `${plaid?.baseUrl ?? BANK_EMULATOR_PATH}${LINK_SCRIPT_PATH}`;
}

/** Plaid calls only public HTTPS addresses; an emulator calls any. */
function webhookUrl({ publicUrl }: Config, plaid: PlaidConfig): string | null {
  if (isPlaidItself(plaid) && publicUrl.protocol !== 'https:') return null;
  return new URL(routes.receiveWebhook.path.replace(':provider', 'plaid'), publicUrl).href;
}

type PlaidConfig = NonNullable<Config['plaid']>;

function isPlaidItself({ baseUrl }: PlaidConfig): boolean {
  return baseUrl !== null && new URL(baseUrl).hostname.endsWith('.plaid.com');
}

/** This process's own address, because the public one may lead through a proxy. */
function loopbackOrigin({ host, port }: Config): string {
  const isEverywhere = ['localhost', '0.0.0.0', '::'].includes(host);
  const address = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${address}:${port}`;
}

/** Runs the server as this process. A failed start ends it with a sentence. */
export async function run(options: StartOptions = {}): Promise<void> {
  // Ends the process as usual, but prints no names, sums or secrets.
  process.on('uncaughtException', (error) => {
    console.error(printableError(error));
    process.exit(1);
  });
  // `npm start` keeps a channel to this process and closes it to shut down.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  try {
    const config = readConfig();
    const starting = startServer(config, { onDatabaseLost: endWithSentence, ...options });
    stopOnSignal(starting);
    await starting;
    console.log(`${PRODUCT_NAME} is ready at ${config.publicUrl.origin}`);
    if (config.isAwaitedBySystemd) tellSystemd();
  } catch (error) {
    explainFailedStart(error);
    process.exit(1);
  }
}

/** Also during the start: the kernel drops signals that a container's first process doesn't handle. */
function stopOnSignal(starting: Promise<RunningServer>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
      starting
        .then((server) => server.stop())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            explainFailedStart(error);
            process.exit(1);
          },
        );
    });
  }
}

/** Node has no datagram sockets for systemd's address. */
function tellSystemd(): void {
  execFile('systemd-notify', ['--ready'], (error) => {
    if (error) console.error(`systemd was not told that the server is ready: ${error.message}`);
  });
}

export function endWithSentence(error: Error): void {
  console.error(error.message);
  process.exit(1);
}

if (import.meta.main) void run();
