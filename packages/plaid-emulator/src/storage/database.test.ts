import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryDatabase } from '../test-support/test-bank.ts';
import { inTransaction, openDatabase } from './database.ts';
import { findItem } from './items.ts';
import { schemaSteps } from './schema.ts';

test('a file of a newer release is refused, and left as it is', () => {
  const file = temporaryDatabase();
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  expect(() => openDatabase(file)).toThrow('newer release');
  const untouched = new DatabaseSync(file);
  expect(untouched.prepare('SELECT count(*) AS tables FROM sqlite_master').get()?.['tables']).toBe(0);
  untouched.close();
});

test('a file of the first release gets what is new and keeps what it holds', () => {
  const file = temporaryDatabase();
  const first = new DatabaseSync(file);
  first.exec(schemaSteps[0] ?? '');
  first.exec('PRAGMA user_version = 1');
  first.exec(`INSERT INTO items (item_id, access_token, institution_id, ledger_seed, products, webhook, days_requested,
      created_at, linked_at_ms, ledger_day)
    VALUES ('item', 'access', 'ins_109508', 'seed', '["transactions"]', NULL, 90, '2026-06-10T19:00:00Z', 0, '2026-06-10')`);
  first.close();

  for (let opened = 0; opened < 2; opened += 1) {
    const database = openDatabase(file);
    expect(findItem(database, 'item')).toMatchObject({
      ledgerDay: '2026-06-10',
      username: null,
      historyMissingTo: null,
      syncCalled: false,
      lastWebhook: null,
    });
    database.close();
  }
});

test('a transaction that fails leaves nothing behind, also when it was begun inside another', () => {
  const database = openDatabase(':memory:');
  const remember = (token: string) =>
    database.prepare('INSERT INTO removed_items VALUES (?, ?, ?)').run(token, 'item', 'now');
  expect(() =>
    inTransaction(database, () => {
      remember('a');
      inTransaction(database, () => remember('b'));
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(database.prepare('SELECT * FROM removed_items').all()).toEqual([]);
  database.close();
});
