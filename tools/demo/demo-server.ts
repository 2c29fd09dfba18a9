import nodeFlags from '@oinkly/server/node-flags.json' with { type: 'json' };
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DemoConfig } from './config.ts';
import { DemoError } from './demo-error.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));

export interface DemoServer {
  /** Resolves however the server ends. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Like `npm start`, until it is ready; logs to `server.log` in the data folder. Throws `DemoError` after the server's own message. */
export async function startDemoServer({ dataDir, serverEnvironment }: DemoConfig): Promise<DemoServer> {
  // However this program ends, it closes the IPC channel, which ends the server.
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
