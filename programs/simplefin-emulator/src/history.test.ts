import { temporaryDatabase } from '@oinkly/test-banks/test-support/temporary-database';
import { describe, expect, test } from 'vitest';
import {
  claim,
  range,
  readAccounts,
  startTestServer,
  type TestAccountSet,
  type TestTransaction,
} from './test-support/test-server.ts';

const june = range('2026-06-01', '2026-07-01');

const rowsOf = ({ accounts }: TestAccountSet): TestTransaction[] =>
  accounts.flatMap(({ transactions }) => transactions ?? []);

/** The card of First Platypus Bank, which has pending purchases every day. */
function cardRows({ accounts }: TestAccountSet): TestTransaction[] {
  return accounts.find(({ name }) => name === 'Billfold Visa (1094)')?.transactions ?? [];
}

const isPending = ({ posted }: TestTransaction): boolean => posted === 0;

describe('pending rows', () => {
  test('are reported only when asked for, with posted 0 and the time of the purchase (report 4)', async () => {
    const server = await startTestServer();
    const { setup_token: setupToken } = await server.control.createSetupToken();
    const accessUrl = await claim(setupToken);
    expect(rowsOf(await readAccounts(accessUrl, june)).some(isPending)).toBe(false);
    const pending = rowsOf(await readAccounts(accessUrl, `${june}&pending=1`)).filter(isPending);
    expect(pending.length).toBeGreaterThan(1);
    const noon = Date.parse('2026-06-10T12:00:00Z') / 1000;
    for (const row of pending) expect(Number(row['transacted_at'])).toBeGreaterThan(noon - 3 * 86_400);
  });

  test('are in the range of their purchase only', async () => {
    const server = await startTestServer();
    const { setup_token: setupToken } = await server.control.createSetupToken();
    const accessUrl = await claim(setupToken);
    const may = await readAccounts(accessUrl, `${range('2026-05-01', '2026-06-01')}&pending=1`);
    expect(rowsOf(may).some(isPending)).toBe(false);
  });

  test('post under a new id that nothing links to the old one (report 2)', async () => {
    const server = await startTestServer();
    const { setup_token: setupToken } = await server.control.createSetupToken({ banks: ['platypus'] });
    const accessUrl = await claim(setupToken);
    const before = cardRows(await readAccounts(accessUrl, `${june}&pending=1`)).filter(isPending);
    server.pass(72);
    const after = cardRows(await readAccounts(accessUrl, `${june}&pending=1`));
    expect(before.length).toBeGreaterThan(0);
    for (const row of before) {
      expect(after.some(({ id }) => id === row.id)).toBe(false);
      const posted = after.filter(
        ({ description, transacted_at: at }) =>
          description === row['description'] && at === row['transacted_at'],
      );
      expect(posted.length).toBeGreaterThan(0);
      expect(JSON.stringify(posted)).not.toContain(`"${row.id}"`);
    }
  });

  test('say so in a field at some banks, and only by posted 0 at others', async () => {
    const server = await startTestServer();
    const { setup_token: setupToken } = await server.control.createSetupToken({
      banks: ['platypus', 'gingham', 'tattersall', 'tartan', 'houndstooth', 'platypus-oauth'],
      history_days: 0,
    });
    const accessUrl = await claim(setupToken);
    const pending = rowsOf(await readAccounts(accessUrl, `${june}&pending=1`)).filter(isPending);
    const saying = pending.filter((row) => row['pending'] === true).length;
    expect(saying).toBeGreaterThan(0);
    expect(saying).toBeLessThan(pending.length);
  });
});

describe('when days pass', () => {
  test('banks that were read every day equal banks that were read once', async () => {
    const server = await startTestServer();
    const [daily, once] = await Promise.all(
      [0, 1].map(async () => {
        const { setup_token: setupToken } = await server.control.createSetupToken({ banks: ['gingham'] });
        return claim(setupToken);
      }),
    );
    for (let day = 0; day < 10; day += 1) {
      server.pass(24);
      await readAccounts(daily ?? '', `${june}&pending=1`);
    }
    const content = (set: TestAccountSet) =>
      set.accounts.map(({ balance, name, transactions = [] }) => ({
        name,
        balance,
        rows: transactions.map(({ id: _id, ...row }) => JSON.stringify(row)).sort(),
      }));
    const [first, second] = await Promise.all(
      [daily, once].map(async (accessUrl) => readAccounts(accessUrl ?? '', `${june}&pending=1`)),
    );
    expect(first && content(first)).toEqual(second && content(second));
  });

  test('balances and their dates move', async () => {
    const server = await startTestServer();
    const { setup_token: setupToken } = await server.control.createSetupToken({ banks: ['platypus'] });
    const accessUrl = await claim(setupToken);
    const [before] = (await readAccounts(accessUrl, '?balances-only=1')).accounts;
    server.pass(24 * 7);
    const [after] = (await readAccounts(accessUrl, '?balances-only=1')).accounts;
    expect(after?.balance).not.toBe(before?.balance);
    expect(after?.['balance-date']).toBe((before?.['balance-date'] ?? 0) + 7 * 86_400);
  });
});

test('the same seed gives the same history, and another seed another', async () => {
  const server = await startTestServer();
  const read = async (seed: string) => {
    const { setup_token: setupToken } = await server.control.createSetupToken({ banks: ['tartan'], seed });
    return rowsOf(await readAccounts(await claim(setupToken), june));
  };
  expect(await read('a')).toEqual(await read('a'));
  expect(await read('a')).not.toEqual(await read('b'));
});

test('tokens, counted requests and rows survive a restart on the same file', async () => {
  const databaseFile = temporaryDatabase();
  const first = await startTestServer({ databaseFile });
  const { setup_token: setupToken, token_id: tokenId } = await first.control.createSetupToken();
  const accessUrl = await claim(setupToken);
  const unclaimed = await first.control.createSetupToken({ banks: ['tartan'] });
  const before = await readAccounts(accessUrl, june);
  await first.app.close();

  const second = await startTestServer({ databaseFile });
  const moved = (url: string) => url.replace(/127\.0\.0\.1:\d+/, new URL(second.url).host);
  const after = await readAccounts(moved(accessUrl), june);
  expect(after.accounts).toEqual(before.accounts);
  expect(await second.control.call('/requests/list', { token_id: tokenId })).toMatchObject({
    all_accounts: 2,
    per_account: 0,
  });
  const claimUrl = moved(Buffer.from(unclaimed.setup_token, 'base64').toString());
  expect((await fetch(claimUrl, { method: 'POST' })).status).toBe(200);
});
