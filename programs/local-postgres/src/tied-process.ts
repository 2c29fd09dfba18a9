import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import { systemErrorCode } from './errors.ts';

/**
 * Sends SIGINT, PostgreSQL's fast shutdown, when fd 3 closes: when our process ends in any way. A shell gives
 * background programs empty input, so fd 4 passes it on.
 */
const WRAPPER = 'exec 4<&0; "$@" 3<&- <&4 4<&- & p=$!; (read _; kill -INT $p 2>/dev/null) <&3 & wait $p';

/** A program that cannot outlive this process. PostgreSQL has no channel to Node, so a shell holds a pipe. */
export interface TiedProcess {
  /** The exit code; null after a signal. */
  readonly exited: Promise<number | null>;
  /** The program no longer keeps our event loop alive. */
  letGo(): void;
  end(): Promise<void>;
}

/** PostgreSQL loses nothing and recovers at its next start. */
const KILL_AFTER_MS = 2_500;

/**
 * Starts `command` tied to this process. It has its own group, so Ctrl-C does not reach it before requests
 * are drained.
 * @param input open file for standard input; empty when absent
 */
export function startTied(
  command: string[],
  options: { account: Account | undefined; output: number; input?: number },
): TiedProcess {
  const child = spawn('/bin/sh', ['-c', WRAPPER, 'sh', ...command], {
    ...options.account,
    // A folder that every account may enter.
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

/** PostgreSQL's children have their own groups. */
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
    // The process has ended, or there is no /proc; PostgreSQL's children then end by themselves.
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
