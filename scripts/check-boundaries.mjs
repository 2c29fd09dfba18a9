// Checks import rules. The checker says nothing when it cannot read the sources, so a violation in a copy
// proves that it works.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const CONFIG = '.dependency-cruiser.cjs';
const cruise = (cwd, folders) =>
  spawnSync('depcruise', [...folders, '--config', CONFIG], { cwd, encoding: 'utf8' });

const result = cruise(root, ['apps', 'packages', 'programs']);
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
  const plant = (path, text) => {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  };
  plant(
    'packages/domain/src/planted-violation.ts',
    "export { PRODUCT_NAME } from '../../contract/src/product.ts';\n",
  );
  const web = 'apps/web/src';
  plant(`${web}/features/planted-owner/internals.ts`, 'export const internals = 1;\n');
  plant(`${web}/features/planted-owner/rows-query.ts`, 'export const rowsQuery = 1;\n');
  plant(`${web}/features/planted-reader/allowed.ts`, "export * from '../planted-owner/rows-query.ts';\n");
  plant(`${web}/features/planted-reader/refused.ts`, "export * from '../planted-owner/internals.ts';\n");
  plant(`${web}/shared/ui/planted.ts`, 'export const planted = 1;\n');
  plant(`${web}/shared/http/refused.ts`, "export * from '../ui/planted.ts';\n");
  const server = 'apps/server/src';
  const tables = `export const planted = 1;\n`;
  const everything = (path) => `export * from '../../${path}.ts';\n`;
  plant(`${server}/db/tables/planted-owner.tables.ts`, tables);
  plant(`${server}/db/tables/planted-other.tables.ts`, "export * from './planted-owner.tables.ts';\n");
  plant(`${server}/db/tables/users.tables.ts`, tables);
  plant(`${server}/modules/planted-owner/allowed.ts`, everything('db/tables/planted-owner.tables'));
  plant(`${server}/modules/planted-other/refused.ts`, everything('db/tables/planted-owner.tables'));
  plant(`${server}/modules/planted-other/users.ts`, everything('db/tables/users.tables'));
  const { stdout } = cruise(copy, ['apps', 'packages']);
  const missed = [
    'domain-imports-nothing',
    'a-feature-imports-only-queries-of-another',
    'shared-http-imports-no-ui',
    'a-table-is-written-by-its-module',
    'who-writes-users',
  ].filter((rule) => !stdout.includes(rule));
  if (missed.length > 0) {
    console.error(`The boundary check missed planted violations of ${missed.join(', ')}.`);
    process.exitCode = 1;
  }
  const refused = [
    'planted-reader/allowed.ts',
    'planted-owner/allowed.ts',
    'tables/planted-other.tables.ts',
  ].filter((file) => stdout.includes(file));
  if (refused.length > 0) {
    console.error(`The boundary check refuses ${refused.join(', ')}, which it should allow.`);
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true });
}
