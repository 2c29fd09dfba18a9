import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemErrorCode } from './errors.ts';
import { SOCKET_NAME } from './socket-folder.ts';

/** What PostgreSQL writes into `postmaster.pid`, as far as it has written it. */
export interface ServerLock {
  pid: number;
  socketFolder: string | undefined;
  /** Connections are taken. */
  ready: boolean;
}

/** Reads the lock file of a data folder; undefined when no server holds or has left one. */
export async function readServerLock(dataDir: string): Promise<ServerLock | undefined> {
  const text = await readIfPresent(join(dataDir, 'postmaster.pid'));
  if (text === undefined) return undefined;
  // Lines: pid, data folder, start time, port, socket folder, listen address, shared memory, state (PostgreSQL 10 and later).
  const [pid, , , , socketFolder, , , state] = text.split('\n').map((line) => line.trim());
  return { pid: Number(pid), socketFolder: socketFolder || undefined, ready: state === 'ready' };
}

/**
 * Whether the server that wrote the lock is still there. The process number alone does not tell: after a crash (or in a
 * new container) it may be anybody's, and a server in another container on the same volume has a number we cannot see.
 */
export async function isServerAlive(dataDir: string, lock: ServerLock): Promise<boolean> {
  return (await runsOn(dataDir, lock.pid)) || (await accepts(lock.socketFolder));
}

/** Whether this can be the number of a process: 0 and negative numbers mean groups to kill(2). */
export function isProcessNumber(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0;
}

/** Whether a process of this number exists. */
export function isProcessAlive(pid: number): boolean {
  if (!isProcessNumber(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

async function runsOn(dataDir: string, pid: number): Promise<boolean> {
  if (!isProcessAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      // A PostgreSQL server works in its data folder.
      return (await readlink(`/proc/${pid}/cwd`)) === dataDir;
    } catch (error) {
      // Gone in the meantime. What may not be looked at is another user's, and so is not our server.
      if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return false;
      throw error;
    }
  }
  try {
    const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes('postgres') && stdout.includes(dataDir);
  } catch {
    // ps exits with 1 when the process is gone.
    return false;
  }
}

function accepts(socketFolder: string | undefined): Promise<boolean> {
  if (socketFolder === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(join(socketFolder, SOCKET_NAME));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** The text of a file, or undefined when there is none. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
