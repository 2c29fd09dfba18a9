import { costOfExpense, type CostFacts, type ExpenseCost } from '@oinkly/domain/expense-cost';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';

const anyFacts: fc.Arbitrary<CostFacts> = fc.record({
  amountCents: fc.integer({ min: -300, max: 300 }),
  bankAmountCents: fc.option(fc.integer({ min: 0, max: 300 })),
  refundedCents: fc.integer({ min: 0, max: 300 }),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
  isFromBank: fc.boolean(),
  countsByKind: fc.boolean(),
  countedByHand: fc.option(fc.boolean(), { freq: 1 }),
  isDeleted: rarely(),
  isWithdrawn: rarely(),
  isMerged: rarely(),
  isUpcoming: rarely(),
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("generated columns equal the domain's cost for any expense [PD-4] [PD-6] [PD-21] [PD-31]", async () => {
  const { $client } = database.db;
  // Without foreign keys, the columns take every combination.
  await $client.query(
    'create table any_expenses (like expenses including generated including defaults including identity)',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyFacts, { minLength: 1, maxLength: 100 }), async (all) => {
      const { rows } = await $client.query<ExpenseCost>(
        `insert into any_expenses (user_id, name, day, category, created_at, amount_cents, bank_amount_cents, refunded_cents, currency,
           bank_transaction_id, counts_by_kind, counted_by_hand, deleted_at, withdrawn_at, merged_into_id, is_upcoming)
         select gen_random_uuid(), 'Coffee', '2026-06-04', 'Dining', now(), "amountCents", "bankAmountCents", "refundedCents", currency,
           case when "isFromBank" then 1 end, "countsByKind", "countedByHand", case when "isDeleted" then now() end,
           case when "isWithdrawn" then now() end, case when "isMerged" then 1 end, "isUpcoming"
         from rows from (jsonb_to_recordset($1) as ("amountCents" bigint, "bankAmountCents" bigint, "refundedCents" bigint, currency text,
           "isFromBank" boolean, "countsByKind" boolean, "countedByHand" boolean, "isDeleted" boolean, "isWithdrawn" boolean,
           "isMerged" boolean, "isUpcoming" boolean)) with ordinality order by ordinality
         returning is_counted as "isCounted", cost_cents::integer as "costCents", ranked_cents::integer as "rankedCents"`,
        [JSON.stringify(all)],
      );
      expect(rows).toEqual(all.map(costOfExpense));
    }),
    { seed: 17, numRuns: 50, endOnFailure: true },
  );
});

/** Most rows are visible. */
function rarely(): fc.Arbitrary<boolean> {
  return fc.constantFrom(false, false, false, false, true);
}
