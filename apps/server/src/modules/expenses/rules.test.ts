import { MAX_RULES_PER_USER } from '@oinkly/contract/limits';
import type { Expense } from '@oinkly/contract/expenses';
import type { Rule } from '@oinkly/contract/rules';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rules as rulesTable } from '../../db/tables/expenses.tables.ts';
import { ScriptedBank, type ScriptedPage } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

type Row = NonNullable<ScriptedPage['upserted']>[number];
type Edited = RouteResponse<'updateExpense'>;

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

const LIDL: Row = {
  merchantName: 'Lidl',
  name: 'LIDL 0042',
  amountCents: 20_00,
  postedOn: '2026-06-02',
  authorizedOn: null,
  category: { paymentType: 'purchase', expenseCategory: 'Shopping' },
};
const AS_REPORTED = { name: 'Lidl', category: 'Shopping', counted: true };
const RULE = { name: 'Groceries run', category: 'Groceries', counted: false };

const report = (upserted: readonly Row[]) =>
  bank.answer({ upserted: upserted.map((row) => ({ ...LIDL, ...row })) });
const sync = async (...upserted: Row[]) => {
  report(upserted);
  await importAll();
};
const importAll = async () => {
  expect((await ana.send({ method: 'POST', url: '/api/auto-import-transactions' })).statusCode).toBe(200);
};
const link = async (...upserted: Row[]) => {
  // Before the first sync, which the import may join.
  report(upserted);
  await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: randomUUID() } });
  await importAll();
};
const list = async () => (await ana.send({ url: '/api/expenses?counted=all' })).json<Expense[]>();
const newest = async () => (await list()).toSorted((a, b) => b.id - a.id)[0] as Expense;
const put = async (id: number, body: object) =>
  (await ana.send({ method: 'PUT', url: `/api/expenses/${id}`, body })).json<Edited>();
const save = (rule: object, user = ana) =>
  user.send({ method: 'PUT', url: '/api/rules', body: { merchantKey: 'lidl', ...rule } });
const remove = (user = ana) => user.send({ method: 'DELETE', url: '/api/rules?merchantKey=lidl' });
const rules = async (user = ana) => (await user.send({ url: '/api/rules' })).json<{ rules: Rule[] }>().rules;
const spent = async () => {
  const { rows } = await t.database.db.$client.query<{ spent: number; ranked: number }>(
    `select spent_cents::int as spent, ranked_cents::int as ranked from weekly_totals
     where user_id = $1 and week_start = '2026-06-01'`,
    [ana.id],
  );
  return rows[0];
};

