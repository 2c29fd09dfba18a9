import { asc, eq, type SQLWrapper } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connections, syncRuns } from '../../db/tables/banking.tables.ts';
import { stagedChanges } from '../../db/tables/ledger.tables.ts';
import { ScriptedBank } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp } from '../../test-support/test-app.ts';
import type { BankTransaction } from './bank-changes.ts';
import { stagePage } from './stage-page.ts';

/** As many as a provider may send at once. */
const ROWS = 20_000;
const MOST_BYTES = 1_000_000;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ provider: new ScriptedBank() });
});
afterAll(() => t.close());

const purchase = (index: number): BankTransaction => ({
  transactionId: `equal ${index}`,
  providerAccountId: 'account',
  pendingTransactionId: null,
  amountCents: 500,
  currency: 'USD',
  postedOn: '2026-06-03',
  authorizedOn: null,
  name: 'CORNER SHOP',
  merchantName: 'Corner Shop',
  isPending: false,
  category: null,
  reportedCategory: null,
});

function lengthOf(statement: SQLWrapper | string): number {
  if (typeof statement === 'string') return statement.length;
  return JSON.stringify(new PgDialect().sqlToQuery(statement.getSQL())).length;
}

test('a long answer of a bank is staged in short statements, in its order [SEC-22] [SEC-29]', async () => {
  const user = await t.signUp();
  await user.send({
    method: 'POST',
    url: '/api/plaid/exchange-token',
    body: { public_token: `public-${randomUUID()}` },
  });
  const { db } = t.deps;
  // The first sync drops what another lease has staged.
  await vi.waitFor(async () => {
    const runs = await db.select().from(syncRuns).where(eq(syncRuns.userId, user.id));
    expect(runs.map(({ stage }) => stage)).toEqual(['done']);
  }, 20_000);
  const [connection] = await db.select().from(connections).where(eq(connections.userId, user.id));
  const leaseOwner = randomUUID();
  const sent = vi.spyOn(db, 'execute');
  const next = await stagePage(
    db,
    { userId: user.id, connectionId: connection?.id ?? '', leaseOwner },
    {
      upserted: Array.from({ length: ROWS }, (_, index) => purchase(index)),
      removed: [{ transactionId: 'gone', providerAccountId: 'account' }],
    },
    5,
  );
  const lengths = sent.mock.calls.map(([statement]) => lengthOf(statement));
  sent.mockRestore();
  expect(Math.max(...lengths)).toBeLessThan(MOST_BYTES);

  expect(next).toBe(5 + ROWS + 1);
  const staged = await t.database.db
    .select()
    .from(stagedChanges)
    .where(eq(stagedChanges.leaseOwner, leaseOwner))
    .orderBy(asc(stagedChanges.seq));
  expect(staged.map(({ seq, transactionId }) => [seq, transactionId])).toEqual([
    ...Array.from({ length: ROWS }, (_, index) => [5 + index, `equal ${index}`]),
    [5 + ROWS, 'gone'],
  ]);
});
