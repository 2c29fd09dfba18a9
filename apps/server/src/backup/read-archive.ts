import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { LAST_COMMIT_BEFORE_0_1_0 } from '../db/migrate.ts';
import { errorCode } from '../errors/error-code.ts';
import {
  CHECKSUMS,
  FORMAT_VERSION,
  fullName,
  MANIFEST,
  manifestHead,
  manifestShape,
  tableOfPart,
  type Manifest,
  type TableOfBackup,
} from './archive-format.ts';
import { BackupError } from './backup-error.ts';
import { decrypt } from './encryption.ts';

const AGE_MAGIC = 'age-encryption.org/v1';
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const NEWLINE = 0x0a;
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

type Entry = AsyncIterable<unknown> & { header: Header };

export interface BackupReader {
  manifest?(manifest: Manifest): Promise<void>;
  /** Some of a table's rows, whole lines of PostgreSQL's text format. Must read all of them. */
  rows?(table: TableOfBackup, chunks: AsyncIterable<Buffer>): Promise<void>;
  /** Must read all of it. */
  file?(name: string, chunks: AsyncIterable<Buffer>): Promise<void>;
}

/** Throws a `BackupError` if `file` is neither an encrypted nor a plain archive. */
export async function isEncrypted(file: string): Promise<boolean> {
  const start = await readStart(file);
  if (start.toString('latin1').startsWith(AGE_MAGIC)) return true;
  if (start.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return false;
  throw notABackup(file);
}

/**
 * Reads a whole backup once and checks that it is complete and unchanged. Until it returns, what it gave to
 * `reader` may be wrong. Throws a `BackupError` with one sentence; the reader's own errors pass.
 */
export async function readArchive(
  file: string,
  passphrase: string | null,
  reader: BackupReader = {},
): Promise<Manifest> {
  const encrypted = await isEncrypted(file);
  if (encrypted && passphrase === null) {
    throw new BackupError(`${file} is encrypted: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.`);
  }
  const archive = extract();
  const source = createReadStream(file);
  let failure: unknown;
  const streamed = pipeline(
    source,
    encrypted ? decrypting(file, passphrase ?? '') : new PassThrough(),
    createGunzip(),
    archive,
  ).catch((error: unknown) => {
    failure = error;
  });
  try {
    return await new ArchiveCheck(file, reader, () => failure).read(archive);
  } finally {
    source.destroy();
    archive.destroy();
    await streamed;
  }
}

class ArchiveCheck {
  readonly #file: string;
  readonly #reader: BackupReader;
  readonly #failureOfStream: () => unknown;
  readonly #sums = new Map<string, string>();
  readonly #rows = new Map<string, number>();
  #manifest: Manifest | undefined;
  #listed: string | undefined;

  constructor(file: string, reader: BackupReader, failureOfStream: () => unknown) {
    this.#file = file;
    this.#reader = reader;
    this.#failureOfStream = failureOfStream;
  }

  async read(archive: AsyncIterable<Entry>): Promise<Manifest> {
    for await (const entry of this.#explaining(archive)) {
      const { name } = entry.header;
      if (this.#listed !== undefined || this.#sums.has(name)) throw this.#damaged();
      if (name === CHECKSUMS) this.#listed = (await this.#contentOf(entry)).toString();
      else await this.#readEntry(name, entry);
    }
    if (!this.#manifest) throw notABackup(this.#file);
    if (this.#listed === undefined) throw this.#incomplete();
    this.#compare(this.#manifest, this.#listed);
    return this.#manifest;
  }

  async #readEntry(name: string, entry: Entry): Promise<void> {
    if (!this.#manifest) {
      if (name !== MANIFEST) throw notABackup(this.#file);
      const content = await this.#contentOf(entry);
      this.#sums.set(name, createHash('sha256').update(content).digest('hex'));
      this.#manifest = this.#parseManifest(content.toString());
      await this.#reader.manifest?.(this.#manifest);
      return;
    }
    const tableName = tableOfPart(name);
    const table = this.#manifest.tables.find((one) => fullName(one) === tableName);
    const chunks = this.#counted(name, tableName, entry);
    if (table) await this.#reader.rows?.(table, chunks);
    else if (this.#manifest.files.some((one) => one === name)) await this.#reader.file?.(name, chunks);
    else throw this.#damaged();
    // What the reader does not want is read all the same, for its checksum.
    for await (const _chunk of chunks);
  }

  async *#counted(name: string, tableName: string | null, entry: Entry): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const read of this.#explaining(entry)) {
      const chunk = bufferOf(read);
      hash.update(chunk);
      if (tableName !== null) this.#rows.set(tableName, (this.#rows.get(tableName) ?? 0) + linesIn(chunk));
      yield chunk;
    }
    this.#sums.set(name, hash.digest('hex'));
  }

  async #contentOf(entry: Entry): Promise<Buffer> {
    if (entry.header.size > MAX_MANIFEST_BYTES) throw this.#damaged();
    const chunks: Buffer[] = [];
    for await (const chunk of this.#explaining(entry)) chunks.push(bufferOf(chunk));
    return Buffer.concat(chunks);
  }

  /** Only the stream's errors are explained, not the reader's. */
  async *#explaining<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    const items = source[Symbol.asyncIterator]();
    for (;;) {
      const next = await items.next().catch((error: unknown) => {
        throw this.#explain(this.#failureOfStream() ?? error);
      });
      if (next.done === true) return;
      yield next.value;
    }
  }

  #parseManifest(text: string): Manifest {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch (error) {
      throw this.#damaged(error);
    }
    const head = manifestHead.safeParse(json);
    if (!head.success) throw notABackup(this.#file, head.error);
    if (head.data.formatVersion > FORMAT_VERSION) throw ofNewerVersion(this.#file, head.data.appVersion);
    const whole = manifestShape.safeParse(json);
    if (!whole.success) throw this.#damaged(whole.error);
    return whole.data;
  }

  #explain(error: unknown): unknown {
    if (error instanceof BackupError) return error;
    const code = errorCode(error);
    const message = error instanceof Error ? error.message : '';
    if (code === 'Z_BUF_ERROR' || message === 'Unexpected end of data') return this.#incomplete(error);
    // It may be any gzipped file.
    if (message.startsWith('Invalid tar header') && !this.#manifest) return notABackup(this.#file, error);
    return code.startsWith('E') ? unreadable(this.#file, error) : this.#damaged(error);
  }

  #compare(manifest: Manifest, listed: string): void {
    const found = Array.from(this.#sums, ([name, sum]) => `${sum}  ${name}\n`).join('');
    const hasAllRows = manifest.tables.every(
      (table) => (this.#rows.get(fullName(table)) ?? 0) === table.rows,
    );
    const hasAllFiles = manifest.files.every((name) => this.#sums.has(name));
    if (found !== listed || !hasAllRows || !hasAllFiles) throw this.#damaged();
  }

  #damaged(cause?: unknown): BackupError {
    return new BackupError(
      `${this.#file} is damaged: its contents are not what was written. Use another backup.`,
      { cause },
    );
  }

  #incomplete(cause?: unknown): BackupError {
    return new BackupError(
      `${this.#file} is incomplete: it ends too early. Copy it again, or use another backup.`,
      { cause },
    );
  }
}

function decrypting(file: string, passphrase: string) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    try {
      yield* decrypt(chunks, passphrase);
    } catch (error) {
      if (errorCode(error).startsWith('E')) throw error;
      const isWrong = error instanceof Error && error.message.startsWith('no identity matched');
      throw new BackupError(
        isWrong
          ? `This is not the passphrase of ${file}.`
          : `${file} is damaged or incomplete: it can't be decrypted to its end. Use another backup.`,
        { cause: error },
      );
    }
  };
}

export function ofNewerVersion(file: string, appVersion: string): BackupError {
  return new BackupError(
    `A newer version of Oinkly (${appVersion}) wrote ${file}: restore it with that version or a later one.`,
  );
}

export function ofOldVersion(file: string): BackupError {
  return new BackupError(
    `A version of Oinkly before 0.1.0 wrote ${file}: restore it with commit ${LAST_COMMIT_BEFORE_0_1_0} and start that once, then start this version.`,
  );
}

async function readStart(file: string): Promise<Buffer> {
  try {
    const handle = await open(file, 'r');
    try {
      const start = Buffer.alloc(AGE_MAGIC.length);
      const { bytesRead } = await handle.read(start, 0, start.length, 0);
      return start.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, cause: unknown): BackupError {
  const code = errorCode(cause);
  return new BackupError(
    code === 'ENOENT'
      ? `There is no file ${file}.`
      : `${file} can't be read (${code}): check that it is a file and who owns it.`,
    { cause },
  );
}

function notABackup(file: string, cause?: unknown): BackupError {
  return new BackupError(`${file} is not a backup of Oinkly.`, { cause });
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

/** The library has no type for it. */
function bufferOf(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  throw new TypeError('A tar entry gave something else than bytes');
}
