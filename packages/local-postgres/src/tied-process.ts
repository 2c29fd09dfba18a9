import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import { systemErrorCode } from './errors.ts';

/**
 * Runs a program and ends it when the pipe on fd 3 closes, which the kernel does when our process is gone, however it went.
 * The program gets SIGINT: PostgreSQL's fast shutdown, initdb's tidy end. Its input is
 * handed on by number, because a shell gives a program in the background an empty one.
 */
const WRAPPER = 'exec 4<&0; "$@" 3<&- <&4 4<&- & p=$!; (read _; kill -INT $p 2>/dev/null) <&3 & wait $p';

/** A running program that cannot outlive this process. */
export interface TiedProcess {
  /** Resolves with the exit code once the program has ended (null when a signal ended it). */
  readonly exited: Promise<number | null>;
  /** From now on the program does not keep our event loop alive; when that ends, so does the program. */
  letGo(): void;
  /** Asks the program to end, kills it and its children if it is not gone in time, and resolves when it is. */
  end(): Promise<void>;
}

/** How long a program may take to end before it is killed. PostgreSQL loses nothing by that and recovers at its next start. */
const KILL_AFTER_MS = 2_500;

/**
 * Starts `command` (program first) tied to our life, in a process group of its own, so that a Ctrl-C in the terminal
 * does not reach it before the requests are drained.
 * @param output open file for everything the program prints
 * @param input what the program reads from its standard input, as an open file; nothing when absent
 */
export function startTied(
  command: string[],
  options: { account: Account | undefined; output: number; input?: number },
): TiedProcess {
  const child = spawn('/bin/sh', ['-c', WRAPPER, 'sh', ...command], {
    ...options.account,
    // A place that every account may enter; nothing is looked up relative to it.
    cwd: '/',
    detached: true,
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    stdio: [options.input ?? 'ignore', options.output, options.output, 'pipe'],
  });
  const tie = child.stdio[3];
  if (!(tie instanceof Socket))
    throw new Error('The pipe that ties the program to this process was not made.');
  const exited = exitOf(child).finally(() => tie.destroy());
  return {
    exited,
    letGo: () => {
      tie.unref();
      child.unref();
    },
    end: async () => {
      child.ref();
      tie.destroy();
      const timer = new AbortController();
      const { pid } = child;
      const isLate = await Promise.race([
        exited.then(() => false),
        delay(KILL_AFTER_MS, true, { signal: timer.signal }),
      ]);
      timer.abort();
      if (isLate && pid !== undefined) await killTree(pid);
      await exited;
    },
  };
}

/** Kills a process group and everything that came from it: PostgreSQL's children have groups of their own. */
async function killTree(leader: number): Promise<void> {
  const descendants = await descendantsOf(leader);
  for (const pid of [-leader, ...descendants]) kill(pid);
}

async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

async function childrenOf(pid: number): Promise<number[]> {
  try {
    const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return list.trim().split(' ').filter(Boolean).map(Number);
  } catch (error) {
    // The process is gone, or this system has no /proc: there, PostgreSQL's children end when they see that it is gone.
    if (['ENOENT', 'ESRCH'].includes(systemErrorCode(error) ?? '')) return [];
    throw error;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
}
