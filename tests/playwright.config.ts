import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';

/** Where `npm test` reads which tests were the slowest. */
const outputFile = process.env['TEST_REPORT'];
const CHROMIUM = '/usr/bin/chromium';
/** A page in it costs a fifth of the processor time of one in Chromium, whose windows have toolbars. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell';
/** The shell receives no push messages and keeps no page to go back to. */
const NEEDS_CHROMIUM = /(push-messages|shown-again|text-size|weeks-end)\.test\.ts$/;
const launchOptions = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
/** Debian's browser at a path, or else Playwright's own. */
const launch = (...paths: string[]) => {
  const executablePath = paths.find((path) => existsSync(path));
  return { ...launchOptions, ...(executablePath && { executablePath }) };
};

/** The browser tests: the built app on the real server, at phone width, with the clock and the time zone set. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  globalSetup: ['./build-first.mjs', './e2e/support/start-servers.ts'],
  outputDir: '../test-results',
  // Tests that take long and seldom fail alone are left to `npm run test:long`.
  grepInvert: process.env['FULL'] === '1' ? [] : /@long/,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Another one takes five more seconds of processor time: a browser, and users of its own.
  workers: 2,
  // Beside other work, a first picture alone took more than ten seconds.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: outputFile ? [['list'], ['json', { outputFile }]] : [['list']],
  projects: [
    { name: 'shell', testIgnore: NEEDS_CHROMIUM },
    {
      name: 'chromium',
      testMatch: NEEDS_CHROMIUM,
      use: { launchOptions: launch(CHROMIUM) },
    },
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    reducedMotion: 'reduce',
    // It fetches the whole app at the first start; the offline tests cover it.
    serviceWorkers: 'block',
    // The fixture of the page takes one when a test has failed; the setting takes one at every test's end, to throw it away.
    screenshot: 'off',
    // Even without pictures, it would cost a tenth more; `--trace retain-on-failure` makes one.
    trace: 'off',
    launchOptions: launch(SHELL, CHROMIUM),
  },
});
