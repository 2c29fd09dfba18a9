import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { FOR_PICTURES, ON_FIRST_USE, READ_FILES_OF } from './external-packages.ts';

interface LockFile {
  packages: Record<string, LockedPackage>;
}
interface LockedPackage {
  cpu?: string[];
  os?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

test('every native package of a release has a build for Linux on x64 and on arm64', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as LockFile;
  const roots = [
    'programs/local-postgres',
    ...[...ON_FIRST_USE, ...FOR_PICTURES, ...READ_FILES_OF].map(placeOf),
  ];
  const withBuilds = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const found = packages[path];
    if (!found || seen.has(path)) return;
    seen.add(path);
    for (const name of Object.keys({ ...found.dependencies, ...found.optionalDependencies })) {
      const { cpu, os, libc = ['glibc'] } = packages[placeOf(name)] ?? {};
      if (cpu && os?.includes('linux') && libc.includes('glibc')) {
        const builds = withBuilds.get(path) ?? new Set();
        for (const processor of cpu) builds.add(processor);
        withBuilds.set(path, builds);
      }
      visit(placeOf(name));
    }
  };
  for (const path of roots) visit(path);

  expect([...withBuilds.keys()].sort()).toEqual(['node_modules/@resvg/resvg-js', 'programs/local-postgres']);
  for (const builds of withBuilds.values())
    expect([...builds]).toEqual(expect.arrayContaining(['x64', 'arm64']));
});

function placeOf(specifier: string): string {
  const parts = specifier.split('/');
  return `node_modules/${parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')}`;
}
