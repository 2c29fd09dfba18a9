import { test as base, expect, type Page } from '@playwright/test';
import { SERVER_NOW } from './constants.ts';
import { finishOnboarding, signUp, type TestUser } from './test-user.ts';
import { isOfPolicy, watchPolicies, type PolicyViolations } from './policy-violations.ts';
import { share, signUpShared, type Reader, type SharedSession } from './shared-user.ts';

export { expect } from '@playwright/test';

/** A user with an empty browser page. */
export interface PageUser extends TestUser {
  page: Page;
}

/** Page errors that a test expects. */
interface ConsoleErrors {
  expected: RegExp[];
  /** Browser and app each log a line for calls with this status. */
  expectStatus(status: number): void;
  /** Requests will fail without an answer. */
  expectNoAnswer(): void;
}

interface WorkerFixtures {
  /** Address of the server, which all workers share unless a file starts its own. */
  origin: string;
  readerSession: SharedSession;
  spenderSession: SharedSession;
}

interface TestFixtures {
  /** Fails the test on any CSP violation (SEC-7). */
  policyViolations: PolicyViolations;
  /** Fails the test on unexpected page errors. */
  consoleErrors: ConsoleErrors;
  /** Signed up, before onboarding. */
  newcomer: PageUser;
  /** After onboarding: Ana, $125 a week, no bank. */
  ana: PageUser;
  /** Like Ana, shared by a worker's read-only tests. */
  reader: Reader;
  /** Like the reader, with First Platypus Bank's history. */
  spender: Reader;
}

/** Browser tests on a real server; the browser's clock starts at the server's time. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  origin: [
    async ({ browserName: _browserName }, use) => use(process.env['SERVER_ORIGIN'] ?? ''),
    { scope: 'worker' },
  ],

  readerSession: [
    async ({ playwright, origin }, use) => use(await signUpShared(playwright, origin)),
    { scope: 'worker' },
  ],

  spenderSession: [
    async ({ playwright, origin }, use) =>
      use(await signUpShared(playwright, origin, (user) => user.linkBank(730))),
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
    async ({ context }, use) => {
      const expected: RegExp[] = [];
      const seen: string[] = [];
      context.on('console', (message) => {
        // `policyViolations` checks those.
        if (message.type() === 'error' && !isOfPolicy(message))
          seen.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => seen.push(String(error.error())));
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
    navigateAfterDialogs(page);
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

/** The entry of a closed dialog leaves the history a moment later; going back would abort a navigation. */
function navigateAfterDialogs(page: Page): void {
  const hasLeft = () =>
    page.evaluate(() => {
      const state = history.state as { dialog?: string } | null;
      return state?.dialog === undefined || document.querySelector('[role="dialog"]') !== null;
    });
  const dialogsLeft = () =>
    expect
      // A page that is being replaced has no closing dialog.
      .poll(() => hasLeft().catch(() => true))
      .toBe(true);
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...given) => {
    await dialogsLeft();
    return goto(...given);
  };
  page.reload = async (...given) => {
    await dialogsLeft();
    return reload(...given);
  };
}
