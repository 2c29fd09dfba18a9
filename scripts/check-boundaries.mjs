// Who may import whom. The checker stays silent when it cannot read the sources at all, so a planted violation proves that it bites.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const planted = fileURLToPath(new URL('../packages/domain/src/planted-violation.ts', import.meta.url));
const cruise = () =>
  spawnSync('depcruise', ['apps', 'packages', '--config', '.dependency-cruiser.cjs'], {
    cwd: root,
    encoding: 'utf8',
  });

const result = cruise();
process.stdout.write(result.stdout + result.stderr);
if (result.status !== 0) process.exit(1);

writeFileSync(planted, "export { PRODUCT_NAME } from '../../contract/src/product.ts';\n");
try {
  if (!cruise().stdout.includes('domain-imports-nothing')) {
    console.error('The boundary check did not notice a planted violation: it no longer reads the sources.');
    process.exitCode = 1;
  }
} finally {
  rmSync(planted);
}
