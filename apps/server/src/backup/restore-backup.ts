import {
  findRunningPostgres,
  LocalPostgresStartError,
  startLocalPostgres,
  type LocalPostgres,
} from '@oinkly/local-postgres';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { parseTokenKeys } from '../security/token-keys.ts';
import { makeDataDir } from '../settings/data-dir.ts';
import { IDENTITY_PART } from '../db/identity-part.ts';
import { ageOfMigrations } from '../db/migrate.ts';
import { errorCode } from '../errors/error-code.ts';
import { restoreHomeKeys } from '../security/home-keys.ts';
import { messageOf } from '../log/log-errors.ts';
import type { TokenKey } from '../security/token-box.ts';
import { BANK_FILES, TOKEN_KEYS, type Manifest } from './archive-format.ts';
import { BackupError } from './backup-error.ts';
import { dropEmptyTables, refuseCitus, refuseOtherConnections, refuseRows } from './empty-place.ts';
import { BackupLoad, knowsVersions } from './load-backup.ts';
import { ofNewerVersion, ofOldVersion, readArchive } from './read-archive.ts';
import { IDENTITY_SCHEMAS, MAIN_SCHEMAS } from './tables.ts';

export interface RestoreRequest {
  file: string;
  passphrase: string | null;
  migrationsFolder: string;
  signal?: AbortSignal;
}

export interface Restored {
  manifest: Manifest;
  /** The keys in the backup, if it holds any. */
  tokenKeys: TokenKey[] | null;
}

/** Reads the whole file and checks that this release can restore it. Throws a `BackupError`. */
export async function verifyBackup({
  file,
  passphrase,
  migrationsFolder,
}: Omit<RestoreRequest, 'signal'>): Promise<Manifest> {
  const manifest = await readArchive(file, passphrase);
  // Only now is it certain that the manifest is unchanged.
  if (ageOfMigrations(manifest.versions.app, migrationsFolder) === 'too-old') throw ofOldVersion(file);
  if (!knowsVersions(manifest.versions, migrationsFolder)) throw ofNewerVersion(file, manifest.appVersion);
  return manifest;
}

/**
 * Restores into a database of the operator's that has no users, in one transaction. A failure leaves the database as
 * it was. In the last step, the backup's test banks may already be in place. Throws a `BackupError` that says so.
 * @param request.bankDir the data folder if test banks run there
 */
export async function restoreIntoDatabase(
  databaseUrl: string,
  request: RestoreRequest & { bankDir: string | null },
): Promise<Restored> {
  await verifyBackup(request);
  const { bankDir } = request;
  if (bankDir !== null) await makeDataDir(bankDir);
  return explained('the database', request, (noteFiles) =>
    withClient(databaseUrl, async (client) => {
      await client.query('BEGIN');
      await refuseCitus(client);
      await refuseOtherConnections(client);
      for (const table of ['public.users', 'identity.accounts']) {
        await refuseRows(client, table, 'The database at DATABASE_URL');
      }
      await dropEmptyTables(client, request.migrationsFolder);
      // Not earlier, because another restore may be writing them.
      if (bankDir !== null) await removeUnfinishedBanks(bankDir);
      try {
        const parts = [{ client, schemas: [...MAIN_SCHEMAS, ...IDENTITY_SCHEMAS] }];
        const restored = await loadArchive(request, parts, bankDir);
        request.signal?.throwIfAborted();
        // First, because a database without users can be restored again.
        if (bankDir !== null) {
          noteFiles();
          await putBanksInPlace(bankDir);
        }
        await client.query('COMMIT');
        return restored;
      } finally {
        if (bankDir !== null) await removeUnfinishedBanks(bankDir);
      }
    }),
  );
}

/** Marks what a restore makes until it is complete. */
const UNFINISHED = '.restoring';
/** Marks the empty database that a restore replaces. */
const REPLACED = '.replaced';

