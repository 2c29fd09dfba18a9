import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The changed copy, where Stryker runs the tests. */
const root = process.cwd();

export default defineConfig({
  root,
  // Installed packages are links to the unchanged files.
  resolve: {
    alias: [{ find: /^@oinkly\/(domain|contract)\/(.*)$/, replacement: join(root, 'packages/$1/src/$2.ts') }],
  },
  test: {
    isolate: false,
    include: [
      'packages/domain/src/statements/*.test.ts',
      'packages/domain/src/duplicates.test.ts',
      'apps/web/src/features/import/{bank-layouts,misread-files,proofs}.test.ts',
    ],
    testTimeout: 60_000,
  },
});
