import { expect, test as base, type APIRequestContext } from '@playwright/test';
import { rm } from 'node:fs/promises';
import { PASSWORD } from '../../e2e/support/constants.ts';
import { startFixedTimeServer } from '../../e2e/support/fixed-time-server.ts';
import { finishOnboarding, signUp, type TestUser } from '../../e2e/support/test-user.ts';
import { BrowserPage, button, field } from './browser-page.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';
import { prepareWatchedSite } from './watched-site.ts';

export type OtherBrowser = 'firefox' | 'webkit';

interface WorkerFixtures {
  otherBrowser: OtherBrowser;
  /** Address of the worker's own server. */
  origin: string;
}

interface TestFixtures {
  /** A new browser. An error in one of its pages fails the test. */
  view: BrowserPage;
  /** A user after onboarding (Ana, $125 a week, no bank), logged in on the log-in page. */
  ana: TestUser;
}

/** Tests in a browser that Playwright cannot drive. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  otherBrowser: ['firefox', { scope: 'worker', option: true }],

  origin: [
    async ({ otherBrowser: _otherBrowser }, use) => {
      const webDir = await prepareWatchedSite();
      const server = await startFixedTimeServer({ settings: { TEST_WEB_DIR: webDir } });
      await use(server.origin);
      await server.stop();
      await rm(webDir, { recursive: true });
    },
    { scope: 'worker' },
  ],

  view: async ({ otherBrowser, origin }, use, testInfo) => {
    const driver = await (otherBrowser === 'firefox' ? startFirefox() : startWebKit());
    try {
      const view = new BrowserPage(driver, { origin, pictures: testInfo.outputDir });
      await use(view);
      if (testInfo.status !== testInfo.expectedStatus) await view.picture('at the end');
      expect(await view.errors()).toEqual([]);
    } finally {
      await driver.close();
    }
  },

  ana: async ({ view, origin, request }, use) => {
    const user = await newUser(request, origin);
    await view.open('/api/login');
    await view.fill(field('Email'), user.email);
    await view.fill(field('Password'), PASSWORD);
    await view.click(button('Log in'));
    await view.isAt('/');
    await use(user);
  },
});

export async function newUser(request: APIRequestContext, origin: string): Promise<TestUser> {
  const user = await signUp(request, origin);
  await finishOnboarding(user);
  return user;
}
