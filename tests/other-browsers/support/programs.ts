import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A program that has not started by then never will. */
export const START_MS = 30_000;

/** Resolves to the first group of `pattern` in a program's output. Rejects when the program ends or takes too long. */
export async function outputMatch(program: ChildProcess, stream: Readable, pattern: RegExp): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${program.spawnfile} does not start: ${output}`)), START_MS).unref();
    // Read to the end, so that the program never waits for its reader.
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    program.once('error', reject);
    program.once('close', (code) =>
      reject(new Error(`${program.spawnfile} ended with ${code ?? 'a signal'}: ${output}`)),
    );
  });
}

/** Ends a program and waits for it. */
export async function endOf(program: ChildProcess): Promise<void> {
  const hasEnded = program.exitCode !== null || program.signalCode !== null;
  if (program.pid === undefined || hasEnded) return;
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  await ended;
}
