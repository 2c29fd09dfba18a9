import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { BankFileError, inTransaction, openBankFile } from './bank-file.ts';
import { temporaryDatabase } from './test-support/temporary-database.ts';

const schemaSteps = Array.from(
  { length: 12 },
  (_, index) => `CREATE TABLE tokens${index || ''} (token TEXT)`,
);
const openDatabase = (file: string) => openBankFile(file, schemaSteps);

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

test('a transaction that fails leaves nothing behind, also when it was begun inside another', () => {
  const database = openDatabase(':memory:');
  const remember = (token: string) => database.prepare('INSERT INTO tokens VALUES (?)').run(token);
  expect(() =>
    inTransaction(database, () => {
      remember('a');
      inTransaction(database, () => remember('b'));
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(database.prepare('SELECT * FROM tokens').all()).toEqual([]);
  database.close();
});
