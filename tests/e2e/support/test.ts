import { test as base, expect, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BANK_CREDENTIALS, PASSWORD, SERVER_NOW, SIGNED_OUT } from './constants.ts';

export { expect } from '@playwright/test';

/** A person in front of a browser. */
export interface Person {
  page: Page;
  email: string;
  /** Calls the API with the person's own session. */
  call(method: string, path: string, body?: object): Promise<unknown>;
  /** Links a test bank through the API and waits for its import. */
  linkBank(institutionId?: string): Promise<void>;
}

interface WorkerFixtures {
  /** The address of a server that this worker has for itself. */
  origin: string;
}

interface TestFixtures {
  /** Fails the test when the page reports an error that the test did not announce. */
  consoleErrors: { expected: RegExp[] };
  /** Signed up on the provider's own pages, with onboarding still to do. */
  newcomer: Person;
  /** Through with onboarding: Ana, a weekly budget of $125, no bank. */
  ana: Person;
}

const SERVER = fileURLToPath(new URL('./server-at-fixed-time.ts', import.meta.url));

/** Browser tests on a real server of their own. The browser's clock starts where the server's stands. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  origin: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'browser-tests-'));
      const port = await freePort();
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SERVER], {
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: process.env['HOME'] ?? '',
          DATA_DIR: dataDir,
          PORT: String(port),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('ready at')) resolve();
        });
        child.once('exit', (code) => reject(new Error(`The server ended with ${code ?? 'a signal'}`)));
      });
      await use(`http://localhost:${port}`);
      child.removeAllListeners('exit');
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ origin }, use) => use(origin),

  consoleErrors: [
    async ({ page }, use) => {
      const expected: RegExp[] = [];
      const seen: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => seen.push(String(error)));
      await use({ expected });
      expect(seen.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],

  page: async ({ page }, use) => {
    await page.clock.install({ time: new Date(SERVER_NOW) });
    await use(page);
  },

  newcomer: async ({ page, origin, consoleErrors }, use) => {
    consoleErrors.expected.push(SIGNED_OUT);
    const email = `ana-${randomBytes(4).toString('hex')}@example.org`;
    await page.goto('/api/login');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Step 1 of 5')).toBeVisible();
    await use(personAt(page, origin, email));
  },

  ana: async ({ newcomer }, use) => {
    await newcomer.call('PUT', '/api/users', {
      fullName: 'Ana',
      weeklyBudget: 125,
      signupCompleted: true,
      timeZone: 'America/Los_Angeles',
    });
    await use(newcomer);
  },
});

function personAt(page: Page, origin: string, email: string): Person {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await page.request.fetch(`${origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      ...(body && { data: body }),
    });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  return {
    page,
    email,
    call,
    linkBank: async (institutionId = 'ins_109508') => {
      const created = await page.request.post(`${origin}/plaid-emulator/sandbox/public_token/create`, {
        data: {
          client_id: BANK_CREDENTIALS.clientId,
          secret: BANK_CREDENTIALS.secret,
          institution_id: institutionId,
          initial_products: ['transactions'],
          options: { transactions: { days_requested: 730 } },
        },
      });
      const { public_token: publicToken } = (await created.json()) as { public_token: string };
      await call('POST', '/api/plaid/exchange-token', { public_token: publicToken });
      await call('POST', '/api/auto-import-transactions');
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  server.close();
  await once(server, 'close');
  return address.port;
}
