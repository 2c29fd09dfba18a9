import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const list = readFileSync('docs/asvs.md', 'utf8');

test('the files that the list of ASVS items names exist', () => {
  const named = [...list.matchAll(/`([^` ]+\/[^` ]+|[\w-]+\.(?:ts|mjs|json|yml))`/g)].map(
    ([, path = '']) => path,
  );
  const paths = [...new Set(named)].filter((path) => !path.startsWith('/'));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(path) && !existsSync(join('apps/server/src', path)))).toEqual([]);
});

test('the list counts its items correctly', () => {
  const items = [...list.matchAll(/^\| \d+\.\d+\.\d+ +\| (\d) +\| ([a-z ]+?) +\|/gm)];
  const counted = [...list.matchAll(/^\| (met|partly|not met|does not apply) +\| (\d+) +\| (\d+) +\|$/gm)];
  expect(counted).toHaveLength(4);
  for (const [, state, ...counts] of counted) {
    const found = ['1', '2'].map((level) => items.filter(([, l, s]) => l === level && s === state).length);
    expect([state, ...counts.map(Number)]).toEqual([state, ...found]);
  }
});
