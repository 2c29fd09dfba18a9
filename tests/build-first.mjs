// Builds the app before tests that start it as `npm start` does, and the program that checks its statements.
import { rename } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from '../scripts/bundle-for-node.mjs';
import { NEVER_INSTALLED } from '../scripts/external-packages.ts';
import { buildIfNeeded } from '../scripts/project.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function setup() {
  await buildIfNeeded();
  // Another run may read the bundle meanwhile.
  const unfinished = path(`.build/checked-program-${process.pid}.mjs`);
  await bundleForNode({
    entryPoints: [path('../apps/server/src/test-support/checked-program.ts')],
    outfile: unfinished,
    // It reads a file beside it.
    external: ['libpg-query', ...NEVER_INSTALLED],
  });
  await rename(unfinished, path('.build/checked-program.mjs'));
}
