import type { DatabaseSync } from 'node:sqlite';
import { text } from '@oinkly/test-banks/columns';
import { addDays } from '@oinkly/test-banks/day';
import Fastify from 'fastify';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Emulator } from '../emulator.ts';
import { linkItem, refreshBalances } from '../link-item.ts';
import { startEmulator, stopEmulator } from '../start-emulator.ts';
import { openDatabase } from '../storage/database.ts';
import { findItem, type Item, listAccounts } from '../storage/items.ts';
import { listStanding } from '../storage/transactions.ts';
import { linkAccessToken, startTestBank, syncAll } from '../test-support/test-bank.ts';
import { bringUpToDate } from './bring-up-to-date.ts';

const firstDay = '2026-06-10';

interface Bank {
  emulator: Emulator;
  database: DatabaseSync;
  itemId: string;
  /** Moves the clock, by days since the first, and asks for the item's rows. */
  setDay(day: number): Promise<Item>;
  close(): Promise<void>;
}

async function startBank(options: { daysRequested?: number; historyMs?: number } = {}): Promise<Bank> {
  let day = firstDay;
  const database = openDatabase(':memory:');
  const settings = { publicUrl: 'http://bank.test', databaseFile: '', clientId: 'c', secret: 's' };
  const emulator = startEmulator(
    {
      ...settings,
      preparationMs: 0,
      historyMs: options.historyMs ?? 0,
      clock: () => new Date(`${day}T19:00:00Z`),
    },
    database,
    Fastify().log,
  );
  const { itemId } = linkItem(emulator, {
    institutionId: 'ins_109511',
    roles: ['checking', 'savings', 'card'],
    products: ['transactions'],
    webhook: null,
    daysRequested: options.daysRequested ?? 30,
  });
  const find = (): Item => {
    const item = findItem(database, itemId);
    if (item === null) throw new Error('The emulator has no such item');
    return item;
  };
  const setDay = async (days: number) => {
    day = addDays(firstDay, days);
    return bringUpToDate(emulator, find());
  };
  await setDay(0);
  const close = async () => {
    await stopEmulator(emulator);
    database.close();
  };
  return { emulator, database, itemId, setDay, close };
}

/** What a client sees, without ids. A row that was pending on a day of a visit also names its pending row. */
function contentOf({ database, itemId }: Bank): string[] {
  const roles = new Map(listAccounts(database, itemId).map(({ accountId, role }) => [accountId, role]));
  return listStanding(database, itemId)
    .map(({ transactionId: _id, accountId, pendingTransactionId: _pendingId, ...row }) =>
      JSON.stringify({ ...row, role: roles.get(accountId) }),
    )
    .sort();
}

const jumps = fc.array(fc.integer({ min: -40, max: 90 }), { maxLength: 6 });

test('a bank whose clock jumps forth and back has the rows of its last day, each once', async () => {
  await fc.assert(
    fc.asyncProperty(jumps, async (days) => {
      const [jumping, direct] = [await startBank(), await startBank()];
      let [day, lastDay] = [0, 0];
      for (const jump of days) {
        day += jump;
        const before = listStanding(jumping.database, jumping.itemId);
        const { ledgerDay } = await jumping.setDay(day);
        if (day <= lastDay) expect(listStanding(jumping.database, jumping.itemId)).toEqual(before);
        lastDay = Math.max(lastDay, day);
        expect(ledgerDay).toBe(addDays(firstDay, lastDay));
      }
      await direct.setDay(lastDay);
      expect(contentOf(jumping)).toEqual(contentOf(direct));
      const keys = listStanding(jumping.database, jumping.itemId).map(({ ledgerKey }) => ledgerKey);
      expect(new Set(keys).size).toBe(keys.length);
      await Promise.all([jumping.close(), direct.close()]);
    }),
    { numRuns: 8, seed: 20_261_129 },
  );
});

describe('a clock that goes back', () => {
  test('leaves balances at the last day that the bank reached', async () => {
    const bank = await startBank();
    onTestFinished(() => bank.close());
    const balances = () => listAccounts(bank.database, bank.itemId).map(({ currentCents }) => currentCents);
    await bank.setDay(40);
    const before = balances();
    const item = await bank.setDay(-20);
    refreshBalances(bank.emulator, item);
    expect(balances()).toEqual(before);
  });

  test('does not lengthen a history that is still to come', async () => {
    const bank = await startBank({ daysRequested: 60, historyMs: 3_600_000 });
    onTestFinished(() => bank.close());
    expect(await bank.setDay(0)).toMatchObject({ historyMissingTo: '2026-05-10' });
    bank.emulator.historyMs = 0;
    expect(await bank.setDay(-90)).toMatchObject({ historyMissingTo: null, ledgerDay: firstDay });
    const oldest = bank.database.prepare('SELECT min(date) AS oldest FROM transactions').get() ?? {};
    expect(text(oldest, 'oldest') >= addDays(firstDay, -60)).toBe(true);
  });

  test('makes tokens valid again that had expired', async () => {
    const bank = await startTestBank();
    const { public_token: publicToken } = (
      await bank.call('/sandbox/public_token/create', {
        institution_id: 'ins_109508',
        initial_products: ['transactions'],
      })
    ).body;
    const exchange = () => bank.call('/item/public_token/exchange', { public_token: publicToken });
    bank.setNow('2026-09-10T19:00:00Z');
    expect((await exchange()).body['error_code']).toBe('INVALID_PUBLIC_TOKEN');
    bank.setNow('2026-06-10T19:00:00Z');
    expect((await exchange()).status).toBe(200);
    await bank.close();
  });

  test('takes nothing from a client, whose cursor stays valid', async () => {
    const bank = await startTestBank();
    const accessToken = await linkAccessToken(bank, { daysRequested: 30 });
    bank.setNow('2026-08-10T19:00:00Z');
    const { cursor } = await syncAll(bank, accessToken);
    bank.setNow('2026-07-01T19:00:00Z');
    const back = await syncAll(bank, accessToken, cursor);
    expect([back.added, back.modified, back.removed]).toEqual([[], [], []]);
    bank.setNow('2026-08-11T19:00:00Z');
    expect((await syncAll(bank, accessToken, back.cursor)).added.length).toBeGreaterThan(0);
    await bank.close();
  });
});

test('months that passed are written in short steps, with turns for others between them', async () => {
  const bank = await startBank();
  onTestFinished(() => bank.close());
  const count = () =>
    Number(bank.database.prepare('SELECT count(*) AS rows FROM transactions').get()?.['rows']);
  const writing = { isDone: false };
  const counts = [count()];
  const written = bank.setDay(365).finally(() => (writing.isDone = true));
  while (!writing.isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    counts.push(count());
  }
  await written;
  const steps = counts.slice(1).map((rows, index) => rows - (counts[index] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(count() / 8);
});
