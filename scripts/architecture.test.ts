import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const diagram = /```mermaid\n(.*?)```/s.exec(readFileSync('docs/architecture.md', 'utf8'))?.[1] ?? '';
const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test.each(['apps/server/src/modules', 'packages', 'programs'])(
  'the drawing of the architecture names all of %s',
  (path) => {
    const named = new Set(diagram.match(/[\w-]+/g));
    expect(foldersIn(path).filter((name) => !named.has(name))).toEqual([]);
  },
);
