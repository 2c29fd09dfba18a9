import { defineConfig } from 'vitest/config';

/** Where `npm test` reads which tests were the slowest. */
const outputFile = process.env['TEST_REPORT'];

/** Server tests that start the built server in its own process. */
const BUILT_SERVER_TESTS = ['main', 'admin', 'database-outage', 'log-secrets'].map(
  (name) => `apps/server/src/${name}.test.ts`,
);

export default defineConfig({
  test: {
    // They wait for killed and hanging processes: `npm test` leaves them to `npm run test:long`.
    tags: [{ name: 'drill', description: 'A process is killed, or something that it needs does not answer' }],
    reporters: outputFile ? ['default', ['json', { outputFile }]] : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['packages/{domain,contract,plaid-emulator}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          // The tests of the bank emulator write whole histories, start programs and wait for webhooks for up to 20 seconds:
          // on a busy machine that takes longer than the usual 5.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/{src,service-worker}/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A jsdom and a copy of the app for each file would cost two thirds of the stage. No test replaces a module.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          // Importing the app again for each file would cost a third of the stage. No test replaces a module.
          isolate: false,
          include: ['apps/server/src/**/*.test.ts'],
          exclude: BUILT_SERVER_TESTS,
          globalSetup: ['apps/server/src/test-support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'processes',
          include: BUILT_SERVER_TESTS,
          globalSetup: [
            'tests/build-first.mjs',
            'apps/server/src/test-support/global-setup.ts',
            'apps/server/src/test-support/prepared-data-folder.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'programs',
          include: ['packages/{local-postgres,identity-provider}/src/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['tests/{model,fuzz,demo}/**/*.test.ts'],
          globalSetup: ['tests/build-first.mjs', 'apps/server/src/test-support/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'drills',
          include: ['tests/{faults,issuer}/**/*.test.ts'],
          globalSetup: ['tests/build-first.mjs', 'apps/server/src/test-support/global-setup.ts'],
        },
      },
    ],
  },
});
