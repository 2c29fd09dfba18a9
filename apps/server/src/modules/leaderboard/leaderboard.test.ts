import type { LeaderboardEntry } from '@oinkly/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

async function board(person: TestUser): Promise<LeaderboardEntry[]> {
  const answer = await person.send({ url: '/api/leaderboard' });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ leaderboard: LeaderboardEntry[] }>().leaderboard;
}

const spend = (person: TestUser, amount: number, date = '2026-06-04') =>
  person.send({
    method: 'POST',
    url: '/api/expenses',
    body: { name: 'Lunch', amount, date, category: 'Dining' },
  });

test('a user without friends stands alone on the board, with the fields of the specification and no others [API-6] [DB-8] [PD-23]', async () => {
  const ana = await t.signUp({ fullName: 'Ana <b>B.</b>' });
  expect(await board(ana)).toEqual([
    {
      rank: 1,
      name: 'Ana <b>B.</b>',
      userId: ana.id,
      isCurrentUser: true,
      positionChange: 0,
      status: expect.stringMatching(/^[^<]*<strong>[^<]*<\/strong>[^<]*$/) as string,
    },
  ]);
});

test('the sentence follows what is left of this week’s budget, in the user’s own week [PD-2] [PD-20] [PD-26]', async () => {
  const ana = await t.signUp();
  await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 100 } });
  const sentence = async () => (await board(ana))[0]?.status;
  const fresh = await sentence();
  await spend(ana, 60);
  const half = await sentence();
  await spend(ana, 40);
  const spent = await sentence();
  expect(new Set([fresh, half, spent]).size).toBe(3);
  expect(spent).toContain('<strong>spent</strong>');
  t.setNow('2026-06-08T08:00:00Z');
  expect(await sentence()).toBe(fresh);
  t.setNow('2026-06-08T06:59:00Z');
  expect(await sentence()).toBe(spent);
  t.setNow('2026-06-05T19:00:00Z');
});

test('a bank’s purchase that was excluded by hand weighs for the rank as if it were not [PD-21]', async () => {
  const ana = await t.signUp();
  const { rows } = await t.database.db.$client.query<{ spent: string; ranked: string }>(
    `with account as (insert into bank_accounts (user_id, id, provider, provider_account_id, institution_name, name, type)
       values ($1, gen_random_uuid(), 'plaid', 'a', 'Bank', 'Checking', 'depository') returning id),
     record as (insert into bank_records (user_id, account_id, connection_id, transaction_id, amount_cents, currency, day, posted_on,
         name, merchant_key, is_pending, kind, expense_category, created_at)
       select $1, id, id, 't', 5000, 'USD', '2026-06-04', '2026-06-04', 'Shop', 'shop', false, 'spending', 'Shopping', now() from account
       returning id),
     expense as (insert into expenses (user_id, bank_record_id, name, amount_cents, bank_amount_cents, day, category, counted_by_hand, created_at)
       select $1, id, 'Shop', 1000, 5000, '2026-06-04', 'Shopping', false, now() from record returning id)
     select id::text as spent, id::text as ranked from expense`,
    [ana.id],
  );
  expect(rows).toHaveLength(1);
  const totals = await t.database.db.$client.query(
    `select spent_cents::int as spent, ranked_cents::int as ranked, purchases from weekly_totals where user_id = $1`,
    [ana.id],
  );
  expect(totals.rows).toEqual([{ spent: 0, ranked: 5000, purchases: 0 }]);
});
