import { type IdentityAdmin, identityAdmin } from '@oinkly/identity-provider';
import { findRunningPostgres, startLocalPostgres, type LocalDatabase } from '@oinkly/local-postgres';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { closePool, openAppPool, type DatabasePool } from '../db/database.ts';
import { IDENTITY_PART } from '../db/identity-part.ts';
import { ageOfSchema, REFUSED_DATABASE } from '../db/migrate.ts';
import { addHomeKey, dropOldHomeKeys, readHomeKeys } from '../security/home-keys.ts';
import { readConfig, type Config } from '../start/config.ts';
import { AdminError } from './admin-error.ts';
import type { Installation, TokenKeyRing } from './installation.ts';

const CLOSE_GRACE_MS = 1_000;

interface DatabaseUrls {
  databaseUrl: string;
  identityDatabaseUrl: string;
}

interface OpenedDatabase extends DatabaseUrls {
  db: DatabasePool;
  cleanUps: (() => Promise<void>)[];
}

/** Opens what a command works on, and closes it after the work. */
export interface Opener {
  migrationsFolder: string;
  /** A database of any version. Starts the embedded PostgreSQL if the server does not run. */
  withDatabase: <T>(config: Config, work: (opened: OpenedDatabase) => Promise<T>) => Promise<T>;
  /** Prints what the work returns. Throws an `AdminError` if another version wrote the database. */
  answer: (work: (installation: Installation) => Promise<string>) => Promise<void>;
}

export function openerOf(migrationsFolder: string): Opener {
  return {
    migrationsFolder,
    withDatabase,
    answer: async (work) => console.log(await withInstallation(readConfig(), migrationsFolder, work)),
  };
}

async function withDatabase<T>(config: Config, work: (opened: OpenedDatabase) => Promise<T>): Promise<T> {
  const cleanUps: (() => Promise<void>)[] = [];
  try {
    const givenUrl = config.databaseDirectUrl ?? config.databaseUrl;
    const { databaseUrl, identityDatabaseUrl } = givenUrl
      ? { databaseUrl: givenUrl, identityDatabaseUrl: givenUrl }
      : await openHomeDatabase(config, cleanUps);
    const db = openAppPool(databaseUrl, printLostConnection);
    cleanUps.push(() => closePool(db, CLOSE_GRACE_MS));
    return await work({ db, databaseUrl, identityDatabaseUrl, cleanUps });
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

function withInstallation<T>(
  config: Config,
  migrationsFolder: string,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async ({ db, databaseUrl, identityDatabaseUrl, cleanUps }) => {
    const age = await ageOfSchema(db, migrationsFolder);
    if (age === 'newer' || age === 'too-old') throw new AdminError(REFUSED_DATABASE[age]);
    // Migrating here would break a running server of the older version.
    if (age === 'older') {
      throw new AdminError('An older version wrote this database: start the new server once to update it.');
    }
    const identities = identitiesOf(identityDatabaseUrl);
    cleanUps.push(() => identities.close());
    const issuerElsewhere = config.oidc?.issuer.href ?? null;
    const { publicUrl, signUp } = config;
    const tokenKeys = keyRingOf(config);
    return work({ db, databaseUrl, identities, issuerElsewhere, tokenKeys, publicUrl, signUp });
  });
}

async function openHomeDatabase(
  { dataDir }: Config,
  cleanUps: (() => Promise<void>)[],
): Promise<DatabaseUrls> {
  const folder = join(dataDir, 'postgres');
  if (!existsSync(folder)) {
    throw new AdminError(
      `There is no database in ${dataDir}: set DATA_DIR as for the server, or start the server first.`,
    );
  }
  const running = await findRunningPostgres(folder);
  if (running !== null) return urlsOf(running);
  const local = await startLocalPostgres({ dataDir: folder, parts: [IDENTITY_PART] });
  cleanUps.push(() => local.stop());
  return urlsOf(local);
}

function urlsOf(database: LocalDatabase): DatabaseUrls {
  return {
    databaseUrl: database.connectionString,
    identityDatabaseUrl: database.connectionStringOf(IDENTITY_PART.schema),
  };
}

export function keyRingOf({ tokenKeys, dataDir }: Config): TokenKeyRing {
  return tokenKeys
    ? { read: async () => tokenKeys, forRotation: async () => tokenKeys, dropOld: null }
    : {
        read: () => readHomeKeys(dataDir),
        forRotation: () => addHomeKey(dataDir),
        dropOld: () => dropOldHomeKeys(dataDir),
      };
}

/** Connects when it is used. */
export function identitiesOf(databaseUrl: string): IdentityAdmin {
  return identityAdmin({ databaseUrl, clock: () => new Date(), onIdleError: printLostConnection });
}

function printLostConnection(error: Error): void {
  console.error(`A connection to the database broke: ${error.message}`);
}
