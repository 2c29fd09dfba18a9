// Builds the app before tests that start it as `npm start` does, and the programs that start it and check its statements.
import { rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from '../scripts/bundle-for-node.mjs';
import { NEVER_INSTALLED } from '../scripts/external-packages.ts';
import { buildIfNeeded } from '../scripts/project.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

const PROGRAMS = {
  'checked-program': path('../apps/server/src/test-support/checked-program.ts'),
  'server-at-fixed-time': path('e2e/support/server-at-fixed-time.ts'),
};

/** The global setup of tests, and a program. */
export default async function setup() {
  await buildIfNeeded();
  for (const [name, entryPoint] of Object.entries(PROGRAMS)) {
    // Another run may read the bundle meanwhile.
    const unfinished = path(`.build/${name}-${process.pid}.mjs`);
    await bundleForNode({
      entryPoints: [entryPoint],
      outfile: unfinished,
      // It reads a file beside it.
      external: ['libpg-query', ...NEVER_INSTALLED],
    });
    await rename(unfinished, path(`.build/${name}.mjs`));
  }
}

if (import.meta.main) await setup();
