import nodeFlags from '@oinkly/server/node-flags.json' with { type: 'json' };
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DemoConfig } from './config.ts';
import { DemoError } from './demo-error.ts';

const MAIN = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url));

/** The built server on the demo's data folder. */
export interface DemoServer {
  /** Resolves when it has ended, however it came to it. */
  ended: Promise<unknown>;
  /** Ends it in order. */
  stop(): Promise<void>;
}

/**
 * Starts the server as `npm start` does, and answers when it is ready. What it logs is written to `server.log` in the data folder, so that
 * what the demo prints stays in sight. Throws a `DemoError` when it does not start; why, the server has said itself.
 */
export async function startDemoServer({ dataDir, serverEnvironment }: DemoConfig): Promise<DemoServer> {
  // The channel closes when this program ends, however it ends: the server then ends too.
  const child = spawn(process.execPath, [...nodeFlags, MAIN], {
    env: serverEnvironment,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const { stdout } = child;
  if (!stdout) throw new Error('The server has no output');
  stdout.pipe(createWriteStream(join(dataDir, 'server.log'), { mode: 0o600 }));
  const ready = new Promise<void>((resolve) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes(' is ready at ')) return;
      stdout.off('data', read);
      resolve();
    };
    stdout.on('data', read);
  });
  await Promise.race([
    ready,
    ended.then(() => {
      throw new DemoError('The demo server did not start.');
    }),
  ]);
  return {
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