describe('a rule', () => {
  test('sets name, category and counted of expenses that arrive later, not of earlier ones [PD-73]', async () => {
    await link({ transactionId: 'a' });
    expect((await save(RULE)).json()).toEqual({
      merchantKey: 'lidl',
      merchant: 'Lidl',
      ...RULE,
      earlier: 1,
    });
    const [earlier] = await list();
    expect(earlier).toMatchObject(AS_REPORTED);

    await sync(
      { transactionId: 'b', merchantName: 'LIDL #7' },
      { transactionId: 'c', merchantName: 'Aldi', amountCents: 3_00 },
    );
    const rows = new Map((await list()).map((row) => [row.amount, row]));
    expect((await list()).filter(({ name }) => name === RULE.name)).toMatchObject([
      { ...RULE, notCountedReason: 'by-hand' },
    ]);
    expect(rows.get(3)).toMatchObject({ ...AS_REPORTED, name: 'Aldi' });
    expect(await list()).toContainEqual(earlier);
  });

  test("that doesn't count keeps expenses out of the week, but not out of the rank [PD-73] [PD-21]", async () => {
    await link({ transactionId: 'a' });
    await save({ counted: false });
    await sync({ transactionId: 'b', amountCents: 5_00 });
    expect(await spent()).toEqual({ spent: 20_00, ranked: 25_00 });
  });

  test('counts a fixed bill that otherwise would not count [PD-73] [PD-5]', async () => {
    const rent: Row = { category: { paymentType: 'fixed-bill', expenseCategory: 'Housing' } };
    await link({ ...rent, transactionId: 'a' });
    const before = (await newest()).counted;
    await save({ counted: true });
    await sync({ ...rent, transactionId: 'b', amountCents: 7_00 });
    expect([before, (await newest()).counted]).toEqual([false, true]);
    expect(await spent()).toEqual({ spent: 7_00, ranked: 7_00 });
  });

  test('leaves the other fields to the bank, also later [PD-73]', async () => {
    await link({ transactionId: 'a' });
    await save({ category: 'Groceries' });
    await sync({ transactionId: 'b' });
    await sync({ transactionId: 'b', merchantName: 'Lidl Plus', amountCents: 9_00 });
    expect(await newest()).toMatchObject({
      name: 'Lidl Plus',
      category: 'Groceries',
      counted: true,
      amount: 9,
    });
  });

  test("never changes an expense that a sync reports again; the bank's corrections do [PD-73]", async () => {
    await link({ transactionId: 'a' });
    await save(RULE);
    await sync({ transactionId: 'a', merchantName: 'Lidl', amountCents: 21_00 });
    expect(await newest()).toMatchObject({ ...AS_REPORTED, amount: 21 });
    const category = { paymentType: 'purchase', expenseCategory: 'Dining' } as const;
    await sync({ transactionId: 'a', merchantName: 'Lidl!', category });
    expect(await newest()).toMatchObject({ name: 'Lidl!', category: 'Dining', counted: true });
  });

  test("yields to the user's edit, also when the pending purchase posts [PD-73] [PD-7]", async () => {
    await link({ transactionId: 'a' });
    await save(RULE);
    await sync({ transactionId: 'b', isPending: true });
    const { id } = await newest();
    await put(id, { name: 'Party', counted: true });
    await sync({ transactionId: 'b-posted', pendingTransactionId: 'b' });
    expect(await newest()).toMatchObject({
      id,
      pending: false,
      name: 'Party',
      category: RULE.category,
      counted: true,
    });
  });

  test('does not reach a purchase that was pending when the rule was made [PD-73]', async () => {
    await link({ transactionId: 'a', isPending: true });
    await save(RULE);
    await sync({ transactionId: 'a-posted', pendingTransactionId: 'a' });
    expect(await list()).toMatchObject([{ ...AS_REPORTED, pending: false }]);
  });

  test('does not bring back or change a deleted expense [PD-73] [PD-7]', async () => {
    await link({ transactionId: 'a' });
    const { id } = await newest();
    await ana.send({ method: 'DELETE', url: `/api/expenses/${id}` });
    await save(RULE);
    await sync({ transactionId: 'a', amountCents: 21_00 });
    expect(await list()).toEqual([]);
    const restored = await ana.send({ method: 'POST', url: `/api/expenses/${id}/restore` });
    expect(restored.json()).toMatchObject(AS_REPORTED);
  });

  test('applies to each of thousands of new purchases in one sync [PD-73]', async () => {
    await link({ transactionId: 'a' });
    await save(RULE);
    const COUNT = 1_500;
    await sync(...Array.from({ length: COUNT }, (_, index) => ({ transactionId: `many-${index}` })));
    const named = (await list()).filter(({ name, counted }) => name === RULE.name && !counted);
    expect(named).toHaveLength(COUNT);
  });

  test('is one per merchant: later changes are added to it [PD-73]', async () => {
    await link({ transactionId: 'a' });
    await save({ category: 'Groceries' });
    await save({ name: 'Groceries run' });
    await save({ category: 'Dining', counted: false });
    expect(await rules()).toEqual([
      { merchantKey: 'lidl', merchant: 'Lidl', name: 'Groceries run', category: 'Dining', counted: false },
    ]);
  });

  test('null clears a field, an absent field stays, and a rule without fields is removed [PD-73]', async () => {
    await link({ transactionId: 'a' });
    await save(RULE);
    const cleared = await save({ category: null, counted: null });
    expect(cleared.json()).toMatchObject({ name: RULE.name, category: null, counted: null });
    expect((await save({ name: null })).json()).toMatchObject({ error_code: 'RULE_DOES_NOTHING' });
    expect(await rules()).toMatchObject([{ name: RULE.name, category: null, counted: null }]);
    await sync({ transactionId: 'b' });
    expect(await newest()).toMatchObject({ ...AS_REPORTED, name: RULE.name });
  });

  test('can be made before the first purchase at its merchant, by the name alone [PD-73]', async () => {
    await link({ transactionId: 'a', merchantName: 'Aldi' });
    const saved = await save({ merchant: 'Lidl', category: 'Groceries' });
    expect(saved.json()).toMatchObject({ merchantKey: 'lidl', merchant: 'Lidl', earlier: 0 });
    await sync({ transactionId: 'b' });
    expect(await newest()).toMatchObject({ name: 'Lidl', category: 'Groceries' });
    for (const body of [
      { merchantKey: 'edeka', merchant: 'Rewe' },
      { merchantKey: 'Edeka', merchant: 'Edeka' },
      { merchantKey: 'edeka' },
    ])
      expect((await save({ ...body, counted: false })).json()).toMatchObject({
        error_code: 'MERCHANT_NOT_FOUND',
      });
  });

  test('chooses from the merchants of the user’s banks, those with most purchases first [PD-73]', async () => {
    const merchants = async (user = ana) =>
      (await user.send({ url: '/api/rules/merchants' })).json<RouteResponse<'listMerchants'>>().merchants;
    expect(await merchants()).toEqual([]);
    await link(
      { transactionId: 'a', merchantName: 'Aldi' },
      { transactionId: 'b', merchantName: 'LIDL #7', postedOn: '2026-05-30' },
      { transactionId: 'c' },
      { transactionId: 'd', merchantName: 'Payroll', amountCents: -500_00 },
    );
    expect(await merchants()).toEqual([
      { merchantKey: 'lidl', merchant: 'Lidl', purchases: 2 },
      { merchantKey: 'aldi', merchant: 'Aldi', purchases: 1 },
    ]);
    expect(await merchants(await t.signUp())).toEqual([]);
  });

  test('once removed, changes nothing; saving it again restores it [PD-73]', async () => {
    await link({ transactionId: 'a' });
    const { earlier: _earlier, ...rule } = (await save(RULE)).json<RouteResponse<'saveRule'>>();
    await sync({ transactionId: 'b' });
    const ruled = await newest();
    expect((await remove()).json()).toEqual({ success: true });
    expect(await rules()).toEqual([]);
    await sync({ transactionId: 'c' });
    expect(await newest()).toMatchObject(AS_REPORTED);
    expect(await list()).toContainEqual(ruled);

    const { merchant: _merchant, ...fields } = rule;
    await save(fields);
    expect(await rules()).toEqual([rule]);
    await sync({ transactionId: 'd' });
    expect(await newest()).toMatchObject(RULE);
    await remove();
    expect((await remove()).json()).toMatchObject({ error_code: 'RULE_NOT_FOUND' });
  });

  test("another user's rule can be neither seen, changed nor removed [PD-73] [SEC-1]", async () => {
    await link({ transactionId: 'a' });
    await save(RULE);
    const before = await rules();
    const bob = await t.signUp();
    expect((await save({ name: 'Mine' }, bob)).json()).toMatchObject({ error_code: 'MERCHANT_NOT_FOUND' });
    const refusal = await remove(bob);
    expect([refusal.statusCode, await rules(bob), await rules()]).toEqual([404, [], before]);
  });

  test('must change something, and must fit within the limit [PD-73]', async () => {
    await link({ transactionId: 'a' });
    for (const body of [{}, { name: '  ' }, { name: null, category: null }, { category: 'Cakes' }])
      expect((await save(body)).statusCode).toBe(400);
    const full = Array.from({ length: MAX_RULES_PER_USER }, (_, index) => ({
      userId: ana.id,
      merchantKey: `merchant ${index}`,
      merchant: `Merchant ${index}`,
      isCounted: false,
    }));
    await t.database.db.insert(rulesTable).values(full);
    expect((await save(RULE)).json()).toMatchObject({ error_code: 'TOO_MANY_RULES' });
  });
});

