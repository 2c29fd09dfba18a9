import type { SyncStatus } from '@oinkly/contract/banking';
import { errorCatalogue } from '@oinkly/contract/errors';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ScriptedBank } from '../../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test-support/test-app.ts';
import { releaseRunningSyncs } from './sync-connection.ts';
import { syncDueConnections } from './sync.service.ts';
import { A_WHILE } from '../../../test-support/a-while.ts';

let bank: ScriptedBank;
let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  t = await createTestApp({ provider: new ScriptedBank() });
});
beforeEach(async () => {
  bank = new ScriptedBank();
  t.useBanks(bank);
  ana = await t.signUp();
  await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'public-1' } });
  await vi.waitFor(async () => expect(await unfinishedSyncs()).toBe(0), A_WHILE);
  await vi.waitFor(async () => expect((await status())?.finished_at).not.toBeNull(), A_WHILE);
});
afterEach(() => t.startAgain());
afterAll(() => t.close());

const query = async <Row extends object>(text: string) => (await t.database.db.$client.query<Row>(text)).rows;
const unfinishedSyncs = async () =>
  (await query<{ count: number }>('select unfinished_syncs as count from connections'))[0]?.count;
const status = async () =>
  (await ana.send({ url: '/api/plaid/sync-status' })).json<SyncStatus>().connections[0];
/** The processes of so many syncs in a row ended before the syncs did. */
const leaveUnfinished = (count: number) =>
  query(`update connections set unfinished_syncs = ${count}, next_sync_at = '2026-06-05T18:00:00Z'`);
const runDue = async () => {
  await syncDueConnections(t.deps);
  await vi.waitFor(async () => expect((await status())?.finished_at).not.toBeNull(), A_WHILE);
};

test('a sync that did not end once is tried again by itself [SEC-32]', async () => {
  await leaveUnfinished(1);
  const before = bank.reads.length;
  await runDue();
  await vi.waitFor(() => expect(bank.reads.length).toBe(before + 1), A_WHILE);
  await vi.waitFor(async () => expect(await unfinishedSyncs()).toBe(0), A_WHILE);
});

test('a sync that did not end twice in a row is parked until its user asks for it [SEC-32]', async () => {
  const before = bank.reads.length;
  await leaveUnfinished(2);
  await syncDueConnections(t.deps);
  await vi.waitFor(
    async () => expect((await status())?.error).toBe(errorCatalogue.SYNC_PARKED.message),
    A_WHILE,
  );
  expect(await query('select next_sync_at from connections')).toEqual([{ next_sync_at: null }]);

  // Neither an opened dashboard nor the bank starts it again.
  await ana.send({ method: 'POST', url: '/api/auto-import-transactions' });
  const event = { kind: 'changes', providerConnectionId: 'item-1' };
  await t.app.inject({ method: 'POST', url: '/api/plaid/webhook', body: event });
  expect(await query(`select from sync_runs where finished_at is null`)).toEqual([]);
  expect(bank.reads.length).toBe(before);

  const connections = await ana.send({ url: '/api/plaid/connections' });
  expect(connections.body).toContain(errorCatalogue.SYNC_PARKED.message);
  const again = await ana.send({ method: 'POST', url: '/api/plaid/item/item-1/sync' });
  expect(again.statusCode).toBe(200);
  expect(bank.reads.length).toBe(before + 1);
  // The answer comes with the commit, before the lease ends.
  await vi.waitFor(async () => expect(await unfinishedSyncs()).toBe(0), A_WHILE);
});

test('an orderly stop during a sync counts for nothing [SEC-32]', async () => {
  const asked = Promise.withResolvers<null>();
  const answer = Promise.withResolvers<null>();
  bank.duringRead = async () => {
    asked.resolve(null);
    await answer.promise;
  };
  const sync = ana.send({ method: 'POST', url: '/api/plaid/item/item-1/sync' });
  await asked.promise;
  expect(await unfinishedSyncs()).toBe(1);
  await releaseRunningSyncs();
  expect(await query('select unfinished_syncs, lease_owner from connections')).toEqual([
    { unfinished_syncs: 0, lease_owner: null },
  ]);
  answer.resolve(null);
  await sync;
});
