import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemErrorCode } from './errors.ts';
import { SOCKET_NAME } from './socket-folder.ts';

/** The contents of `postmaster.pid`, possibly incomplete. */
export interface ServerLock {
  pid: number;
  socketFolder: string | undefined;
  ready: boolean;
}

export async function readServerLock(dataDir: string): Promise<ServerLock | undefined> {
  const text = await readIfPresent(join(dataDir, 'postmaster.pid'));
  if (text === undefined) return undefined;
  // Lines: pid, data folder, start time, port, socket folder, listen address, shared memory, state (PostgreSQL 10 and later).
  const [pid, , , , socketFolder, , , state] = text.split('\n').map((line) => line.trim());
  return { pid: Number(pid), socketFolder: socketFolder || undefined, ready: state === 'ready' };
}

/**
 * Whether the server of the lock still runs. The pid is not enough: after a crash it may be reused, and in
 * another container it is invisible.
 */
export async function isServerAlive(dataDir: string, lock: ServerLock): Promise<boolean> {
  return (await runsOn(dataDir, lock.pid)) || (await accepts(lock.socketFolder));
}

/** Whether it names one process: kill(2) takes 0 and negative numbers as groups. */
export function isProcessNumber(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0;
}

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
      // It has ended, or belongs to another user and so is not our server.
      if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return false;
      throw error;
    }
  }
  try {
    const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes('postgres') && stdout.includes(dataDir);
  } catch {
    // ps exits with 1 for a missing process.
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

export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
