import { MAX_CONNECTIONS_PER_USER } from '@oinkly/contract/limits';
import { randomUUID } from 'node:crypto';
import type { SyncStatus } from '@oinkly/contract/banking';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ScriptedBank, scriptedAccount, scriptedPurchase } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { applyStagedChanges, changeLedger, stagePage } from '../ledger/index.ts';
import { A_WHILE } from '../../test-support/a-while.ts';

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
});
afterEach(() => t.startAgain());
afterAll(() => t.close());

let links = 0;
/** Links another bank, with an account of its own. */
async function link(user: TestUser) {
  bank.accountsByToken.set(`access-${bank.exchanged.length + 1}`, [
    scriptedAccount(`account ${(links += 1)}`, String(1000 + links)),
  ]);
  return user.send({
    method: 'POST',
    url: '/api/plaid/exchange-token',
    body: { public_token: `public-${links}` },
  });
}
const unfinished = async (user: TestUser) => {
  const { connections } = (await user.send({ url: '/api/plaid/sync-status' })).json<SyncStatus>();
  return connections.filter(({ finished_at: finishedAt }) => finishedAt === null).length;
};

test('a user’s banks of one provider are read in turn, and other users’ at the same time [SEC-31]', async () => {
  const slow = Promise.withResolvers<null>();
  const reading = new Set<string>();
  const together: number[] = [];
  const readChanges = bank.readChanges.bind(bank);
  vi.spyOn(bank, 'readChanges').mockImplementation(async (accessToken, cursor) => {
    const isOfAna = ['access-1', 'access-2', 'access-3'].includes(accessToken);
    if (isOfAna) together.push(reading.add(accessToken).size);
    if (accessToken === 'access-1') await slow.promise;
    const changes = await readChanges(accessToken, cursor);
    reading.delete(accessToken);
    return changes;
  });
  for (let banks = 0; banks < 3; banks += 1) await link(ana);
  await vi.waitFor(() => expect(reading).toEqual(new Set(['access-1'])), A_WHILE);
  const bo = await t.signUp();
  await link(bo);
  await vi.waitFor(async () => expect(await unfinished(bo)).toBe(0), A_WHILE);
  expect(await unfinished(ana)).toBe(3);
  slow.resolve(null);
  await vi.waitFor(async () => expect(await unfinished(ana)).toBe(0), A_WHILE);
  expect(together).toEqual([1, 1, 1]);
});

test('an account holds twenty connections, and a refused token is not spent [SEC-31]', async () => {
  for (let held = 0; held < MAX_CONNECTIONS_PER_USER; held += 1)
    expect((await link(ana)).statusCode).toBe(200);
  const refused = await link(ana);
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    expect.objectContaining({ error_code: 'TOO_MANY_CONNECTIONS' }),
  ]);
  expect(bank.exchanged).toHaveLength(MAX_CONNECTIONS_PER_USER);
  const pages = await ana.send({ method: 'POST', url: '/api/plaid/create-link-token' });
  expect(pages.json()).toMatchObject({ error_code: 'TOO_MANY_CONNECTIONS' });
  await ana.send({ method: 'DELETE', url: '/api/plaid/disconnect/item-1' });
  expect((await link(ana)).statusCode).toBe(200);
});

test('an account holds a bounded number of bank transactions, and those reported again count once [SEC-31]', async () => {
  const providerAccountId = `account-account ${links + 1}`;
  const rows = (...ids: string[]) =>
    ids.map((transactionId) => ({ ...scriptedPurchase, transactionId, providerAccountId }));
  bank.answer({ upserted: rows('a', 'b') });
  await link(ana);
  await vi.waitFor(async () => expect(await unfinished(ana)).toBe(0), A_WHILE);
  const { db } = t.deps;
  const [connection] = (
    await db.$client.query<{ id: string }>('select id from connections where user_id = $1', [ana.id])
  ).rows;
  const sync = async (ids: string[], most: number) => {
    const stage = { userId: ana.id, connectionId: connection?.id ?? '', leaseOwner: randomUUID() };
    const rowCount = await stagePage(db, stage, { upserted: rows(...ids), removed: [] }, 0);
    const run = { ...stage, rowCount, covered: [], now: t.deps.clock() };
    return changeLedger(t.deps, ana.id, (tx) => applyStagedChanges(tx, run, { most }));
  };
  await sync(['a', 'b', 'a', 'b'], 2);
  await expect(sync(['a', 'b', 'c'], 2)).rejects.toMatchObject({ code: 'TOO_MANY_TRANSACTIONS' });
  expect(await sync(['a', 'b', 'c'], 3)).toBe(1);
});
