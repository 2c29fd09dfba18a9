// Bundles the server: importing its libraries one by one would cost half a second and 280 MB at every start.
import { isAscii } from 'node:buffer';
import { cp, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from './bundle-for-node.mjs';

const server = new URL('../apps/server/', import.meta.url);
// Tests bundle into a folder of their own, beside the one that the start uses.
const [folder = 'dist'] = process.argv.slice(2);
const out = new URL(`${folder}/`, server);
const bundle = new URL('main.js', out);

await rm(out, { recursive: true, force: true });
await bundleForNode({
  entryPoints: [fileURLToPath(new URL('src/main.ts', server))],
  outfile: fileURLToPath(bundle),
  sourcemap: 'linked',
  // The identity provider's library knows its models by the names of their classes.
  keepNames: true,
  // Without the comments of its libraries it is two thirds as long.
  minifyWhitespace: true,
  minifySyntax: true,
  // The libraries of push messages and of passkeys are loaded by the first who needs them, from their own folders: few servers at home
  // ever do.
  // That which describes the API, only in development.
  external: [
    'pg-native',
    'web-push',
    '@simplewebauthn/server',
    '@simplewebauthn/server/helpers',
    '@fastify/swagger',
    '@fastify/swagger-ui',
  ],
});
// What whoever runs it can do beside it, as a program of its own.
await bundleForNode({
  entryPoints: [fileURLToPath(new URL('src/admin.ts', server))],
  outfile: fileURLToPath(new URL('admin.js', out)),
  minifyWhitespace: true,
  external: ['pg-native'],
});
// The program that draws pictures: the server itself loads nothing of what it needs.
await bundleForNode({
  entryPoints: [fileURLToPath(new URL('src/modules/sharing/picture/drawing-program.ts', server))],
  outfile: fileURLToPath(new URL('drawing-program.js', out)),
  minifyWhitespace: true,
  external: ['@resvg/resvg-js', 'satori', 'subset-font'],
});
// V8 keeps the source of a running program, at twice its size when a single character in it is not Latin.
if (!isAscii(await readFile(bundle))) {
  throw new Error(
    'The bundle contains characters beyond ASCII: in a tagged template, put them into a separate string.',
  );
}
await cp(new URL('src/db/migrations/', server), new URL('db/migrations/', out), { recursive: true });
// What the bank emulator and the identity provider serve to browsers as it stands.
for (const folder of ['plaid-emulator/src/link/browser/', 'identity-provider/src/pages/browser/']) {
  await cp(new URL(`../packages/${folder}`, import.meta.url), new URL('browser/', out), { recursive: true });
}
