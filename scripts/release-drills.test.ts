import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import drills from './release-drills.json' with { type: 'json' };

test('what a release drill covers exists, so that a move cannot hide a change', () => {
  const named = drills.flatMap(({ tests, brings, covers }) => [
    tests,
    ...covers,
    ...brings.map((script) => `scripts/${script}`),
  ]);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test('every test of the surroundings belongs to a drill', () => {
  const tests = ['bare-debian', 'image', 'issuer', 'mail', 'monitoring', 'packaging'].flatMap((folder) =>
    readdirSync(`tests/${folder}`)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `tests/${folder}/${name}`),
  );
  const covered = drills.map(({ tests: path }) => path);
  expect(tests.filter((file) => !covered.some((path) => file.startsWith(path)))).toEqual([]);
});

/** The files of a test with all that they import from `tests`. */
function filesOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  if (!path.endsWith('.ts')) {
    for (const name of readdirSync(path).filter((file) => file.endsWith('.test.ts')))
      filesOf(join(path, name), found);
    return found;
  }
  found.add(path);
  for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g))
    filesOf(join(dirname(path), imported), found);
  return found;
}

test.each(drills)('$name brings all that its tests require, also when it runs alone', ({ tests, brings }) => {
  const required = [...filesOf(tests)].flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/requireBrought\(.*'([\w-]+)'\)/g),
      ([, script]) => `${script}.mjs`,
    ),
  );
  expect(required.length).toBeGreaterThan(0);
  expect(required.filter((script) => !brings.includes(script))).toEqual([]);
});
