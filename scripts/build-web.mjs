// Builds the browser app and compresses its files once, so that no request waits for it.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg|html|json)$/;

const root = fileURLToPath(new URL('../apps/web/', import.meta.url));
await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });

const assets = join(root, 'dist', 'assets');
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
for (const name of (await readdir(assets)).filter((file) => COMPRESSIBLE.test(file))) {
  const file = join(assets, name);
  const content = await readFile(file);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
