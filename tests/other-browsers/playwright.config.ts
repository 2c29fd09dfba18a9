import { defineConfig } from '@playwright/test';
import type { OtherBrowser } from './support/test.ts';

/** Where `npm run test:long` reads which tests were the slowest. */
const outputFile = process.env['TEST_REPORT'];

/** The journeys that also run in Firefox and WebKit, at the same time. Playwright only runs the tests; WebDriver drives the browsers. */
export default defineConfig<object, { otherBrowser: OtherBrowser }>({
  testDir: '.',
  testMatch: '*.test.ts',
  globalSetup: '../build-first.mjs',
  outputDir: '../../test-results/other-browsers',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 90_000,
  reporter: outputFile ? [['list'], ['json', { outputFile }]] : [['list']],
  projects: [
    { name: 'firefox', use: { otherBrowser: 'firefox' } },
    { name: 'webkit', use: { otherBrowser: 'webkit' } },
  ],
});
