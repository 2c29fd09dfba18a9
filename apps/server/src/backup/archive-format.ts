import { z } from 'zod';
import { PROVIDERS, testBanksFile } from '../modules/banking/provider-list.ts';

/* The file is a gzipped tar, encrypted with age if there is a passphrase. Entries in this order:
   manifest.json, table rows, other files, SHA256SUMS. Rows are those of COPY, whose text format is the same in all majors of PostgreSQL: the
   embedded one has no pg_dump. The catalog says which tables and columns exist, so a new table needs no code. Rows are in parts of 4 MB, so
   memory stays small. Every tar opens gzip; Node's zstd is experimental. */

export const FORMAT = 'oinkly-backup';
export const FORMAT_VERSION = 1;

export const MANIFEST = 'manifest.json';
/** As `sha256sum -c` reads it. A file without it is incomplete. */
export const CHECKSUMS = 'SHA256SUMS';
export const TOKEN_KEYS = 'token-keys';

/** The test banks, by their name in the data folder. */
export const BANK_FILES = PROVIDERS.filter(({ testBanks }) => testBanks).map(({ id }) => testBanksFile(id));

const count = z.int().min(0);

/** Zero means that the schema doesn't exist. */
const versions = z.object({
  /** Applied migrations of the app: their times, oldest first. */
  app: z.array(z.int()),
  /** The newest migration of the log-in pages. */
  identity: count,
  /** The job queue's own version. */
  queue: count,
});

const tableOfBackup = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: count,
});

const sequenceOfBackup = z.object({
  schema: z.string(),
  name: z.string(),
  lastValue: z.string(),
  isCalled: z.boolean(),
});

/** What every version can read, so that it can name a newer one. */
export const manifestHead = z.looseObject({
  format: z.literal(FORMAT),
  formatVersion: z.int().min(1),
  appVersion: z.string(),
});

export const manifestShape = manifestHead.extend({
  formatVersion: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime(),
  postgresVersion: z.string(),
  versions,
  tables: z.array(tableOfBackup),
  sequences: z.array(sequenceOfBackup),
  /** Entries other than tables. */
  files: z.array(z.enum([TOKEN_KEYS, ...BANK_FILES])),
});

export type Manifest = z.output<typeof manifestShape>;
export type SchemaVersions = z.output<typeof versions>;
export type TableOfBackup = z.output<typeof tableOfBackup>;
export type SequenceOfBackup = z.output<typeof sequenceOfBackup>;

/** Joins schema and name, such as `public.users`. */
export function fullName({ schema, name }: { schema: string; name: string }): string {
  return `${schema}.${name}`;
}

/** The rows of a table are in numbered parts, in PostgreSQL's text format. */
export function partName(table: TableOfBackup, part: number): string {
  return `tables/${fullName(table)}/${String(part).padStart(6, '0')}.tsv`;
}

/** Null for other entries. */
export function tableOfPart(entryName: string): string | null {
  return /^tables\/([^/]+)\/\d+\.tsv$/.exec(entryName)?.[1] ?? null;
}

export function countUsers({ tables }: Manifest): number {
  return tables.find((table) => fullName(table) === 'public.users')?.rows ?? 0;
}

export function countRows({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
