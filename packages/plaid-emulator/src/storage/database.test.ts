import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryDatabase } from '../test-support/test-bank.ts';
import { BankFileError, inTransaction, openDatabase } from './database.ts';
import { findItem } from './items.ts';
import { schemaSteps } from './schema.ts';

test('a file of a newer release is refused, and left as it is', () => {
  const file = temporaryDatabase();
  const newer = new DatabaseSync(file);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  expect(() => openDatabase(file)).toThrow(/^A newer release wrote the bank emulator's file /);
  const untouched = new DatabaseSync(file);
  expect(untouched.prepare('SELECT count(*) AS tables FROM sqlite_master').get()?.['tables']).toBe(0);
  untouched.close();
});

test.each([
  [
    'no database',
    () => Buffer.from('not a database, but long enough to have a header of its own. '.repeat(4)),
  ],
  ['damaged in its middle', (content: Buffer) => content.fill(0x5a, 8_192, 40_960)],
])('a file that is %s is refused in one sentence that names it', (_what, damage) => {
  const file = temporaryDatabase();
  openDatabase(file).close();
  writeFileSync(file, damage(readFileSync(file)));
  expect(() => openDatabase(file)).toThrow(
    new BankFileError(
      `The bank emulator's file ${file} is damaged: put back your copy, or delete it to start with empty test banks.`,
    ),
  );
});

test('a file of the first release is upgraded and keeps its data', () => {
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
