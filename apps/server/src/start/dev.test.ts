import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HttpBrowser } from '../test-support/http-browser.ts';
import { cleanEnvironment, freePort } from '../test-support/server-process.ts';

const SCRIPT = fileURLToPath(new URL('../../../../scripts/dev.mjs', import.meta.url));
const SOURCE = fileURLToPath(new URL('start-server.ts', import.meta.url));
/** It installs nothing, but compiles and creates a database, on a machine that may be busy. */
const START = { timeout: 150_000, interval: 100 };
const START_TEST_MS = 160_000;

let dataDir: string;
let origin: string;
let program: ChildProcess;
let output = '';
const starts = () => output.split('described at').length - 1;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dev-'));
  const port = await freePort();
  origin = `http://localhost:${port}`;
  program = spawn(process.execPath, [SCRIPT], {
    env: cleanEnvironment({ DATA_DIR: dataDir, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [program.stdout, program.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  await vi.waitFor(() => expect(starts(), output).toBe(1), START);
}, START_TEST_MS);
afterAll(async () => {
  const ended = once(program, 'close');
  program.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

test('`npm run dev` serves the page, the API and its reference, and a user can sign up', async () => {
  const page = await fetch(origin, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<div id="root">');
  const docs = await fetch(`${origin}/api/docs/json`);
  expect(await docs.json()).toMatchObject({ openapi: '3.1.0' });

  const ana = await new HttpBrowser().open(`${origin}/api/login`);
  await ana.open(ana.link('Create an account'));
  const account = { email: 'ana@example.org', password: 'a quiet brass trumpet' };
  await ana.submit('Create an account', account, /localhost:\d+\/$/);
  expect(await ana.call('GET', `${origin}/api/auth/user`)).toMatchObject({ status: 200 });
});

test(
  '`npm run dev` restarts the server after a source change',
  async () => {
    const now = new Date();
    await utimes(SOURCE, now, now);
    await vi.waitFor(() => expect(starts(), output).toBe(2), START);
    await vi.waitFor(async () => expect((await fetch(`${origin}/api/health`)).status).toBe(200), START);
  },
  START_TEST_MS,
);
