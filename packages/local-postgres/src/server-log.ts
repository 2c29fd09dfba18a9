import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { systemErrorCode } from './errors.ts';

/** PostgreSQL's own log beside the data folder; it must outlive our process, so it is a file and not a pipe to us. */
export interface ServerLog {
  /** The open file, to be handed to a program as its output. */
  readonly fd: number;
  /** What was written since the log was opened, at most the last 4 kB. */
  tail(): Promise<string>;
  close(): Promise<void>;
}

const MAX_SIZE_BYTES = 1024 * 1024;
const TAIL_BYTES = 4096;

/** Opens `path` for appending; a log of more than 1 MB is set aside as `<path>.1` first, replacing an older one. */
export async function openServerLog(path: string): Promise<ServerLog> {
  if ((await sizeOf(path)) > MAX_SIZE_BYTES) await rename(path, `${path}.1`);
  const file = await open(path, 'a+', 0o600);
  const { size: startBytes } = await file.stat();
  return { fd: file.fd, tail: () => readTail(file, startBytes), close: () => file.close() };
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
