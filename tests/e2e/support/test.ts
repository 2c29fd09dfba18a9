import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { SERVER_NOW } from './constants.ts';
import { startFixedTimeServer } from './fixed-time-server.ts';
import { finishOnboarding, signUp, visitorWith, type Visitor } from './people.ts';

export { expect } from '@playwright/test';

/** A person in front of a browser that shows nothing yet. */
export interface Person extends Visitor {
  page: Page;
}

/** The errors of a page that a test expects. */
export interface ConsoleErrors {
  expected: RegExp[];
  /** Calls will be answered with this status: the browser and the app each write a line about it. */
  expectStatus(status: number): void;
  /** Requests will fail without an answer. */
  expectNoAnswer(): void;
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

interface WorkerFixtures {
  /** The address of a server that this worker has for itself. */
  origin: string;
  /** The session of somebody with a linked bank and its imported history. Nobody changes anything with it. */
  spenderSession: { email: string; cookies: StorageState['cookies'] };
}

interface TestFixtures {
  /** Fails the test when the page reports an error that the test did not announce. */
  consoleErrors: ConsoleErrors;
  /** Signed up, with onboarding still to do. */
  newcomer: Person;
  /** Through with onboarding: Ana, a weekly budget of $125, no bank. */
  ana: Person;
  /** Like Ana, with First Platypus Bank and its imported history. Shared by a worker's tests, which only read. */
  spender: Person;
}

/** Browser tests on a real server of their own. The browser's clock starts where the server's stands. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  origin: [
    async ({ browserName: _browserName }, use) => {
      const server = await startFixedTimeServer();
      await use(server.origin);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  spenderSession: [
    async ({ playwright, origin }, use) => {
      const request = await playwright.request.newContext();
      const visitor = await signUp(request, origin);
      await finishOnboarding(visitor);
      await visitor.linkBank();
      const { cookies } = await request.storageState();
      await use({ email: visitor.email, cookies });
      await request.dispose();
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
      await use({
        expected,
        expectStatus: (status) =>
          expected.push(new RegExp(`^${status} \\S*/api/|responded with a status of ${status}`)),
        expectNoAnswer: () => expected.push(/net::ERR_/),
      });
      expect(seen.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],

  page: async ({ page }, use) => {
    await page.clock.install({ time: new Date(SERVER_NOW) });
    await use(page);
  },

  newcomer: async ({ page, origin }, use) => {
    await use({ page, ...(await signUp(page.request, origin)) });
  },

  ana: async ({ newcomer }, use) => {
    await finishOnboarding(newcomer);
    await use(newcomer);
  },

  spender: async ({ page, context, origin, spenderSession }, use) => {
    await context.addCookies(spenderSession.cookies);
    await use({ page, ...visitorWith(page.request, origin, spenderSession.email) });
  },
});
