import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { linkItem } from '../link-item.ts';
import { startEmulator, stopEmulator } from '../start-emulator.ts';
import { openDatabase } from '../storage/database.ts';
import { bringUpToDate } from './bring-up-to-date.ts';

test('a history is written once, in many short steps with turns for others between them [SEC-29]', async () => {
  const database = openDatabase(':memory:');
  const settings = { publicUrl: 'http://bank.test', databaseFile: '', clientId: 'c', secret: 's' };
  const emulator = startEmulator(
    { ...settings, preparationMs: 0, clock: () => new Date('2026-06-10T19:00:00Z') },
    database,
    Fastify().log,
  );
  onTestFinished(async () => {
    await stopEmulator(emulator);
    database.close();
  });
  const item = linkItem(emulator, {
    ...{ institutionId: 'ins_109508', roles: ['checking', 'card'], products: ['transactions'] },
    ...{ webhook: null, daysRequested: 730 },
  });
  const count = (what: string) =>
    Number(database.prepare(`SELECT count(${what}) AS count FROM transactions`).get()?.['count']);

  const writing = { isDone: false };
  const written = Promise.all([bringUpToDate(emulator, item), bringUpToDate(emulator, item)]).then(
    (items) => {
      writing.isDone = true;
      return items;
    },
  );
  const counts = [0];
  while (!writing.isDone) {
    await nextTurn();
    counts.push(count('*'));
  }
  for (const done of await written) expect(done).toMatchObject({ historyMissingTo: null });
  const steps = counts.map((rows, index) => rows - (counts[index - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(count('*') / 8);
  expect(count('DISTINCT ledger_key')).toBe(count('ledger_key'));
});
