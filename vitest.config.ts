import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/{domain,contract,plaid-emulator}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
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
          include: ['tests/{model,faults}/**/*.test.ts'],
          globalSetup: ['apps/server/src/test-support/global-setup.ts'],
        },
      },
    ],
  },
});
