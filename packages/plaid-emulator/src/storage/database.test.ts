import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryDatabase } from '../test-support/test-bank.ts';
import { inTransaction, openDatabase } from './database.ts';

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
