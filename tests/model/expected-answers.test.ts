import type { Expense } from '@oinkly/contract/expenses';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { addDays } from '@oinkly/domain/days';
import { EXPENSE_CATEGORIES } from '@oinkly/domain/expense-categories';
import { MONEY_KINDS } from '@oinkly/domain/money-kinds';
import { centsFromDollars } from '@oinkly/domain/money';
import { createTestApp, type TestUser } from '@oinkly/server/test-support/test-app';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Change, OutboxEntry } from '../../apps/web/src/features/expenses/outbox/change.ts';
import {
  effectOf,
  totalsWithWaiting,
  withWaiting,
} from '../../apps/web/src/features/expenses/outbox/with-waiting.ts';

/* What the browser shows of a change before the answer is what the server makes of it. */

const HISTORIES = 40;
/** Of the browser and of the app's clock. */
const TODAY = '2026-06-05';
const WEEK = { from: '2026-06-01', to: '2026-06-07' };
const WEEKS = { from: '2026-05-11', to: WEEK.from };
const NAMES = ['Rent', 'Rent a bike', 'Car insurance', 'Cake', 'Loan payment'];

const name = fc.constantFrom(...NAMES);
const category = fc.constantFrom(...EXPENSE_CATEGORIES);
const date = fc.integer({ min: 0, max: 20 }).map((days) => addDays(TODAY, -days));
const amount = fc
  .integer({ min: -20_000, max: 20_000 })
  .filter((cents) => cents !== 0)
  .map((cents) => cents / 100);
const oneTime = fc.record({ name, amount, date, category, paid: fc.boolean() });
const recurring = fc.record({
  name,
  amount,
  date,
  category,
  type: fc.constant('recurring' as const),
  dayOfMonth: fc.option(fc.integer({ min: 1, max: 31 })),
});
const imported = fc.record({
  name,
  amount: amount.map(Math.abs),
  date,
  category,
  paid: fc.boolean(),
  currency: fc.constantFrom('USD', 'USD', 'EUR'),
  kind: fc.constantFrom(...MONEY_KINDS.filter((kind) => kind !== 'income' && kind !== 'refund')),
  counted: fc.constantFrom(true, false, null),
});
const patch = fc
  .record(
    { name, amount, date, category, paid: fc.boolean(), counted: fc.constantFrom(true, false, null) },
    { requiredKeys: [] },
  )
  .filter((fields) => Object.keys(fields).length > 0);
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), expense: fc.oneof(oneTime, recurring) }),
  fc.record({ kind: fc.constant('edit' as const), pick: fc.nat(), patch }),
  fc.record({ kind: fc.constant('edit' as const), pick: fc.nat(), patch }),
  fc.record({ kind: fc.constant('delete and restore' as const), pick: fc.nat() }),
);

type Weeks = RouteResponse<'listWeeks'>['weeks'];
const isCounted = ({ counted }: Expense) => counted;
const isInWeek = (expense: Expense) =>
  expense.counted && expense.date >= WEEK.from && expense.date <= WEEK.to;
/** The server alone knows ids, and the name of the user. */
const withoutIds = ({ id: _id, userId: _userId, seriesId: _seriesId, ...shown }: Expense) => shown;

test(
  'the browser expects of each change what the server answers [PD-4] [PD-5] [AE-2]',
  { timeout: 120_000 },
  async () => {
    const t = await createTestApp({ startAt: `${TODAY}T19:00:00Z` });
    onTestFinished(() => t.close());
    const history = fc.record({
      countFixedBills: fc.boolean(),
      rows: fc.array(imported, { minLength: 1, maxLength: 4 }),
      steps: fc.array(step, { minLength: 1, maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ countFixedBills, rows, steps }) => {
        await t.resetRateLimits();
        const user = await t.signUp();
        await ask(user, 'PUT', '/api/users', { countFixedBills });
        await ask(user, 'POST', '/api/imports', { requestId: randomUUID(), fileName: 'bank.csv', rows });
        for (const one of steps) {
          const all = await ask<Expense[]>(user, 'GET', '/api/expenses?counted=all');
          const picked = 'pick' in one ? all[one.pick % all.length] : undefined;
          if (one.kind === 'add') await expectAnswer(user, one, { countFixedBills });
          else if (one.kind === 'edit' && picked)
            await expectAnswer(user, { ...one, expense: picked, scope: 'one' }, { countFixedBills });
          else if (picked) {
            await expectAnswer(user, { kind: 'delete', expense: picked, scope: 'one' }, { countFixedBills });
            await expectAnswer(user, { kind: 'restore', expense: picked }, { countFixedBills });
          }
        }
      }),
      {
        numRuns: HISTORIES,
        // A choice that agrees with the kind decides when the kind changes.
        examples: [
          [
            {
              countFixedBills: false,
              rows: [
                {
                  name: 'Cake',
                  amount: 9,
                  date: TODAY,
                  category: 'Dining',
                  paid: false,
                  currency: 'USD',
                  kind: 'spending',
                  counted: true,
                },
              ],
              steps: [{ kind: 'edit', pick: 0, patch: { name: 'Rent', category: 'Housing' } }],
            },
          ],
        ],
      },
    );
  },
);

/** Compares the expense, the week's list and the weeks' totals that the browser shows with the server's. */
async function expectAnswer(
  user: TestUser,
  change: Change,
  settings: { countFixedBills: boolean },
): Promise<void> {
  const list = () => ask<Expense[]>(user, 'GET', `/api/expenses?from=${WEEK.from}&to=${WEEK.to}`);
  const weeks = async () =>
    totalsOf(
      (await ask<{ weeks: Weeks }>(user, 'GET', `/api/weeks?from=${WEEKS.from}&to=${WEEKS.to}`)).weeks,
    );
  const entry: OutboxEntry = {
    ...change,
    position: 1,
    requestId: randomUUID(),
    attempts: 0,
    isWaiting: false,
    refusal: null,
  };
  const expectedExpense = effectOf(entry, settings).after;
  const expectedList = withWaiting(await list(), [entry], settings, isInWeek);
  const expectedTotals = totalsWithWaiting(await weeks(), [entry], settings, isCounted);
  const answer = await send(user, change);
  expect(answer && withoutIds(answer)).toEqual(expectedExpense && withoutIds(expectedExpense));
  // Only the server adds the later occurrences of a new series, and merges nothing here.
  if (change.kind === 'add' && change.expense.type === 'recurring') return;
  expect((await list()).map(withoutIds)).toEqual(expectedList.map(withoutIds));
  for (const [week, total] of await weeks()) expect([week, expectedTotals.get(week)]).toEqual([week, total]);
}

async function send(user: TestUser, change: Change): Promise<Expense | null> {
  if (change.kind === 'add') return ask<Expense>(user, 'POST', '/api/expenses', change.expense);
  const path = `/api/expenses/${change.expense.id}`;
  if (change.kind === 'restore') return ask<Expense>(user, 'POST', `${path}/restore`);
  if (change.kind === 'edit') return ask<Expense>(user, 'PUT', path, change.patch);
  await ask(user, 'DELETE', path);
  return null;
}

function totalsOf(weeks: Weeks) {
  return new Map(
    weeks.map(({ weekStart, spent, purchases }) => [
      weekStart,
      { spentCents: centsFromDollars(spent), purchases },
    ]),
  );
}

async function ask<Answer>(
  user: TestUser,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
): Promise<Answer> {
  const answer = await user.send({ method, url, ...(body && { body }) });
  expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBe(200);
  return answer.json<Answer>();
}
