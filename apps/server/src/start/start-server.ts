import { identityAdmin } from '@oinkly/identity-provider';
import type { LocalPostgres } from '@oinkly/local-postgres';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { buildServer, mountApp } from '../app.ts';
import { backUpBeforeUpdate, backUpToday } from '../backup/automatic-backups.ts';
import { closePool, openAppPool, openPool, type DatabasePool } from '../db/database.ts';
import { IDENTITY_PART } from '../db/identity-part.ts';
import { logSlowStatements } from '../db/slow-statements.ts';
import { ownCallsWith } from '../http/own-calls.ts';
import { jobHandlers } from './job-handlers.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import type { BankCredentials } from '../modules/banking/provider-definition.ts';
import { releaseRunningSyncs } from '../modules/banking/index.ts';
import { startMetricsListener } from '../monitoring/metrics-listener.ts';
import { checkReadiness } from '../monitoring/readiness.ts';
import { derivedSecret, keysFile, readHomeKeys } from '../security/home-keys.ts';
import { refuseLostKeys } from './lost-token-keys.ts';
import { TokenBox } from '../security/token-box.ts';
import { composeDeps } from './compose-deps.ts';
import type { Config } from './config.ts';
import { makeDataDir } from '../settings/data-dir.ts';
import { credentialsOfTestBanks, mountEmbeddedPrograms, startLocalDatabase } from './embedded-programs.ts';
import { explainLostDatabase } from './failed-start.ts';
import { listen } from './listen.ts';
import { warnOfOpenSignUp } from './open-sign-up.ts';
import { siteConfig } from './providers.ts';
import { hasUsers, updateDatabase } from './update-database.ts';

/** What tests and development change. */
export interface StartOptions {
  clock?: () => Date;
  logLevel?: Config['logLevel'];
  servesApiDocs?: boolean;
  /** Beside the known push services. */
  pushOrigins?: readonly string[];
  /** Of the test banks. */
  bankCredentials?: BankCredentials;
  /** Called once, when it is lost for good. The message is for the operator. */
  onDatabaseLost?: (error: Error) => void;
}

export interface RunningServer {
  app: FastifyInstance;
  stop(): Promise<void>;
}

/** Folders beside the program. */
export interface ServerFiles {
  migrationsDir: string;
  /** The built app; it may be missing. */
  webDir: string;
}

const STATEMENT_GRACE_MS = 1_000;
/** The embedded database then has up to 2.5 s. */
const ORDERLY_END_MS = 6_800;
/** A whole outbox is sent at once. */
const CHANGES_PER_MINUTE = 300;

/** Opens what the configuration asks for, builds the app and listens. */
export async function startServer(
  config: Config,
  {
    migrationsDir,
    webDir,
    clock = () => new Date(),
    logLevel = config.logLevel,
    servesApiDocs = false,
    pushOrigins = [],
    onDatabaseLost = () => undefined,
    bankCredentials,
  }: StartOptions & ServerFiles,
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
    if (!config.tokenKeys || !config.databaseUrl || config.runsTestBanks) await makeDataDir(config.dataDir);
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
      hasQueryTimeout: true,
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
        migrationsFolder: migrationsDir,
        queue,
        identityDatabaseUrl,
        identities: issuerAccounts,
        backUp: (state) => backUpBeforeUpdate(backups, state),
      }),
    );
    const keysPlace = config.tokenKeys ? 'TOKEN_KEYS' : keysFile(config.dataDir);
    await refuseLostKeys({ db, identities: issuerAccounts }, new TokenBox(tokenKeys), keysPlace);
    if (config.metrics) {
      const metrics = await startMetricsListener({ server, db, queue }, config.metrics);
      cleanUps.push(() => metrics.close());
    }
    warnOfOpenSignUp(config, server.log);
    const testBankCredentials = bankCredentials ?? credentialsOfTestBanks(tokenKeys);
    const deps = composeDeps(config, {
      db,
      queue,
      issuerAccounts,
      tokenKeys,
      clock,
      log: server.log,
      ownCalls,
      pushOrigins,
      testBankCredentials,
    });
    await mountApp(server, deps, {
      webDir: existsSync(webDir) ? webDir : null,
      runtimeConfig: siteConfig(config, deps.providers),
      servesApiDocs,
      hsts: config.hsts,
      requestsPerMinute: config.requestsPerMinute,
      ownCalls,
      changesPerMinute: CHANGES_PER_MINUTE,
      showsWelcomePage: config.showsWelcomePage,
      instance: derivedSecret(tokenKeys, 'instance'),
      checkReadiness: () => checkReadiness({ db: readinessDb, queue }, migrationsDir),
    });
    await mountEmbeddedPrograms(server, config, {
      identityDatabaseUrl,
      tokenKeys,
      deps,
      webDir,
      testBankCredentials,
    });
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

async function endInOrder(cleanUps: (() => Promise<void>)[]): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}