describe('the offer after an edit', () => {
  const offerAfter = async (patch: object) => (await put((await newest()).id, patch)).ruleOffer;

  test('names the merchant as the bank does, and only what the edit changed [PD-73]', async () => {
    await link({ transactionId: 'a' });
    const merchant = { merchantKey: 'lidl', merchant: 'Lidl' };
    const nothing = { name: null, category: null, counted: null };
    expect(await offerAfter({ name: 'Groceries run', amount: 19 })).toEqual({
      ...merchant,
      ...nothing,
      name: 'Groceries run',
    });
    expect(await offerAfter({ category: 'Groceries' })).toEqual({
      ...merchant,
      ...nothing,
      category: 'Groceries',
    });
    expect(await offerAfter({ counted: false })).toEqual({ ...merchant, ...nothing, counted: false });
  });

  test('does not come for other edits, undone counting, and what the rule already does [PD-73]', async () => {
    await link({ transactionId: 'a' }, { transactionId: 'b' });
    await save(RULE);
    for (const patch of [{ amount: 3 }, { paid: true }, RULE, { counted: null }])
      expect(await offerAfter(patch)).toBeUndefined();
    expect(await offerAfter({ name: 'Party' })).toMatchObject({ name: 'Party' });
  });

  test('does not come for a manual expense [PD-73]', async () => {
    const entry = { name: 'Lunch', amount: 12.5, date: '2026-06-04', category: 'Dining' };
    await ana.send({ method: 'POST', url: '/api/expenses', body: entry });
    expect(await offerAfter({ name: 'Dinner', category: 'Travel', counted: false })).toBeUndefined();
  });
});

