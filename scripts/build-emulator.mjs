// Builds a self-contained package of a bank emulator or of the bank lab for `npm pack` and `npx`: `build-emulator.mjs plaid|simplefin|lab [folder]`.
import { cp, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleForNode } from './bundle-for-node.mjs';

const LINK = 'plaid-emulator/src/link/browser/';

/** `browser` is served to browsers as is. */
const PROGRAMS = {
  plaid: {
    name: 'plaid-emulator',
    description: 'An offline Plaid with test banks, for tests',
    browser: [LINK],
  },
  simplefin: {
    name: 'simplefin-emulator',
    description: 'An offline, strict SimpleFIN server with test banks, for tests',
    browser: [],
  },
  lab: {
    name: 'bank-lab',
    description: 'Made-up banks over Plaid and SimpleFIN, with a page to break them',
    browser: [LINK, 'bank-lab/src/pages/browser/'],
    guides: [
      ['PLAID.md', 'plaid-emulator'],
      ['SIMPLEFIN.md', 'simplefin-emulator'],
    ],
  },
};

const [kind, folderArgument] = process.argv.slice(2);
const known = PROGRAMS[kind];
if (!known) throw new Error(`Choose a program: ${Object.keys(PROGRAMS).join(' or ')}.`);
const programs = new URL('../programs/', import.meta.url);
const program = new URL(`${known.name}/`, programs);
const folder = folderArgument ?? fileURLToPath(new URL('dist', program));
const out = pathToFileURL(`${resolve(folder)}/`);

await rm(out, { recursive: true, force: true });
await bundleForNode({
  entryPoints: [fileURLToPath(new URL('src/main.ts', program))],
  outfile: fileURLToPath(new URL('main.js', out)),
});
for (const files of known.browser) {
  await cp(new URL(files, programs), new URL('browser/', out), { recursive: true });
}
for (const [name, source] of [['README.md', known.name], ...(known.guides ?? [])]) {
  await cp(new URL(`${source}/README.md`, programs), new URL(name, out));
}
const about = {
  name: `oinkly-${known.name}`,
  version: '0.1.0',
  description: known.description,
  license: 'UNLICENSED',
  type: 'module',
  bin: 'main.js',
  engines: { node: '>=24' },
};
await writeFile(new URL('package.json', out), `${JSON.stringify(about, null, 2)}\n`);
