import { defineConfig } from 'vitest/config';

/** `npm test` reads the slowest tests there. */
const outputFile = process.env['TEST_REPORT'];

/** A busy machine may need much longer than the default of a second, above all where a sync saves years. */
const PATIENT = { poll: { timeout: 30_000 } };
const PATIENT_WITH_SYNCS = { poll: { timeout: 90_000 } };
const setupFiles = ['tests/steady.ts'];

/** They run the built server in its own process. */
const BUILT_SERVER_TESTS = ['apps/server/src/**/*.built.test.ts'];

export default defineConfig({
  test: {
    // They wait for killed and hanging processes: `npm test` leaves them to `npm run test:long`.
    tags: [
      { name: 'drill', description: 'A process is killed, or something that it needs does not answer' },
      // `npm run test:pgbouncer` runs them once more, through PgBouncer.
      { name: 'own-database', description: 'A server in its own process has a DATABASE_URL' },
    ],
    reporters: outputFile ? ['default', ['json', { outputFile }]] : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          expect: PATIENT,
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'programs/{test-banks,plaid-emulator,simplefin-emulator,bank-lab}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          // The emulator's tests write whole histories, start programs and wait up to 20 seconds for webhooks.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        define: { BUILT_CONTRACT_VERSION: '"tests"' },
        test: {
          name: 'web',
          setupFiles,
          expect: PATIENT,
          include: ['apps/web/{src,service-worker}/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A jsdom and app per file would cost two thirds of the stage. No test replaces a module.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          // Otherwise, V8 spends a second on optimizing the parser of statements.
          execArgv: ['--liftoff-only'],
          setupFiles,
          expect: PATIENT_WITH_SYNCS,
          // Importing the app per file would cost a third of the stage. No test replaces a module.
          isolate: false,
          include: ['apps/server/src/**/*.test.ts'],
          exclude: BUILT_SERVER_TESTS,
          globalSetup: ['apps/server/src/test-support/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'processes',
          setupFiles,
          expect: PATIENT_WITH_SYNCS,
          include: BUILT_SERVER_TESTS,
          globalSetup: [
            'tests/build-first.mjs',
            'apps/server/src/test-support/global-setup.ts',
            'apps/server/src/test-support/prepared-data-folder.ts',
          ],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'programs',
          setupFiles,
          expect: PATIENT_WITH_SYNCS,
          include: ['programs/{local-postgres,identity-provider}/src/**/*.test.ts'],
          globalSetup: ['programs/identity-provider/src/test-support/one-postgres.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'system',
          setupFiles,
          expect: PATIENT_WITH_SYNCS,
          // As in `server`.
          isolate: false,
          include: [
            'tests/{costliest,model,fuzz,demo}/**/*.test.ts',
            // `npm run test:citus` sets it.
            ...(process.env['CITUS_NODES'] ? ['tests/citus/**/*.test.ts'] : []),
          ],
          globalSetup: ['tests/build-first.mjs', 'apps/server/src/test-support/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'providers',
          setupFiles,
          expect: PATIENT_WITH_SYNCS,
          // It replaces a module.
          include: ['tests/providers/**/*.test.ts'],
          globalSetup: ['apps/server/src/test-support/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'drills',
          setupFiles,
          expect: PATIENT_WITH_SYNCS,
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/build-first.mjs', 'apps/server/src/test-support/global-setup.ts'],
        },
      },
      {
        test: {
          name: 'surroundings',
          setupFiles,
          expect: PATIENT_WITH_SYNCS,
          include: ['tests/{bare-debian,image,issuer,mail,monitoring,packaging}/**/*.test.ts'],
          globalSetup: ['tests/build-first.mjs', 'apps/server/src/test-support/global-setup.ts'],
        },
      },
    ],
  },
});
