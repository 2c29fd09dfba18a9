import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The changed copy, where Stryker runs the tests.
  root: process.cwd(),
  test: {
    isolate: false,
    include: ['packages/domain/src/statements/*.test.ts', 'packages/domain/src/duplicates.test.ts'],
    testTimeout: 60_000,
  },
});
