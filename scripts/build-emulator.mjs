// Builds a self-contained package of a bank emulator for `npm pack` and `npx`: `build-emulator.mjs plaid|simplefin [folder]`.
import { cp, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleForNode } from './bundle-for-node.mjs';

/** `browser` is served to browsers as is. */
const EMULATORS = {
  plaid: { description: 'An offline Plaid with test banks, for tests', browser: 'src/link/browser/' },
  simplefin: { description: 'An offline, strict SimpleFIN server with test banks, for tests', browser: null },
};

const [kind, folderArgument] = process.argv.slice(2);
const known = EMULATORS[kind];
if (!known) throw new Error(`Choose an emulator: ${Object.keys(EMULATORS).join(' or ')}.`);
const emulator = new URL(`../programs/${kind}-emulator/`, import.meta.url);
const folder = folderArgument ?? fileURLToPath(new URL('dist', emulator));
const out = pathToFileURL(`${resolve(folder)}/`);

await rm(out, { recursive: true, force: true });
await bundleForNode({
  entryPoints: [fileURLToPath(new URL('src/main.ts', emulator))],
  outfile: fileURLToPath(new URL('main.js', out)),
});
if (known.browser) {
  await cp(new URL(known.browser, emulator), new URL('browser/', out), { recursive: true });
}
await cp(new URL('README.md', emulator), new URL('README.md', out));
const about = {
  name: `oinkly-${kind}-emulator`,
  version: '0.1.0',
  description: known.description,
  license: 'UNLICENSED',
  type: 'module',
  bin: 'main.js',
  engines: { node: '>=24' },
};
await writeFile(new URL('package.json', out), `${JSON.stringify(about, null, 2)}\n`);