describe('the earlier expenses of a rule’s merchant', () => {
  const apply = (user = ana) =>
    user.send({ method: 'POST', url: '/api/rules/changes', body: { merchantKey: 'lidl' } });
  const undo = (id: string, user = ana) => user.send({ method: 'DELETE', url: `/api/rules/changes/${id}` });
  const changed = async () => (await apply()).json<{ id: string; changed: number }>();
  const look = async () =>
    (await list())
      .map(({ amount, name, category, counted }) => ({ amount, name, category, counted }))
      .toSorted((a, b) => a.amount - b.amount);

  test('change at the user’s wish, except in fields that the user edited, and all change back [PD-93]', async () => {
    await link(
      { transactionId: 'a', amountCents: 1_00 },
      { transactionId: 'b', amountCents: 2_00 },
      { transactionId: 'c', amountCents: 3_00 },
      { transactionId: 'd', amountCents: 4_00 },
      { transactionId: 'e', amountCents: 5_00, merchantName: 'Aldi' },
    );
    const of = new Map((await list()).map((row) => [row.amount, row.id]));
    await put(of.get(2) ?? 0, { category: 'Travel' });
    await put(of.get(3) ?? 0, { counted: true, name: 'Party' });
    await put(of.get(3) ?? 0, { counted: false });
    await ana.send({ method: 'DELETE', url: `/api/expenses/${of.get(4)}` });
    const before = await look();
    expect((await save(RULE)).json()).toMatchObject({ earlier: 3 });

    const { id, changed: count } = await changed();
    expect(count).toBe(3);
    expect(await look()).toEqual([
      { amount: 1, ...RULE },
      { amount: 2, ...RULE, category: 'Travel' },
      { amount: 3, ...RULE, name: 'Party' },
      { amount: 5, name: 'Aldi', category: 'Shopping', counted: true },
    ]);
    expect(await spent()).toMatchObject({ spent: 5_00 });
    expect((await save(RULE)).json()).toMatchObject({ earlier: 0 });

    expect((await undo(id)).json()).toEqual({ restored: 3 });
    expect(await look()).toEqual(before);
    expect((await undo(id)).json()).toMatchObject({ error_code: 'RULE_CHANGE_NOT_FOUND' });
  });

  test('change again with a later rule if an earlier one set them, and change back to it [PD-93]', async () => {
    await link({ transactionId: 'a', amountCents: 1_00 });
    await save(RULE);
    await changed();
    await sync({ transactionId: 'b', amountCents: 2_00 });
    const ruled = [1, 2].map((amount) => ({ amount, ...RULE }));
    expect(await look()).toEqual(ruled);

    const other = { name: 'Snacks', category: 'Dining', counted: true };
    expect((await save(other)).json()).toMatchObject({ earlier: 2 });
    const second = await changed();
    expect(await look()).toEqual([1, 2].map((amount) => ({ amount, ...other })));
    await sync({ transactionId: 'a', amountCents: 1_00, merchantName: 'Lidl!' });
    expect(await look()).toEqual([1, 2].map((amount) => ({ amount, ...other })));
    await undo(second.id);
    expect(await look()).toEqual(ruled);

    const [row] = await list();
    await put(row?.id ?? 0, { name: 'Mine', category: 'Travel', counted: true });
    expect((await save(other)).json()).toMatchObject({ earlier: 1 });
    await changed();
    expect(await list()).toContainEqual(
      expect.objectContaining({ id: row?.id, name: 'Mine', category: 'Travel', counted: true }),
    );
  });

  test('keep what the user edited after the change, also when it is undone [PD-93]', async () => {
    await link({ transactionId: 'a' });
    await save(RULE);
    const { id } = await changed();
    const row = await newest();
    await put(row.id, { name: 'Mine' });
    await undo(id);
    expect(await newest()).toMatchObject({ name: 'Mine', category: 'Shopping', counted: true });
  });

  test('stay changed after later syncs, and are the bank’s again after an undo [PD-93] [PD-7]', async () => {
    await link({ transactionId: 'a' });
    await save({ category: 'Groceries' });
    const { id } = await changed();
    const renamed = {
      transactionId: 'a',
      category: { paymentType: 'purchase', expenseCategory: 'Travel' },
    } as const;
    await sync(renamed);
    expect(await newest()).toMatchObject({ category: 'Groceries' });
    await undo(id);
    expect(await newest()).toMatchObject({ category: 'Travel' });
  });

  test('change nothing in a week that is closed but its list: its verdict stays [PD-93] [PD-24]', async () => {
    await link({ transactionId: 'a', postedOn: '2026-05-27' });
    t.setNow('2026-06-05T19:00:00Z');
    const results = async () =>
      (await t.database.db.$client.query<object>('select * from weekly_results where user_id = $1', [ana.id]))
        .rows;
    const before = await results();
    await save({ counted: false });
    await changed();
    expect(await results()).toEqual(before);
  });

  test('can be undone by their owner only, and for a day [PD-93] [SEC-1]', async () => {
    await link({ transactionId: 'a' });
    await save(RULE);
    const { id } = await changed();
    const bob = await t.signUp();
    expect((await undo(id, bob)).statusCode).toBe(404);
    expect((await apply(bob)).json()).toMatchObject({ error_code: 'RULE_NOT_FOUND' });
    t.setNow('2026-06-07T19:00:00Z');
    expect((await undo(id)).json()).toMatchObject({ error_code: 'RULE_CHANGE_NOT_FOUND' });
    expect(await newest()).toMatchObject(RULE);
  });
});
