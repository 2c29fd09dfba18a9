// Builds the browser app and service worker, and compresses the files once.
import { DRAWING_FILE } from '@oinkly/contract/first-view';
import { routes } from '@oinkly/contract/routes';
import { build as bundle } from 'esbuild';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { contractVersion } from '../apps/web/contract-version.ts';
import { bundleForNode } from './bundle-for-node.mjs';

// Also when a test starts the app, in its own mode.
process.env.NODE_ENV = 'production';

const COMPRESSIBLE = /\.(js|css|svg|html|json)$/;

const root = fileURLToPath(new URL('../apps/web/', import.meta.url));
await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });

const define = {
  BUILT_CONTRACT_VERSION: JSON.stringify(contractVersion()),
  'process.env.NODE_ENV': '"production"',
};
// Draws pages in the server. With its libraries, because a release installs none of them.
await bundleForNode({
  entryPoints: [join(root, 'src', 'draw-page.tsx')],
  outfile: join(root, 'dist', DRAWING_FILE),
  minify: true,
  define,
  plugins: [{ name: 'routes-without-shapes', setup: replaceRoutes }],
});

const assets = join(root, 'dist', 'assets');
await bundle({
  entryPoints: [join(root, 'service-worker', 'service-worker.ts')],
  outfile: join(root, 'dist', 'service-worker.js'),
  bundle: true,
  minify: true,
  target: 'es2022',
  define: { ...define, APP_FILES: JSON.stringify(await appFiles()) },
  logLevel: 'warning',
});

const brotliOf = ({ length }) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    // Found by trial: saves 0.1 % of the first script. The best pair changes with every few bytes.
    [constants.BROTLI_PARAM_LGBLOCK]: 18,
    [constants.BROTLI_PARAM_NDIRECT]: 12,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});
for (const name of (await readdir(assets)).filter((file) => COMPRESSIBLE.test(file))) {
  const file = join(assets, name);
  const content = await readFile(file);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotliOf(content)));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

/** Files that open the app offline: page, scripts, styles and common fonts. */
async function appFiles() {
  const page = await readFile(join(root, 'dist', 'index.html'), 'utf8');
  const names = await readdir(assets);
  // The home screen fetches its own icons.
  const needed = names.filter(
    (name) => /\.(js|css)$/.test(name) || (page.includes(`/assets/${name}`) && !name.endsWith('.png')),
  );
  const revision = createHash('sha256').update(page).digest('hex').slice(0, 16);
  return [
    { url: '/index.html', revision },
    // Their names contain a hash.
    ...needed.map((name) => ({ url: `/assets/${name}`, revision: null })),
  ];
}

/** As the browser has them. The shapes would start a validator with the server: 60 ms. */
function replaceRoutes({ onLoad }) {
  const contents = `export const routes = ${JSON.stringify(routes)};`;
  onLoad({ filter: /contract\/src\/routes\.ts$/ }, () => ({ contents }));
}
