// Checks that docs/requirements.md and the ids cited by tests match.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const REQUIREMENTS = 'docs/requirements.md';
const search = ['grep', '--untracked', '-ohE', '\\[[A-Z]{2,}-[0-9]+\\]', '--', '*.test.ts', '*.test.tsx'];
const citations = execFileSync('git', search, { cwd: root, encoding: 'utf8' });
const cited = new Set(citations.match(/[A-Z]+-\d+/g));
const requirements = readFileSync(join(root, REQUIREMENTS), 'utf8');
const defined = new Set(Array.from(requirements.matchAll(/^- ([A-Z]+-\d+): /gm), ([, id]) => id));

const problems = [
  ...[...cited.difference(defined)].map(
    (id) => `${id}: a test cites it, but ${REQUIREMENTS} does not define it`,
  ),
  ...[...defined.difference(cited)].map((id) => `${id}: ${REQUIREMENTS} defines it, but no test cites it`),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
