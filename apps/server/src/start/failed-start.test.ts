import { expect, test } from 'vitest';
import { sentenceOf } from './failed-start.ts';

test.each([
  ['ECONNREFUSED', 'nothing answers there. Check its host and port, and that PostgreSQL runs.'],
  ['ENOTFOUND', 'its host has no address. Check the name.'],
  ['28P01', 'it refuses the user or the password. Check both.'],
  ['3D000', 'PostgreSQL has no database with this name. Check the name, or create it.'],
  ['57P03', 'check its address, name, user and password.'],
])('a database that fails with %s is named with what to check [PD-51]', (code, problem) => {
  const cause = Object.assign(new Error('connect'), { code });
  expect(sentenceOf(new Error('Failed query', { cause }))).toBe(
    `The server cannot use the database at DATABASE_URL: ${problem}`,
  );
});

test('a pooler without a direct address is named [PD-51]', () => {
  const cause = Object.assign(new Error('unsupported startup parameter: statement_timeout'), {
    code: '08P01',
  });
  expect(sentenceOf(new Error('Failed query', { cause }))).toBe(
    'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  );
});

test('an error of the program itself gets no sentence', () => {
  expect(sentenceOf(new TypeError('x is not a function'))).toBeNull();
});