/**
 * Restores into a data folder without users: builds a new database beside it and puts it in place at the end, because two roles can't commit
 * together. The tables are built with the migrations that the backup names, not with SQL from the file. A failure
 * leaves the database as it was. In the last step, the backup's test banks and token keys may already be in place. Throws a
 * `BackupError` that says so.
 */
export async function restoreAtHome(
  dataDir: string,
  request: RestoreRequest & { keepsTokenKeys: boolean },
): Promise<Restored> {
  await verifyBackup(request);
  await makeDataDir(dataDir);
  const folder = join(dataDir, 'postgres');
  await putBack(folder);
  await refuseUsersAtHome(dataDir, folder);
  const unfinished = `${folder}${UNFINISHED}`;
  if (await findRunningPostgres(unfinished)) {
    throw new BackupError(`Another restore into ${dataDir} is running: wait until it finishes.`);
  }
  await removeUnfinished(dataDir);
  return explained(dataDir, request, (noteFiles) => restoreIntoFolder(dataDir, folder, request, noteFiles));
}

async function restoreIntoFolder(
  dataDir: string,
  folder: string,
  request: RestoreRequest & { keepsTokenKeys: boolean },
  noteFiles: () => void,
): Promise<Restored> {
  const unfinished = `${folder}${UNFINISHED}`;
  try {
    const restored = await loadIntoNewFolder(unfinished, dataDir, request);
    request.signal?.throwIfAborted();
    await moveAside(dataDir, folder);
    noteFiles();
    await putBanksInPlace(dataDir);
    if (restored.tokenKeys && request.keepsTokenKeys) await restoreHomeKeys(dataDir, restored.tokenKeys);
    // Last, because a folder without a database can be restored again.
    await rename(unfinished, folder);
    await removeReplaced(dataDir);
    return restored;
  } finally {
    await putBack(folder);
    await removeUnfinished(dataDir);
  }
}

/** Moves the empty database away, unless people have signed up there meanwhile. A server that starts now can no longer use it. */
async function moveAside(dataDir: string, folder: string): Promise<void> {
  await removeReplaced(dataDir);
  if (!existsSync(folder)) return;
  const replaced = `${folder}${REPLACED}`;
  await rename(folder, replaced);
  await refuseUsersAtHome(dataDir, replaced);
}

/** The database of a restore that failed or was killed. */
async function putBack(folder: string): Promise<void> {
  const replaced = `${folder}${REPLACED}`;
  if (existsSync(replaced) && !existsSync(folder)) await rename(replaced, folder);
}

/** A new database needs about as much. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** On a full disk, PostgreSQL may not be able to say so when it starts. */
async function hasNoRoom(error: unknown, dataDir: string): Promise<boolean> {
  if (!(error instanceof LocalPostgresStartError)) return false;
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize < MIN_FREE_BYTES;
}

/** The first one is PostgreSQL's. */
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

const UNCHANGED = 'Nothing was changed.';
/** The database may have taken the last step although its answer was lost. */
const FILES_IN_PLACE =
  'The backup’s test banks and token keys may already be in place. Restore again: if the database has its users, that is refused.';

/** Says in one or two sentences what happened and what is left. `work` notes when files of the backup go to their places. */
async function explained<T>(
  place: string,
  { signal }: RestoreRequest,
  work: (noteFiles: () => void) => Promise<T>,
): Promise<T> {
  let left = UNCHANGED;
  try {
    return await work(() => {
      left = FILES_IN_PLACE;
    });
  } catch (error) {
    if (signal?.aborted) {
      throw new BackupError(`The restore was interrupted. ${left}`, { cause: error });
    }
    if (DISK_FULL.has(errorCode(error)) || (await hasNoRoom(error, place))) {
      throw new BackupError(`The disk of ${place} is full: free some space, then try again. ${left}`, {
        cause: error,
      });
    }
    if (errorCode(error) === '42501') {
      throw new BackupError(
        `The database role lacks a right (${messageOf(error)}): grant it, then try again. ${left}`,
        { cause: error },
      );
    }
    if (left === FILES_IN_PLACE) {
      throw new BackupError(`The restore did not end: ${messageOf(error)}. ${left}`, { cause: error });
    }
    throw error;
  }
}

