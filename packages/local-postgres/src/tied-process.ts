import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Account } from './account.ts';

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
  /** Asks the program to end and resolves when it has. */
  end(): Promise<void>;
}

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
      await exited;
    },
  };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
}
