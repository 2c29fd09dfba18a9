import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../errors/app-error.ts';
import type { DrawingResult } from './drawing-program.ts';
import type { PictureSpec } from './picture-spec.ts';

/** Beside this file and beside the bundle. */
const PROGRAM = fileURLToPath(
  new URL(`./drawing-program.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
);
/** Optimizing its WebAssembly would take half of a first picture's processor time, and 55 MB. */
const FLAGS = ['--liftoff-only'];
/** About 100 kB each. */
const KEPT_PICTURES = 24;
const MAX_WAITING = 12;
/** A busy machine has taken more than 20 seconds; browsers wait for 60. */
const DRAWING_TIMEOUT_MS = 50_000;
/** The libraries take memory. */
const IDLE_MS = 10_000;

export interface Picture {
  png: Buffer;
  /** Changes only with the picture. */
  etag: string;
}

/**
 * One at a time, in a process that lives only while needed: a picture takes up to 200 ms and 130 MB. A worker thread left 100 MB of them with
 * the server, and a native fault would have ended both. Equal specs share a picture: it holds nothing else.
 */
export class Pictures {
  readonly #kept = new Map<string, Promise<Picture>>();
  #program: { child: ChildProcess; ended: AbortSignal } | null = null;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** Whether a picture exists or is being drawn. */
  has(spec: PictureSpec): boolean {
    return this.#kept.has(keyOf(spec));
  }

  /** Throws SERVICE_UNAVAILABLE if too many wait. */
  async draw(spec: PictureSpec): Promise<Picture> {
    const key = keyOf(spec);
    const picture = this.#kept.get(key) ?? this.#queue(spec);
    // Keeps the latest used last.
    this.#kept.delete(key);
    this.#kept.set(key, picture);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > KEPT_PICTURES) this.#kept.delete(oldest);
    try {
      return await picture;
    } catch (error) {
      if (this.#kept.get(key) === picture) this.#kept.delete(key);
      throw error;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const program = this.#program;
    this.#program = null;
    if (!program || program.ended.aborted || !program.child.kill('SIGKILL')) return;
    await once(program.ended, 'abort');
  }

  async #queue(spec: PictureSpec): Promise<Picture> {
    if (this.#waiting >= MAX_WAITING) throw new AppError('SERVICE_UNAVAILABLE');
    this.#waiting += 1;
    const drawn = this.#last.then(() => this.#drawNow(spec));
    this.#last = drawn.catch(() => undefined);
    try {
      const png = Buffer.from(await drawn);
      return { png, etag: `"${createHash('sha256').update(png).digest('base64url')}"` };
    } finally {
      this.#waiting -= 1;
    }
  }

  async #drawNow(spec: PictureSpec): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    if (this.#program?.ended.aborted) this.#program = null;
    const { child, ended } = (this.#program ??= startProgram());
    const signal = AbortSignal.any([ended, AbortSignal.timeout(DRAWING_TIMEOUT_MS)]);
    try {
      child.send(spec);
      // The program sends nothing but drawings.
      const [result] = (await once(child, 'message', { signal })) as [DrawingResult];
      if ('problem' in result) throw new Error('A picture was not drawn', { cause: result.problem });
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
      return result.png;
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}

/** Starts the program without the server's secrets. It ends with the server and does not keep it running. */
function startProgram(): { child: ChildProcess; ended: AbortSignal } {
  const child = fork(PROGRAM, { env: {}, execArgv: FLAGS, serialization: 'advanced' });
  const end = new AbortController();
  child.on('exit', () => end.abort());
  child.on('error', (error) => end.abort(error));
  child.unref();
  child.channel?.unref();
  return { child, ended: end.signal };
}

function keyOf(spec: PictureSpec): string {
  return JSON.stringify(Object.entries(spec).sort(([one], [other]) => (one < other ? -1 : 1)));
}
