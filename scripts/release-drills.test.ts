import { existsSync, readdirSync } from 'node:fs';
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
