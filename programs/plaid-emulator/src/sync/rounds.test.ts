import Fastify from 'fastify';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../storage/database.ts';
import { insertItem, type Item } from '../storage/items.ts';
import { type Rounds, startRounds } from './rounds.ts';

let database: DatabaseSync;
let rounds: Rounds | null;
let updated: string[];
let today: string;
beforeEach(() => {
  database = openDatabase(':memory:');
  rounds = null;
  updated = [];
  today = '2026-06-10';
});
afterEach(async () => {
  await rounds?.stop();
  database.close();
});

function add(webhook: string | null): string {
  return insertItem(database, {
    institutionId: 'ins_109508',
    ledgerSeed: 'seed',
    username: 'user_good',
    products: ['transactions'],
    webhook,
    daysRequested: 90,
    createdAt: '2026-06-10T19:00:00.000Z',
    linkedAtMs: 0,
  }).itemId;
}

function start(update: (item: Item) => number | null): Rounds {
  rounds = startRounds({ database, update, today: () => today, log: Fastify().log });
  return rounds;
}

const address = 'https://oinkly.example/webhook';
const patience = { timeout: 10_000, interval: 5 };

test('a round updates the items with a webhook, and one item’s failure doesn’t stop the rest', async () => {
  add(null);
  const [failing, fine] = [add(address), add(address)];
  start(({ itemId }) => {
    updated.push(itemId);
    if (itemId === failing) throw new Error('no');
    return null;
  });
  await expect.poll(() => updated, patience).toEqual([failing, fine]);
});

test('an item can ask for an earlier update', async () => {
  const itemId = add(address);
  start((item) => {
    updated.push(item.itemId);
    return updated.length < 3 ? 5 : null;
  });
  await expect.poll(() => updated, patience).toEqual([itemId, itemId, itemId]);
});

test('an item added during a round is updated right after it', async () => {
  const first = add(address);
  let second: string | null = null;
  const running = start(({ itemId }) => {
    updated.push(itemId);
    if (second === null) {
      second = add(address);
      running.wake();
    }
    return null;
  });
  await expect.poll(() => updated.at(-1) === second, patience).toBe(true);
  expect(updated).toEqual([first, first, second]);
});

test('a new day at the banks starts a round at once, also when the clock goes back', async () => {
  const itemId = add(address);
  start((item) => {
    updated.push(item.itemId);
    return null;
  });
  await expect.poll(() => updated, patience).toEqual([itemId]);
  today = '2026-09-10';
  await expect.poll(() => updated, patience).toEqual([itemId, itemId]);
  today = '2026-06-10';
  await expect.poll(() => updated, patience).toEqual([itemId, itemId, itemId]);
});

test('nothing is updated after the end', async () => {
  add(address);
  const running = start(({ itemId }) => {
    updated.push(itemId);
    return 1;
  });
  await expect.poll(() => updated.length, patience).toBeGreaterThan(0);
  await running.stop();
  const before = updated.length;
  running.wake();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(updated).toHaveLength(before);
});
