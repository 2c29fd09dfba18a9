// Checks who may import whom. The checker is silent when it cannot read the sources at all, so a violation in a copy proves that it bites.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const CONFIG = '.dependency-cruiser.cjs';
const cruise = (cwd, folders) =>
  spawnSync('depcruise', [...folders, '--config', CONFIG], { cwd, encoding: 'utf8' });

const result = cruise(root, ['apps', 'packages']);
process.stdout.write(result.stdout + result.stderr);
if (result.status !== 0) process.exit(1);

const copy = mkdtempSync(join(tmpdir(), 'boundaries-'));
try {
  cpSync(join(root, CONFIG), join(copy, CONFIG));
  for (const file of ['tsconfig.json', 'tsconfig.base.json', 'package.json']) {
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const name of ['contract', 'domain']) {
    cpSync(join(root, 'packages', name), join(copy, 'packages', name), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    });
  }
  writeFileSync(
    join(copy, 'packages/domain/src/planted-violation.ts'),
    "export { PRODUCT_NAME } from '../../contract/src/product.ts';\n",
  );
  if (!cruise(copy, ['packages']).stdout.includes('domain-imports-nothing')) {
    console.error('The boundary check missed a planted violation, so it no longer reads the sources.');
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true });
}
