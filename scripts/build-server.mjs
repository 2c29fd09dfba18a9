// Bundles the server: separate imports would cost half a second and 280 MB per start.
import { transform } from 'esbuild';
import { isAscii } from 'node:buffer';
import { cp, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from './bundle-for-node.mjs';
import { FOR_PICTURES, IN_DEVELOPMENT, NEVER_INSTALLED, ON_FIRST_USE } from './external-packages.ts';
import { writeSbom } from './write-sbom.mjs';

const server = new URL('../apps/server/', import.meta.url);
// Tests bundle into their own folder.
const [folder = 'dist'] = process.argv.slice(2);
const out = new URL(`${folder}/`, server);
const bundle = new URL('main.js', out);

await rm(out, { recursive: true, force: true });
await bundleForNode({
  entryPoints: [fileURLToPath(new URL('src/main.ts', server))],
  outfile: fileURLToPath(bundle),
  sourcemap: 'linked',
  plugins: [keepNamesOf(/node_modules\/oidc-provider\/.*\.js$/)],
  // Dropping comments saves a third.
  minifyWhitespace: true,
  minifySyntax: true,
  external: [...ON_FIRST_USE, ...IN_DEVELOPMENT, ...NEVER_INSTALLED],
});
await bundleForNode({
  entryPoints: [fileURLToPath(new URL('src/admin.ts', server))],
  outfile: fileURLToPath(new URL('admin.js', out)),
  minifyWhitespace: true,
  external: [...ON_FIRST_USE, ...NEVER_INSTALLED],
});
// The picture program, whose libraries the server must not load.
await bundleForNode({
  entryPoints: [fileURLToPath(new URL('src/modules/pictures/drawing-program.ts', server))],
  outfile: fileURLToPath(new URL('drawing-program.js', out)),
  minifyWhitespace: true,
  external: FOR_PICTURES,
});
// V8 doubles the memory of a source with any non-Latin character.
if (!isAscii(await readFile(bundle))) {
  throw new Error(
    'The bundle contains characters beyond ASCII: in a tagged template, put them into a separate string.',
  );
}
await cp(new URL('src/db/migrations/', server), new URL('db/migrations/', out), { recursive: true });
// Served to browsers as is.
for (const folder of ['plaid-emulator/src/link/browser/', 'identity-provider/src/pages/browser/']) {
  await cp(new URL(`../programs/${folder}`, import.meta.url), new URL('browser/', out), { recursive: true });
}
await writeSbom(fileURLToPath(new URL('sbom.cdx.json', out)));

/**
 * Only the identity provider's library needs class names, which bundling may change. For the whole bundle, `keepNames` would define a name
 * each time a function is created: a sixth of a request's processor time.
 */
function keepNamesOf(filter) {
  return {
    name: 'keep-names',
    setup: ({ onLoad }) =>
      onLoad({ filter }, async ({ path }) => {
        const { code } = await transform(await readFile(path, 'utf8'), {
          keepNames: true,
          sourcemap: 'inline',
          sourcefile: path,
        });
        return { contents: code };
      }),
  };
}
