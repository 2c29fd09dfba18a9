// Builds a self-contained package of the bank emulator for `npm pack` and `npx`.
import { cp, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleForNode } from './bundle-for-node.mjs';

const emulator = new URL('../packages/plaid-emulator/', import.meta.url);
const [folder = fileURLToPath(new URL('dist', emulator))] = process.argv.slice(2);
const out = pathToFileURL(`${resolve(folder)}/`);

await rm(out, { recursive: true, force: true });
await bundleForNode({
  entryPoints: [fileURLToPath(new URL('src/main.ts', emulator))],
  outfile: fileURLToPath(new URL('main.js', out)),
});
// Served to browsers as is.
await cp(new URL('src/link/browser/', emulator), new URL('browser/', out), { recursive: true });
await cp(new URL('README.md', emulator), new URL('README.md', out));
const about = {
  name: 'oinkly-plaid-emulator',
  version: '0.1.0',
  description: 'An offline Plaid with test banks, for tests',
  license: 'UNLICENSED',
  type: 'module',
  bin: 'main.js',
  engines: { node: '>=24' },
};
await writeFile(new URL('package.json', out), `${JSON.stringify(about, null, 2)}\n`);
