import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cleanEnvironment, freePort } from '../test-support/server-process.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const A_MINUTE = { timeout: 60_000, interval: 50 };

test('`npm start` stopped by any signal ends its server, so that the next start has its folder [PD-51]', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'start-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const origin = `http://localhost:${await freePort()}`;
  const environment = cleanEnvironment({ DATA_DIR: dataDir, PORT: new URL(origin).port });
  for (const [command, words, signal] of [
    ['npm', ['start'], 'SIGTERM'],
    [process.execPath, ['scripts/start.mjs'], 'SIGKILL'],
    [process.execPath, ['scripts/start.mjs'], 'SIGTERM'],
  ] as const) {
    const program = spawn(command, words, {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = outputOf(program);
    await vi.waitFor(() => expect(output()).toContain(`is ready at ${origin}`), A_MINUTE);
    program.kill(signal);
    // The pipes close when all its child processes have ended.
    const { stdout, stderr } = program;
    await vi.waitFor(() => expect([stdout.closed, stderr.closed]).toEqual([true, true]), A_MINUTE);
  }
}, 200_000);

function outputOf(program: ChildProcess): () => string {
  let output = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return () => output;
}
