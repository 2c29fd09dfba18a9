import { openBankFile } from '@oinkly/test-banks/bank-file';
import { temporaryDatabase } from '@oinkly/test-banks/test-support/temporary-database';
import { expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../emulator.ts';
import { insertRequest, listRequests } from '../storage/requests.ts';
import { schemaSteps } from '../storage/schema.ts';
import { insertToken } from '../storage/tokens.ts';
import { countRequest } from './request-quota.ts';

const start = new Date('2026-06-01T19:00:00Z');

test('the log keeps the requests of the last day, and the newest thousand', () => {
  const database = openBankFile(':memory:', schemaSteps);
  onTestFinished(() => database.close());
  let now = start;
  const emulator = createEmulator({ publicUrl: '', databaseFile: ':memory:', clock: () => now }, database);
  const { tokenId } = insertToken(database, now, null);
  const other = insertToken(database, now, null);
  const ask = (token: string, query: string) =>
    countRequest(emulator, token, { kind: 'all_accounts', query });
  ask(other.tokenId, 'other');
  for (let number = 1; number <= 1100; number += 1) ask(tokenId, String(number));
  expect(listRequests(database, tokenId)).toHaveLength(1100);
  now = new Date('2026-06-02T19:00:00Z');
  ask(tokenId, '1101');
  const kept = listRequests(database, tokenId).map(({ query }) => query);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([1000, '102', '1101']);
  expect(listRequests(database, other.tokenId)).toHaveLength(1);
});

test('a log of an earlier release is kept, with its numbers', () => {
  const file = temporaryDatabase();
  const before = openBankFile(file, schemaSteps.slice(0, 2));
  const { tokenId } = insertToken(before, start, null);
  for (const query of ['a', 'b']) {
    insertRequest(before, tokenId, { kind: 'all_accounts', atMs: start.getTime(), query });
  }
  const logged = listRequests(before, tokenId);
  before.close();
  const after = openBankFile(file, schemaSteps);
  onTestFinished(() => after.close());
  expect(listRequests(after, tokenId)).toEqual(logged);
  expect(logged).toMatchObject([
    { requestNumber: 1, query: 'a' },
    { requestNumber: 2, query: 'b' },
  ]);
});
