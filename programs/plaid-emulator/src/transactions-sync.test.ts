import { temporaryDatabase } from '@oinkly/test-banks/test-support/temporary-database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  linkAccessToken,
  startTestBank,
  syncAll,
  syncOnce,
  type SyncedTransaction,
  type TestBank,
} from './test-support/test-bank.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await startTestBank();
});
afterEach(() => bank.close());

const accountBalance = z.object({
  account_id: z.string(),
  type: z.string(),
  balances: z.object({ current: z.number() }),
});

const nextDay = '2026-06-11T19:00:00Z';

function withoutIds({
  transaction_id: _t,
  account_id: _a,
  pending_transaction_id: _p,
  ...rest
}: SyncedTransaction) {
  return JSON.stringify(rest);
}

describe('a new item', () => {
  test('answers NOT_READY with an empty cursor until it is prepared, and then everything', async () => {
    const databaseFile = temporaryDatabase();
    const slow = await startTestBank({ databaseFile, preparationMs: 3_600_000 });
    const accessToken = await linkAccessToken(slow);
    expect(await syncOnce(slow, { access_token: accessToken })).toMatchObject({
      transactions_update_status: 'NOT_READY',
      accounts: [],
      added: [],
      modified: [],
      removed: [],
      next_cursor: '',
      has_more: false,
    });
    expect((await slow.call('/accounts/get', { access_token: accessToken })).body['accounts']).toHaveLength(
      3,
    );
    await slow.close();

    const prepared = await startTestBank({ databaseFile, preparationMs: 0 });
    const page = await syncOnce(prepared, { access_token: accessToken });
    expect(page).toMatchObject({ transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE', has_more: true });
    await prepared.close();
  });

  test.each([1, 30, 90, 730])('has exactly the %i days that were asked for', async (daysRequested) => {
    const { added } = await syncAll(bank, await linkAccessToken(bank, { daysRequested }));
    const posted = added.filter(({ pending }) => !pending).map(({ date }) => date);
    const first = new Date(Date.parse('2026-06-10') - daysRequested * 86_400_000).toISOString().slice(0, 10);
    expect(posted.every((date) => date >= first && date <= '2026-06-10')).toBe(true);
    expect(
      posted.some((date) => date <= new Date(Date.parse(first) + 86_400_000).toISOString().slice(0, 10)),
    ).toBe(true);
  });

  test('gives 24 months when they are asked for', async () => {
    const { added } = await syncAll(bank, await linkAccessToken(bank));
    expect(added.length).toBeGreaterThan(2300);
  });

  test('has new ids, while the same bank linked again shows the same history', async () => {
    const first = await syncAll(bank, await linkAccessToken(bank));
    const second = await syncAll(bank, await linkAccessToken(bank));
    expect(second.added.map(withoutIds)).toEqual(first.added.map(withoutIds));
    const ids = new Set(first.added.map(({ transaction_id: id }) => id));
    expect(second.added.some(({ transaction_id: id }) => ids.has(id))).toBe(false);
    expect(ids.size).toBe(first.added.length);
  });
});

describe('paging', () => {
  test.each([1, 37, 500])('by %i gives the same rows in the same order', async (count) => {
    const accessToken = await linkAccessToken(bank, { daysRequested: 60 });
    const all = await syncAll(bank, accessToken);
    const paged: SyncedTransaction[] = [];
    let cursor = '';
    for (let more = true; more;) {
      const page = await syncOnce(bank, { access_token: accessToken, cursor, count });
      expect(page.added.length).toBeLessThanOrEqual(count);
      expect(page.next_cursor.length).toBeLessThanOrEqual(256);
      expect(page.next_cursor).toMatch(/^[A-Za-z0-9+/]+=*$/);
      paged.push(...page.added);
      cursor = page.next_cursor;
      more = page.has_more;
    }
    expect(paged).toEqual(all.added);
    expect(cursor).toBe(all.cursor);
  });

  test('gives 100 rows when no count is asked for', async () => {
    const page = await syncOnce(bank, { access_token: await linkAccessToken(bank) });
    expect([page.added.length, page.has_more]).toEqual([100, true]);
  });

  test('replays a cursor with the identical answer', async () => {
    const accessToken = await linkAccessToken(bank);
    const first = await syncOnce(bank, { access_token: accessToken, count: 50 });
    const request = { access_token: accessToken, count: 50, cursor: first.next_cursor };
    const { request_id: _once, ...once } = await syncOnce(bank, request);
    const { request_id: _twice, ...twice } = await syncOnce(bank, request);
    expect(twice).toEqual(once);
  });

  test('has nothing after the last cursor, and that cursor stays the same', async () => {
    const accessToken = await linkAccessToken(bank);
    const { cursor } = await syncAll(bank, accessToken);
    expect(await syncAll(bank, accessToken, cursor)).toEqual({
      added: [],
      modified: [],
      removed: [],
      cursor,
    });
  });

  test('is a mutation when a day passed between two pages, and starts again from the same cursor', async () => {
    const accessToken = await linkAccessToken(bank);
    const first = await syncOnce(bank, { access_token: accessToken, count: 500 });
    bank.setNow(nextDay);
    const { status, body } = await bank.call('/transactions/sync', {
      access_token: accessToken,
      cursor: first.next_cursor,
      count: 500,
    });
    expect([status, body['error_type'], body['error_code']]).toEqual([
      400,
      'TRANSACTIONS_ERROR',
      'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
    ]);
    const again = await syncAll(bank, accessToken);
    const fresh = await syncAll(bank, await linkAccessToken(bank, { daysRequested: 731 - 1 }));
    expect(new Set(again.added.map(({ transaction_id: id }) => id)).size).toBe(again.added.length);
    expect(again.removed).toEqual([]);
    expect(
      again.added
        .filter(({ date }) => date > '2026-06-08')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(
      fresh.added
        .filter(({ date }) => date > '2026-06-08')
        .map(({ name }) => name)
        .sort(),
    );
  });

  test.each(['garbage', 'WyJub3QiLG51bGwsMCwwLDBd', Buffer.from('{}').toString('base64')])(
    'refuses the cursor %s',
    async (cursor) => {
      const accessToken = await linkAccessToken(bank, { daysRequested: 5 });
      const { body } = await bank.call('/transactions/sync', { access_token: accessToken, cursor });
      expect(body['error_code']).toBe('INVALID_FIELD');
    },
  );

  test('refuses the cursor of another item', async () => {
    const { cursor } = await syncAll(bank, await linkAccessToken(bank, { daysRequested: 5 }));
    const other = await linkAccessToken(bank, { daysRequested: 5 });
    const { body } = await bank.call('/transactions/sync', { access_token: other, cursor });
    expect(body['error_code']).toBe('INVALID_FIELD');
  });

  test('skips everything with the cursor "now"', async () => {
    const accessToken = await linkAccessToken(bank);
    const { cursor, added } = await syncAll(bank, accessToken, 'now');
    expect(added).toEqual([]);
    bank.setNow(nextDay);
    const later = await syncAll(bank, accessToken, cursor);
    expect(later.added.length).toBeGreaterThan(0);
    expect(later.added.length).toBeLessThan(20);
  });
});

describe('one account of an item', () => {
  test('has its own stream: the streams of all accounts make up the item', async () => {
    const accessToken = await linkAccessToken(bank, { daysRequested: 90 });
    const whole = await syncAll(bank, accessToken);
    const { accounts } = await syncOnce(bank, { access_token: accessToken, count: 1 });
    const parts: SyncedTransaction[] = [];
    for (const { account_id: accountId } of accounts) {
      const part = await syncAll(bank, accessToken, '', { account_id: accountId });
      expect(part.added.every((transaction) => transaction.account_id === accountId)).toBe(true);
      parts.push(...part.added);
    }
    const byId = (a: SyncedTransaction, b: SyncedTransaction) =>
      a.transaction_id.localeCompare(b.transaction_id);
    expect(parts.sort(byId)).toEqual([...whole.added].sort(byId));
  });

  test('has cursors that do not fit the whole item', async () => {
    const accessToken = await linkAccessToken(bank, { daysRequested: 30 });
    const { accounts } = await syncOnce(bank, { access_token: accessToken, count: 1 });
    const { cursor } = await syncAll(bank, accessToken, '', { account_id: accounts[0]?.account_id });
    const { body } = await bank.call('/transactions/sync', { access_token: accessToken, cursor });
    expect(body['error_code']).toBe('INVALID_FIELD');
  });

  test('must belong to the item', async () => {
    const { body } = await bank.call('/transactions/sync', {
      access_token: await linkAccessToken(bank, { daysRequested: 5 }),
      options: { account_id: 'somebody-elses' },
    });
    expect(body['error_code']).toBe('INVALID_ACCOUNT_ID');
  });
});

describe('when a day passes', () => {
  test("yesterday's pending purchases are removed and posted under new ids that refer to them", async () => {
    const accessToken = await linkAccessToken(bank);
    const before = await syncAll(bank, accessToken);
    const pending = before.added.filter((transaction) => transaction.pending);
    expect(pending.length).toBeGreaterThan(0);
    expect(pending.some(({ date }) => date === '2026-06-10')).toBe(true);

    bank.setNow(nextDay);
    const after = await syncAll(bank, accessToken, before.cursor);
    const pendingIds = pending.map(({ transaction_id: id }) => id).sort();
    expect(after.removed.map(({ transaction_id: id }) => id).sort()).toEqual(pendingIds);
    const posted = after.added.filter(({ pending_transaction_id: id }) => id !== null);
    expect(posted.map(({ pending_transaction_id: id }) => id).sort()).toEqual(pendingIds);
    for (const transaction of posted) {
      const was = pending.find(({ transaction_id: id }) => id === transaction.pending_transaction_id);
      expect(transaction.pending).toBe(false);
      expect(transaction.transaction_id).not.toBe(was?.transaction_id);
      expect(transaction.authorized_date).toBe(was?.authorized_date);
      expect(transaction.name).toBe(was?.name);
      expect(transaction.date).toBe('2026-06-11');
    }
    expect(after.added.some((transaction) => transaction.pending && transaction.date === '2026-06-11')).toBe(
      true,
    );
    expect(after.modified).toEqual([]);
  });

  test('an item that lived through many days equals a new one', async () => {
    const accessToken = await linkAccessToken(bank, { daysRequested: 30 });
    const held = new Map<string, SyncedTransaction>();
    let cursor = '';
    for (let day = 10; day <= 30; day += 1) {
      // Two days without a call.
      if (day === 15 || day === 16) continue;
      bank.setNow(`2026-06-${day}T19:00:00Z`);
      const delta = await syncAll(bank, accessToken, cursor);
      cursor = delta.cursor;
      for (const transaction of delta.added) held.set(transaction.transaction_id, transaction);
      for (const { transaction_id: id } of delta.removed) expect(held.delete(id)).toBe(true);
    }
    const fresh = await syncAll(bank, await linkAccessToken(bank, { daysRequested: 50 }));
    const since = (list: Iterable<SyncedTransaction>) =>
      [...list]
        .filter(({ date }) => date >= '2026-06-01')
        .map(withoutIds)
        .sort();
    expect(since(held.values())).toEqual(since(fresh.added));
  });

  test('balances change by exactly the posted amounts', async () => {
    const accessToken = await linkAccessToken(bank);
    const cents = async () => {
      const { body } = await bank.call('/accounts/get', { access_token: accessToken });
      const accounts = z.array(accountBalance).parse(body['accounts']);
      return new Map(
        accounts.map((account) => [
          account.account_id,
          { type: account.type, cents: Math.round(account.balances.current * 100) },
        ]),
      );
    };
    const { cursor } = await syncAll(bank, accessToken);
    const before = await cents();
    bank.setNow('2026-07-20T19:00:00Z');
    const { added } = await syncAll(bank, accessToken, cursor);
    for (const [accountId, { type, cents: now }] of await cents()) {
      const out = added
        .filter((transaction) => transaction.account_id === accountId && !transaction.pending)
        .reduce((total, { amount }) => total + Math.round(amount * 100), 0);
      expect(now - (before.get(accountId)?.cents ?? 0)).toBe(type === 'credit' ? out : -out);
    }
  });

  test('a clock that goes back changes nothing', async () => {
    const accessToken = await linkAccessToken(bank, { daysRequested: 10 });
    const { cursor } = await syncAll(bank, accessToken);
    bank.setNow('2026-06-01T19:00:00Z');
    expect(await syncAll(bank, accessToken, cursor)).toEqual({
      added: [],
      modified: [],
      removed: [],
      cursor,
    });
  });
});

test('original_description is present only on request', async () => {
  const accessToken = await linkAccessToken(bank, { daysRequested: 5 });
  const plain = await syncOnce(bank, { access_token: accessToken });
  const full = await syncOnce(bank, {
    access_token: accessToken,
    options: { include_original_description: true },
  });
  expect(plain.added.every((transaction) => !('original_description' in transaction))).toBe(true);
  expect(full.added.every((transaction) => typeof transaction['original_description'] === 'string')).toBe(
    true,
  );
});
