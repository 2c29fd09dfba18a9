import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const documents = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => existsSync(path));

/** As GitHub names a heading. */
function anchorOf(heading: string): string {
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '');
  return words.replaceAll(' ', '-');
}

function anchorsOf(path: string): string[] {
  return Array.from(readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    anchorOf(heading),
  );
}

test.each(documents)('%s links to files and headings that exist', (document) => {
  const text = readFileSync(document, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const broken = Array.from(text.matchAll(/\]\((?!\w+:)([^)\s]*)\)/g), ([, link = '']) => link).filter(
    (link) => {
      const [file = '', anchor] = link.split('#');
      const path = file === '' ? document : normalize(join(dirname(document), file));
      return !existsSync(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor));
    },
  );
  expect(broken).toEqual([]);
});

test('code and settings name documents that exist', () => {
  const named = execFileSync('git', ['grep', '-ohE', String.raw`\bdocs/[a-z0-9/-]+\.md`], {
    encoding: 'utf8',
  });
  expect([...new Set(named.trim().split('\n'))].filter((path) => !existsSync(path))).toEqual([]);
});
