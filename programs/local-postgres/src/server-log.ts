import { constants, type FileHandle, open, rename, stat } from 'node:fs/promises';
import { type Account, giveTo } from './account.ts';
import { systemErrorCode } from './errors.ts';

/** A file, because a pipe would end with our process. */
export interface ServerLog {
  readonly path: string;
  readonly fd: number;
  /** Returns what was written since opening, at most the last 4 kB. */
  tail(): Promise<string>;
  close(): Promise<void>;
}

/** Like 'a+'. */
const APPENDING = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
const MAX_SIZE_BYTES = 1024 * 1024;
const TAIL_BYTES = 4096;

/**
 * Opens `path` for appending. Renames a log over 1 MB to `<path>.1` first.
 * @param account the log's owner, if not us
 */
export async function openServerLog(path: string, account: Account | undefined): Promise<ServerLog> {
  if ((await sizeOf(path)) > MAX_SIZE_BYTES) await rename(path, `${path}.1`);
  // As root in another user's folder, a followed link would give away its target.
  const file = await open(path, account === undefined ? APPENDING : APPENDING | constants.O_NOFOLLOW, 0o600);
  const { size: startBytes } = await file.stat();
  await giveTo(account, file);
  return { path, fd: file.fd, tail: () => readTail(file, startBytes), close: () => file.close() };
}

/** Returns ': ' and why PostgreSQL or initdb ended, on one line; '' without a reason. */
export function reasonIn(written: string): string {
  const lines = written.split('\n').filter((line) => line !== '');
  const errors = lines.flatMap((line) => /(?:PANIC|FATAL|ERROR|error):\s+(.*)/.exec(line)?.[1] ?? []);
  // These come before PostgreSQL reads its settings.
  const reason = errors.at(-1) ?? lines.filter((line) => !/^\d{4}-\d\d-\d\d /.test(line)).join(' ');
  return reason === '' ? '' : `: ${reason}`;
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

async function readTail(file: FileHandle, startBytes: number): Promise<string> {
  const { size } = await file.stat();
  const position = Math.max(startBytes, size - TAIL_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(size - position, 0)), { position });
  return buffer.toString('utf8', 0, bytesRead).trim();
}
