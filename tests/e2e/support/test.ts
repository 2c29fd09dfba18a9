import { test as base, expect, type Page } from '@playwright/test';
import { SERVER_NOW } from './constants.ts';
import { startFixedTimeServer } from './fixed-time-server.ts';
import { finishOnboarding, signUp, type Visitor } from './people.ts';
import { isOfPolicy, watchPolicies, type PolicyViolations } from './policy-violations.ts';
import { share, signUpShared, type Reader, type SharedSession } from './shared-person.ts';

export { expect } from '@playwright/test';

/** A person in front of a browser that shows nothing yet. */
export interface Person extends Visitor {
  page: Page;
}

/** The errors of a page that a test expects. */
interface ConsoleErrors {
  expected: RegExp[];
  /** Calls will be answered with this status: the browser and the app each write a line about it. */
  expectStatus(status: number): void;
  /** Requests will fail without an answer. */
  expectNoAnswer(): void;
}

interface WorkerFixtures {
  /** The address of a server that this worker has for itself. */
  origin: string;
  readerSession: SharedSession;
  spenderSession: SharedSession;
}

interface TestFixtures {
  /** Fails the test when any page violates its content security policy (SEC-7). */
  policyViolations: PolicyViolations;
  /** Fails the test when the page reports an error that the test did not announce. */
  consoleErrors: ConsoleErrors;
  /** Signed up, with onboarding still to do. */
  newcomer: Person;
  /** Through with onboarding: Ana, a weekly budget of $125, no bank. */
  ana: Person;
  /** Like Ana, shared by a worker's tests, which only read. */
  reader: Reader;
  /** Like the reader, with First Platypus Bank and its imported history. */
  spender: Reader;
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

  readerSession: [
    async ({ playwright, origin }, use) => use(await signUpShared(playwright, origin)),
    { scope: 'worker' },
  ],

  spenderSession: [
    async ({ playwright, origin }, use) =>
      use(await signUpShared(playwright, origin, (visitor) => visitor.linkBank(730))),
    { scope: 'worker' },
  ],

  baseURL: async ({ origin }, use) => use(origin),

  policyViolations: [
    async ({ browser }, use) => {
      const { violations, stop } = await watchPolicies(browser);
      await use(violations);
      stop();
      if (!violations.areExpected) expect(violations.seen).toEqual([]);
    },
    { auto: true },
  ],

  consoleErrors: [
    async ({ page }, use) => {
      const expected: RegExp[] = [];
      const seen: string[] = [];
      page.on('console', (message) => {
        // Those are looked at by `policyViolations`.
        if (message.type() === 'error' && !isOfPolicy(message))
          seen.push(`${message.text()} (${message.location().url})`);
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

  page: async ({ page }, use, testInfo) => {
    await page.clock.install({ time: new Date(SERVER_NOW) });
    await use(page);
    if (testInfo.status === testInfo.expectedStatus) return;
    const path = testInfo.outputPath('screenshot.png');
    await page.screenshot({ path, timeout: 5000 });
    testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
  },

  newcomer: async ({ page, origin }, use) => {
    await use({ page, ...(await signUp(page.request, origin)) });
  },

  ana: async ({ newcomer }, use) => {
    await finishOnboarding(newcomer);
    await use(newcomer);
  },

  reader: async ({ page, origin, readerSession }, use) => share(page, origin, readerSession, use),

  spender: async ({ page, origin, spenderSession }, use) => share(page, origin, spenderSession, use),
});
