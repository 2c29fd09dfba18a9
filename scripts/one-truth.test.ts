import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/* PD-87: each figure that people see has one function in the domain. These expressions would be a second one. */

const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}')
  .filter((path) => !/\.test\.|test-support|samples\.ts|migrations/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '') }));
const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path.replaceAll('\\', '/'));

const SPENT = String.raw`\w*(?:spent|ranked)(?:Cents|_cents)?`;
const BUDGET = String.raw`[\w.]*(?:budget|goal)(?:Cents|_cents)?`;

test.each([
  [
    'left and over',
    new RegExp(`${BUDGET}\\s*-\\s*[\\w.]*${SPENT}`, 'i'),
    ['packages/domain/src/week-balance.ts'],
  ],
  [
    'a week over budget',
    // A share of the budget is another question: that of the pig's mood.
    new RegExp(`${SPENT}\\s*(?:<=?|>=?|-)\\s*${BUDGET}\\b(?!\\s*\\*)`, 'i'),
    [
      // In SQL, because the board counts all closed weeks of a user.
      'apps/server/src/modules/leaderboard/leaderboard.queries.ts',
      'packages/domain/src/week-balance.ts',
    ],
  ],
  ['weeks under budget', /weeks?'?\}? under budget`/, ['packages/domain/src/week-count.ts']],
  [
    'closed weeks',
    /trackedWeeks\(/,
    [
      'apps/web/src/features/weeks/weeks-insight.tsx',
      'packages/domain/src/past-self.ts',
      'packages/domain/src/saved.ts',
      'packages/domain/src/streaks.ts',
      'packages/domain/src/week-count.ts',
      'packages/domain/src/week-verdicts.ts',
    ],
  ],
  ['saved this year', /savedThisYear\(/, ['apps/web/src/app/use-weeks.ts', 'packages/domain/src/saved.ts']],
  [
    'to come',
    /stillToCome\(/,
    ['apps/server/src/modules/expenses/recurring.service.ts', 'packages/domain/src/still-to-come.ts'],
  ],
  [
    'the rank',
    /rankCompetitors\(/,
    ['apps/server/src/modules/leaderboard/leaderboard.service.ts', 'packages/domain/src/ranking.ts'],
  ],
])('%s is computed in one place [PD-87]', (_, pattern, files) => {
  expect(filesWith(pattern).sort()).toEqual(files);
});
