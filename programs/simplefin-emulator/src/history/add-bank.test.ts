import { setImmediate as nextTurn } from 'node:timers/promises';
import { openBankFile } from '@oinkly/test-banks/bank-file';
import { expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../emulator.ts';
import { schemaSteps } from '../storage/schema.ts';
import { insertToken } from '../storage/tokens.ts';
import { addBank } from './add-bank.ts';

test('a history is written in many short steps, with turns for others between them [SEC-29]', async () => {
  const database = openBankFile(':memory:', schemaSteps);
  onTestFinished(() => database.close());
  const clock = () => new Date('2026-06-10T19:00:00Z');
  const emulator = createEmulator({ publicUrl: 'http://bank.test', databaseFile: '', clock }, database);
  const { tokenId } = insertToken(database, clock(), null);
  const rows = () => Number(database.prepare('SELECT count(*) AS rows FROM transactions').get()?.['rows']);

  const writing = { isDone: false };
  const written = addBank(emulator, tokenId, { bankKey: 'tartan', seed: 'a', historyDays: 730 }).then(() => {
    writing.isDone = true;
  });
  const counts = [0, rows()];
  while (!writing.isDone) {
    await nextTurn();
    counts.push(rows());
  }
  await written;
  const steps = counts.map((count, index) => count - (counts[index - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(rows() / 8);
});