async function loadIntoNewFolder(
  folder: string,
  dataDir: string,
  request: RestoreRequest,
): Promise<Restored> {
  const database = await startLocalPostgres({ dataDir: folder, parts: [IDENTITY_PART] });
  try {
    return await withClient(database.connectionString, (main) =>
      withClient(database.connectionStringOf(IDENTITY_PART.schema), async (identity) => {
        for (const client of [main, identity]) await client.query('BEGIN');
        const parts = [
          { client: main, schemas: MAIN_SCHEMAS },
          { client: identity, schemas: IDENTITY_SCHEMAS },
        ];
        const restored = await loadArchive(request, parts, dataDir);
        for (const client of [main, identity]) await client.query('COMMIT');
        return restored;
      }),
    );
  } finally {
    await database.stop();
  }
}

interface LoadPart {
  client: pg.Client;
  schemas: readonly string[];
}

/**
 * Reads the file again and loads it.
 * @param bankDir where the test banks' files go, unfinished; null to leave them out
 */
async function loadArchive(
  { file, passphrase, signal, migrationsFolder }: RestoreRequest,
  parts: readonly LoadPart[],
  bankDir: string | null,
): Promise<Restored> {
  const loads: BackupLoad[] = [];
  let tokenKeys: TokenKey[] | null = null;
  const manifest = await readArchive(file, passphrase, {
    manifest: async (read) => {
      for (const { client, schemas } of parts) {
        loads.push(await BackupLoad.begin(client, read, { schemas, migrationsFolder }));
      }
    },
    rows: async (table, chunks) => {
      signal?.throwIfAborted();
      const load = loads.find((one) => one.owns(table));
      if (!load) throw new BackupError(`${file} has a table of an unknown schema, ${table.schema}.`);
      await load.copy(table, chunks);
    },
    file: async (name, chunks) => {
      if (name === TOKEN_KEYS) tokenKeys = parseTokenKeys((await text(chunks)).trim());
      else if (bankDir !== null) {
        const path = `${join(bankDir, name)}${UNFINISHED}`;
        await pipeline(Readable.from(chunks), createWriteStream(path, { flush: true }));
      }
    },
  });
  for (const load of loads) await load.finish();
  return { manifest, tokenKeys };
}

async function refuseUsersAtHome(dataDir: string, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  // Refuses a folder that a server uses.
  const present: LocalPostgres = await startLocalPostgres({ dataDir: folder, parts: [IDENTITY_PART] });
  try {
    await withClient(present.connectionString, (main) => refuseRows(main, 'public.users', dataDir));
    await withClient(present.connectionStringOf(IDENTITY_PART.schema), (identity) =>
      refuseRows(identity, 'identity.accounts', dataDir),
    );
  } finally {
    await present.stop();
  }
}

async function putBanksInPlace(dataDir: string): Promise<void> {
  for (const name of BANK_FILES) {
    const file = join(dataDir, name);
    if (!existsSync(`${file}${UNFINISHED}`)) continue;
    for (const ending of ['-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
    await rename(`${file}${UNFINISHED}`, file);
  }
}

async function removeUnfinished(dataDir: string): Promise<void> {
  await removeDatabase(join(dataDir, `postgres${UNFINISHED}`));
  await removeUnfinishedBanks(dataDir);
}

async function removeUnfinishedBanks(dataDir: string): Promise<void> {
  for (const name of BANK_FILES) await rm(`${join(dataDir, name)}${UNFINISHED}`, { force: true });
}

function removeReplaced(dataDir: string): Promise<void> {
  return removeDatabase(join(dataDir, `postgres${REPLACED}`));
}

async function removeDatabase(folder: string): Promise<void> {
  for (const ending of ['', '.log', '.owner', '.socket']) {
    await rm(`${folder}${ending}`, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'oinkly-restore' });
  // The query that is running reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
