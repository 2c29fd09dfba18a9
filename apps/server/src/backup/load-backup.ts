import { createIdentitySchema, IDENTITY_SCHEMA_VERSION } from '@oinkly/identity-provider';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createAppSchema, knownMigrations } from '../db/migrate.ts';
import { createQueueSchema, QUEUE_SCHEMA_VERSION } from '../jobs/queue-schema.ts';
import {
  fullName,
  type Manifest,
  type SchemaVersions,
  type SequenceOfBackup,
  type TableOfBackup,
} from './archive-format.ts';
import { BackupError } from './backup-error.ts';
import {
  columnList,
  countRowsOf,
  IDENTITY_SCHEMAS,
  listTables,
  MAIN_SCHEMAS,
  quoted,
  setTransactionDefaults,
} from './tables.ts';

/** Whether `applied` are this release's first migrations, also after those that the first one replaced. */
export function knowsMigrations(applied: readonly number[], migrationsFolder: string): boolean {
  const known = knownMigrations(migrationsFolder);
  const since = applied.filter((at) => at >= (known[0] ?? 0));
  return applied.length === 0 || (since.length > 0 && since.every((at, index) => known[index] === at));
}

/** Whether this release knows all migrations that a backup's database had. */
export function knowsVersions({ app, identity, queue }: SchemaVersions, migrationsFolder: string): boolean {
  return (
    knowsMigrations(app, migrationsFolder) &&
    identity <= IDENTITY_SCHEMA_VERSION &&
    queue <= QUEUE_SCHEMA_VERSION
  );
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Loads a backup into empty schemas, in one transaction of one role. */
export class BackupLoad {
  readonly #client: pg.Client;
  readonly #schemas: readonly string[];
  readonly #manifest: Manifest;
  #foreignKeys: ForeignKey[] = [];

  private constructor(client: pg.Client, schemas: readonly string[], manifest: Manifest) {
    this.#client = client;
    this.#schemas = schemas;
    this.#manifest = manifest;
  }

  /**
   * Creates the schemas at the backup's migrations. `client` is in a transaction, and its role will own them. Throws a
   * `BackupError` if the backup has rows of an unknown table.
   */
  static async begin(
    client: pg.Client,
    manifest: Manifest,
    { schemas, migrationsFolder }: { schemas: readonly string[]; migrationsFolder: string },
  ): Promise<BackupLoad> {
    const load = new BackupLoad(client, schemas, manifest);
    await setTransactionDefaults(client);
    const { app, identity, queue } = manifest.versions;
    if (load.#has(MAIN_SCHEMAS)) {
      await createAppSchema(client, migrationsFolder, app.at(-1) ?? 0);
      if (queue > 0) await createQueueSchema(client, queue);
    }
    if (load.#has(IDENTITY_SCHEMAS) && identity > 0) await createIdentitySchema(client, identity);
    // The job queue's script sets its own limits.
    await setTransactionDefaults(client);
    await load.#refuseUnknownTables();
    await load.#dropForeignKeys();
    await load.#empty();
    return load;
  }

  owns({ schema }: TableOfBackup): boolean {
    return this.#schemas.includes(schema);
  }

  async copy(table: TableOfBackup, chunks: AsyncIterable<Buffer>): Promise<void> {
    const target = this.#client.query(copyFrom(`COPY ${quoted(table)} (${columnList(table)}) FROM STDIN`));
    await pipeline(Readable.from(chunks), target);
  }

  /** Throws an error if the tables differ from the manifest. */
  async finish(): Promise<void> {
    for (const { table, name, definition } of this.#foreignKeys) {
      await this.#client.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`,
      );
    }
    for (const sequence of this.#manifest.sequences) {
      if (this.#schemas.includes(sequence.schema)) await this.#set(sequence);
    }
    for (const table of this.#tables()) {
      const rows = await countRowsOf(this.#client, table);
      if (rows !== table.rows) {
        throw new Error(`${fullName(table)} has ${rows} rows instead of ${table.rows}`);
      }
      // Until PostgreSQL does it by itself, plans would be for empty tables.
      if (rows > 0) await this.#client.query(`ANALYZE ${quoted(table)}`);
    }
  }

  #has(schemas: readonly string[]): boolean {
    return schemas.some((schema) => this.#schemas.includes(schema));
  }

  #tables(): TableOfBackup[] {
    return this.#manifest.tables.filter((table) => this.owns(table) && table.rows > 0);
  }

  async #refuseUnknownTables(): Promise<void> {
    const present = new Map(
      (await listTables(this.#client, this.#schemas)).map((table) => [fullName(table), table.columns.join()]),
    );
    const unknown = this.#tables().find((table) => present.get(fullName(table)) !== table.columns.join());
    if (unknown) {
      throw new BackupError(
        `The backup has a table ${fullName(unknown)} that this version doesn't know: restore it with Oinkly ${this.#manifest.appVersion}.`,
      );
    }
  }

  /** So rows can come in any order, and each constraint is checked once, for all rows. */
  async #dropForeignKeys(): Promise<void> {
    const { rows } = await this.#client.query<ForeignKey>(
      `SELECT conrelid::regclass::text AS table, conname::text AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint
       WHERE contype = 'f' AND conparentid = 0 AND connamespace::regnamespace::text = ANY ($1)
       ORDER BY 1, 2`,
      [this.#schemas],
    );
    for (const { table, name } of rows) {
      await this.#client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
    }
    this.#foreignKeys = rows;
  }

  /** Creating the schemas leaves rows, such as the job queue's version. */
  async #empty(): Promise<void> {
    const tables = (await listTables(this.#client, this.#schemas)).map(quoted);
    if (tables.length > 0) await this.#client.query(`TRUNCATE ${tables.join(', ')}`);
  }

  async #set({ lastValue, isCalled, ...sequence }: SequenceOfBackup): Promise<void> {
    // An unknown sequence belongs to an empty unknown table.
    await this.#client.query(`SELECT setval(to_regclass($1), $2, $3) WHERE to_regclass($1) IS NOT NULL`, [
      quoted(sequence),
      lastValue,
      isCalled,
    ]);
  }
}
