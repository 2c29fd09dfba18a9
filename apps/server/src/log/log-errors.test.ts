import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions } from '../db/tables/identity.tables.ts';
import { describeError, messageOf, printableError, withoutParameters } from './log-errors.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a failed query is logged and stored with text and code, not values [SEC-9] [SEC-15]', async () => {
  const error: unknown = await database.db
    .insert(sessions)
    .values({
      userId: '6a4c8a0e-0000-4000-8000-000000000001',
      tokenHash: Buffer.from('hash'),
      createdAt: new Date(),
      lastSeenAt: new Date(),
      userAgent: 'agent',
      idToken: 'a-secret-id-token',
    })
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  expect(String(error)).toContain('a-secret-id-token');

  const described = JSON.stringify(describeError(error));
  expect(described).toContain('insert into');
  expect(described).toContain('23503');
  for (const text of [
    described,
    String(withoutParameters(error).stack),
    messageOf(error),
    printableError(error),
  ]) {
    expect(text).not.toMatch(/a-secret-id-token|6a4c8a0e/);
  }
});

test('a program that ends prints an error with its causes, as the log would keep them [SEC-15]', () => {
  const printed = printableError(new Error('above', { cause: new TypeError('below') }));
  expect(printed).toMatch(/^Error: above\n.*\ncaused by TypeError: below\n/s);
});

test('a thrown value that is not an error is logged only by its type [SEC-15]', () => {
  const answer = new URLSearchParams({ error: 'access_denied', state: 'a-secret-state' });
  const described = describeError(new Error('refused', { cause: answer }));
  expect(described['cause']).toEqual({ type: 'URLSearchParams', message: '', stack: '' });
  expect(printableError('a-secret-text')).not.toContain('secret');
});
