import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
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
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'apps/server/src/**/*.test.ts',
            'packages/{local-postgres,identity-provider}/src/**/*.test.ts',
          ],
          globalSetup: ['apps/server/src/test-support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'system',
          include: ['tests/{model,faults,fuzz,demo,issuer}/**/*.test.ts'],
          globalSetup: ['apps/server/src/test-support/global-setup.ts', 'tests/bundle-server.ts'],
        },
      },
    ],
  },
});
