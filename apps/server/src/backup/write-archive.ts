import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { link, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { errorCode } from '../errors/error-code.ts';
import { CHECKSUMS } from './archive-format.ts';
import { encrypt } from './encryption.ts';

/** Some file systems have no hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Writes `<file>.part`, readable only by its owner, and names it `file` when it is complete and on the disk. Its
 * errors are the system's.
 */
export class ArchiveWriter {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #pack: Pack = pack();
  readonly #written: Promise<void>;
  readonly #sums: string[] = [];
  readonly #writtenAt: Date;
  #failure: unknown;

  private constructor(file: string, handle: FileHandle, passphrase: string | null, writtenAt: Date) {
    this.#file = file;
    this.#handle = handle;
    this.#writtenAt = writtenAt;
    this.#written = writeThrough(this.#pack, passphrase, handle);
    this.#written.catch((error: unknown) => {
      this.#failure = error;
    });
  }

  /** Throws EEXIST if `file` exists. */
  static async create(
    file: string,
    { passphrase, writtenAt }: { passphrase: string | null; writtenAt: Date },
  ): Promise<ArchiveWriter> {
    if (existsSync(file)) throw Object.assign(new Error(`${file} exists`), { code: 'EEXIST' });
    // Of an interrupted backup.
    await rm(partOf(file), { force: true });
    return new ArchiveWriter(file, await open(partOf(file), 'wx', 0o600), passphrase, writtenAt);
  }

  async add(name: string, content: Buffer): Promise<void> {
    this.#sums.push(sumLine(name, createHash('sha256').update(content).digest('hex')));
    await this.#untilFailure(this.#addEntry(name, content));
  }

  async addFile(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    const hash = createHash('sha256');
    const entry = this.#pack.entry({ ...this.#header(name), size });
    await this.#untilFailure(
      pipeline(
        createReadStream(path),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        entry,
      ),
    );
    this.#sums.push(sumLine(name, hash.digest('hex')));
  }

  async finish(): Promise<void> {
    await this.#untilFailure(this.#addEntry(CHECKSUMS, Buffer.from(this.#sums.join(''))));
    this.#pack.finalize();
    await this.#written;
    await this.#handle.sync();
    await this.#handle.close();
    await giveName(partOf(this.#file), this.#file);
    await syncFolder(dirname(this.#file));
  }

  /** Deletes what was written. */
  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
    await rm(partOf(this.#file), { force: true });
  }

  #header(name: string): { name: string; mode: number; mtime: Date } {
    return { name, mode: 0o600, mtime: this.#writtenAt };
  }

  #addEntry(name: string, content: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pack.entry(this.#header(name), content, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** A failed write breaks the entry too; the write's error says why. */
  async #untilFailure(work: Promise<void>): Promise<void> {
    try {
      await Promise.race([work, this.#written]);
    } catch (error) {
      throw this.#failure ?? error;
    }
  }
}

function writeThrough(source: Pack, passphrase: string | null, handle: FileHandle): Promise<void> {
  const write = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) await handle.writeFile(chunk);
  };
  if (passphrase === null) return pipeline(source, createGzip(), write);
  const encrypting = (chunks: AsyncIterable<Uint8Array>) => encrypt(chunks, passphrase);
  return pipeline(source, createGzip(), encrypting, write);
}

/** Never replaces a file. */
async function giveName(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
    await rm(part);
  } catch (error) {
    if (!NO_LINKS.has(errorCode(error))) throw error;
    if (existsSync(file)) throw Object.assign(new Error(`${file} exists`), { code: 'EEXIST' });
    await rename(part, file);
  }
}

/** Makes the name survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function partOf(file: string): string {
  return `${file}.part`;
}

function sumLine(name: string, sum: string): string {
  return `${sum}  ${name}\n`;
}
