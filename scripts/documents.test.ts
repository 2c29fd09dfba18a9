import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
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
  const named = execFileSync(
    'git',
    ['grep', '-ohE', String.raw`\bdocs/[a-z0-9/-]+\.md`, '--', ':!CHANGELOG.md'],
    {
      encoding: 'utf8',
    },
  );
  expect([...new Set(named.trim().split('\n'))].filter((path) => !existsSync(path))).toEqual([]);
});

test('decision records that code and documents cite exist, and have at most 25 lines', () => {
  const records = globSync('docs/adr/[0-9]*.md');
  const numbers = new Set(records.map((path) => Number(/\d{4}/.exec(path)?.[0])));
  const cited = execFileSync('git', ['grep', '-ohE', String.raw`\bADR [0-9]+\b`], { encoding: 'utf8' });
  const isMissing = (name: string) => !numbers.has(Number(name.replace('ADR ', '')));
  expect([...new Set(cited.trim().split('\n'))].filter(isMissing)).toEqual([]);
  expect(records.filter((path) => readFileSync(path, 'utf8').trim().split('\n').length > 25)).toEqual([]);
});

test('a newcomer reads one screen first, and at most 2,500 words before the code', () => {
  const readme = readFileSync('README.md', 'utf8');
  const [start = ''] = readFileSync('docs/architecture.md', 'utf8').split(/^## The ledger$/m);
  const words = [readme, readFileSync('CONTRIBUTING.md', 'utf8'), start].join(' ').match(/\S+/g);
  expect(readme.trim().split('\n').length).toBeLessThanOrEqual(60);
  expect(words?.length).toBeLessThanOrEqual(2_500);
});

/** Decision records are not in it: each is read as a whole. */
const prose = documents.filter((path) => /^(README|CONTRIBUTING|docs\/[\w-]+)\.md$/.test(path));

test.each(prose)('%s has one sentence per line', (document) => {
  const lines = readFileSync(document, 'utf8')
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .split('\n')
    .filter((line) => !/^\s*[|<#]/.test(line));
  const several = lines.filter((line) =>
    /[.!?]["”)]?\s+[A-Z]/.test(
      line
        .replaceAll(/`[^`]*`/g, 'code')
        .replace(/^\s*(?:\d+\.|-)\s+/, '')
        .replace(/^\*\*[^*]+\*\*\s+/, ''),
    ),
  );
  expect(several).toEqual([]);
});
