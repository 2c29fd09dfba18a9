import rootPackage from '../../../../package.json' with { type: 'json' };
import { readIdentityVersion } from '@oinkly/identity-provider';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readAppliedMigrations } from '../db/migrate.ts';
import { formatTokenKeys } from '../security/home-keys.ts';
import { readQueueVersion } from '../jobs/queue-schema.ts';
import type { TokenKey } from '../security/token-box.ts';
import {
  BANK_FILES,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  partName,
  TOKEN_KEYS,
  type Manifest,
  type TableOfBackup,
} from './archive-format.ts';
import { BackupError, explainFailedWrite } from './backup-error.ts';
import {
  columnList,
  countRowsOf,
  IDENTITY_SCHEMAS,
  listTables,
  MAIN_SCHEMAS,
  quoted,
  readSequences,
  setTransactionDefaults,
} from './tables.ts';
import { ArchiveWriter, partOf } from './write-archive.ts';

export interface BackupSource {
  databaseUrl: string;
  /** The same as `databaseUrl` if one role owns all schemas. */
  identityDatabaseUrl: string;
  /** The folder of the test banks; null without them. */
  bankDir: string | null;
}

export interface BackupRequest {
  file: string;
  /** Null: not encrypted. */
  passphrase: string | null;
  /** Null: left out. */
  tokenKeys: readonly TokenKey[] | null;
  now: Date;
  signal?: AbortSignal;
}

/** Any fixed number works. */
const BACKUP_LOCK = 7_246_557;
const NEWLINE = 0x0a;
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Writes one consistent snapshot of a database that may be in use. Throws a `BackupError` with one sentence, for
 * example for a full disk, and then leaves nothing behind.
 */
export async function createBackup(source: BackupSource, request: BackupRequest): Promise<Manifest> {
  const { file, passphrase, now, signal } = request;
  try {
    const archive = await ArchiveWriter.create(file, { passphrase, writtenAt: now });
    try {
      const manifest = await withSnapshot(source, (parts) => writeParts(archive, parts, source, request));
      signal?.throwIfAborted();
      await archive.finish();
      return manifest;
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  } catch (error) {
    if (signal?.aborted)
      throw new BackupError('The backup was interrupted. Nothing was written.', { cause: error });
    throw explainFailedWrite(error, file);
  }
}

/** A connection inside the snapshot, and the schemas that its role can read. */
interface SnapshotPart {
  client: pg.Client;
  schemas: readonly string[];
}

async function withSnapshot<T>(
  { databaseUrl, identityDatabaseUrl }: BackupSource,
  work: (parts: SnapshotPart[]) => Promise<T>,
): Promise<T> {
  const clients: pg.Client[] = [];
  const connect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString, application_name: 'oinkly-backup' });
    // The query that is running reports it.
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return client;
  };
  try {
    const main = await connect(databaseUrl);
    await setTransactionDefaults(main);
    const { rows: locks } = await main.query<{ isOurs: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS "isOurs"',
      [BACKUP_LOCK],
    );
    if (!locks[0]?.isOurs) {
      throw new BackupError('Another backup of this database is running: wait until it finishes.');
    }
    if (identityDatabaseUrl === databaseUrl) {
      return await work([{ client: main, schemas: [...MAIN_SCHEMAS, ...IDENTITY_SCHEMAS] }]);
    }
    const { rows: snapshots } = await main.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
    const identity = await connect(identityDatabaseUrl);
    await identity.query(`SET TRANSACTION SNAPSHOT ${pg.escapeLiteral(snapshots[0]?.id ?? '')}`);
    await setTransactionDefaults(identity);
    return await work([
      { client: main, schemas: MAIN_SCHEMAS },
      { client: identity, schemas: IDENTITY_SCHEMAS },
    ]);
  } finally {
    for (const client of clients) await client.end();
  }
}

async function writeParts(
  archive: ArchiveWriter,
  parts: readonly SnapshotPart[],
  { bankDir }: BackupSource,
  { tokenKeys, now, signal, file }: BackupRequest,
): Promise<Manifest> {
  const [main] = parts;
  if (!main) throw new Error('A snapshot has no connection');
  const identity = parts.at(-1) ?? main;
  const banks = BANK_FILES.filter((name) => bankDir !== null && existsSync(join(bankDir, name)));
  const tables: TableOfBackup[] = [];
  const sequences: Manifest['sequences'] = [];
  for (const { client, schemas } of parts) {
    for (const table of await listTables(client, schemas)) {
      tables.push({ ...table, rows: await countRowsOf(client, table) });
    }
    sequences.push(...(await readSequences(client, schemas)));
  }
  const { rows: servers } = await main.client.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  const manifest: Manifest = {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    appVersion: rootPackage.version,
    createdAt: now.toISOString(),
    postgresVersion: servers[0]?.version ?? '',
    versions: {
      app: await readAppliedMigrations(main.client),
      identity: await readIdentityVersion(identity.client),
      queue: await readQueueVersion(main.client),
    },
    tables,
    sequences,
    files: tokenKeys ? [TOKEN_KEYS, ...banks] : banks,
  };
  await archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const { client, schemas } of parts) {
    for (const table of tables.filter(({ schema, rows }) => schemas.includes(schema) && rows > 0)) {
      await writeRows(archive, client, table, signal);
    }
  }
  if (tokenKeys) await archive.add(TOKEN_KEYS, Buffer.from(formatTokenKeys(tokenKeys)));
  if (bankDir !== null) {
    for (const name of banks) await addBankFile(archive, name, bankDir, `${partOf(file)}.sqlite`);
  }
  return manifest;
}

/** Cuts at the ends of lines, which are the ends of rows: PostgreSQL escapes those inside of values. */
async function writeRows(
  archive: ArchiveWriter,
  client: pg.Client,
  table: TableOfBackup,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Unlike a plain COPY, it also reads partitioned tables.
  const rows = client.query(copyTo(`COPY (SELECT ${columnList(table)} FROM ${quoted(table)}) TO STDOUT`));
  let part = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < PART_BYTES) continue;
    const bytes = Buffer.concat(held);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) await archive.add(partName(table, (part += 1)), bytes.subarray(0, end));
    held = [bytes.subarray(end)];
    heldBytes = bytes.length - end;
  }
  if (heldBytes > 0) await archive.add(partName(table, part + 1), Buffer.concat(held));
}

/** The bank may be in use, so SQLite copies it first. */
async function addBankFile(
  archive: ArchiveWriter,
  name: string,
  bankDir: string,
  copy: string,
): Promise<void> {
  // Loading it prints a warning, which other commands need not show.
  const { backup: copyDatabase, DatabaseSync } = await import('node:sqlite');
  await rm(copy, { force: true });
  try {
    const bank = new DatabaseSync(join(bankDir, name));
    try {
      bank.exec('PRAGMA busy_timeout = 5000');
      await copyDatabase(bank, copy);
    } finally {
      bank.close();
    }
    await archive.addFile(name, copy);
  } finally {
    await rm(copy, { force: true });
  }
}
