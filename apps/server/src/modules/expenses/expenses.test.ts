import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Expense } from '@oinkly/contract/expenses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

let t: TestApp;
let ana: TestUser;
let bob: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  [ana, bob] = [await t.signUp(), await t.signUp({ fullName: 'Bob' })];
});
afterAll(() => t.close());

const lunch = {
  name: 'Lunch',
  amount: 12.5,
  date: '2026-06-04',
  category: 'Dining',
  type: 'one-time',
  paid: false,
  userId: 1,
};

async function add(user: TestUser, entry: object = lunch): Promise<Expense> {
  const answer = await user.send({ method: 'POST', url: '/api/expenses', body: entry });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Expense>();
}

async function list(user: TestUser, query = ''): Promise<Expense[]> {
  return (await user.send({ url: `/api/expenses${query}` })).json<Expense[]>();
}

describe('adding', () => {
  test("belongs to the session's user, whatever userId says, and is unpaid [API-4] [AE-6] [AU-6]", async () => {
    const { paid: _paid, ...unpaid } = lunch;
    const added = await add(ana, unpaid);
    expect(added).toMatchObject({
      name: 'Lunch',
      amount: 12.5,
      date: '2026-06-04',
      paid: false,
      userId: ana.id,
      counted: true,
    });
    expect(await list(ana)).toContainEqual(added);
    expect(await list(bob, '?userId=1')).not.toContainEqual(added);
    expect(await list(ana, `?userId=${bob.id}`)).toContainEqual(added);
  });

  test('a name loses characters that would turn or hide the text around it [SEC-8]', async () => {
    const added = await add(bob, { ...lunch, name: 'Lunch\u202Egnp.exe\u0007 bar ' });
    expect(added.name).toBe('Lunch gnp.exe  bar');
  });

  test('drops a time from the date; a negative amount counts as absolute [API-4] [PD-2]', async () => {
    const added = await add(ana, { ...lunch, date: '2026-06-04T23:59:59Z', amount: -3 });
    expect(added).toMatchObject({ date: '2026-06-04', amount: -3, counted: true });
  });

  test.each(['0001-01-01', '9999-12-26'])(
    'accepts %s, at an end of the calendar, and still finds duplicates [SEC-14]',
    async (date) => {
      const eve = await t.signUp();
      expect((await add(eve, { ...lunch, date })).date).toBe(date);
      expect((await eve.send({ url: '/api/duplicates' })).statusCode).toBe(200);
    },
  );

  test('a recurring expense defaults to the day of its date; a one-time one has none [AE-2]', async () => {
    expect(await add(ana, { ...lunch, type: 'recurring', date: '2026-05-31' })).toMatchObject({
      dayOfMonth: 31,
    });
    expect(await add(ana, { ...lunch, type: 'recurring', dayOfMonth: 15 })).toMatchObject({ dayOfMonth: 15 });
    expect(await add(ana, { ...lunch, dayOfMonth: 15 })).toMatchObject({ dayOfMonth: null });
  });

  test.each([
    ['a day that does not exist', { ...lunch, date: '2026-02-30' }],
    ['a month that does not exist', { ...lunch, date: '2026-13-45' }],
    ['no date', { ...lunch, date: '' }],
    ['a null amount', { ...lunch, amount: null }],
    ['an amount in words', { ...lunch, amount: '12' }],
    ['a sum beyond ten million', { ...lunch, amount: 10_000_000.01 }],
    ['a sum below minus ten million', { ...lunch, amount: -10_000_001 }],
    ['fractions of a cent', { ...lunch, amount: 1.005 }],
    ['nothing', { ...lunch, amount: 0 }],
    ['a blank name', { ...lunch, name: '   ' }],
    ['a name of 10,000 characters', { ...lunch, name: 'x'.repeat(10_000) }],
    ['an unknown category', { ...lunch, category: 'Yachts' }],
    ['day 32 of a month', { ...lunch, type: 'recurring', dayOfMonth: 32 }],
    ['an unknown field', { ...lunch, color: 'pink' }],
    ['a list', [lunch]],
  ])(
    '%s is refused with the fields that are wrong, and nothing is stored [API-4] [SEC-14]',
    async (_title, body) => {
      const before = await list(bob, '?counted=all');
      const answer = await bob.send({ method: 'POST', url: '/api/expenses', body });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error_code: 'VALIDATION_FAILED', retryable: false });
      expect(answer.json<{ fields: object[] }>().fields.length).toBeGreaterThan(0);
      expect(await list(bob, '?counted=all')).toEqual(before);
    },
  );
});

describe('the same request again', () => {
  const requestId = () => crypto.randomUUID();

  test('adds nothing and is answered with what it added, one-time or recurring', async () => {
    const user = await t.signUp();
    for (const entry of [lunch, { ...lunch, name: 'Gym', type: 'recurring' }]) {
      const request = { ...entry, requestId: requestId() };
      const added = await add(user, request);
      expect(await add(user, request)).toEqual(added);
    }
    expect(await list(user)).toHaveLength(2);
  });

  test('is named in the list by what it added, so that a device without the answer knows', async () => {
    const user = await t.signUp();
    const request = { ...lunch, requestId: requestId() };
    await add(user, request);
    await add(user, lunch);
    expect((await list(user)).map((row) => row.requestId)).toEqual([undefined, request.requestId]);
  });

  test('sent many times at once it adds one expense', async () => {
    const user = await t.signUp();
    const request = { ...lunch, requestId: requestId() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(user, request)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await list(user)).toHaveLength(1);
  });

  test('leaves a deleted expense deleted, and foreign ids do nothing', async () => {
    const [user, stranger] = [await t.signUp(), await t.signUp()];
    const request = { ...lunch, requestId: requestId() };
    const { id } = await add(user, request);
    await user.send({ method: 'DELETE', url: `/api/expenses/${id}` });
    expect((await add(user, request)).id).toBe(id);
    expect(await list(user)).toEqual([]);
    expect((await add(stranger, request)).id).not.toBe(id);
  });
});

describe('the list', () => {
  test.each([
    ['25', ['Phone', 'Snack', '25 roses']],
    ['$25.00', ['Phone']],
    ['1,234.5', ['Laptop']],
    ['99999999999', []],
  ])('a search for %s finds amounts as well as names [PD-30]', async (q, names) => {
    const user = await t.signUp();
    const priced = [
      { name: '25 roses', amount: 60 },
      { name: 'Snack', amount: 25.99 },
      { name: 'Laptop', amount: 1234.5 },
      { name: 'Phone', amount: 25 },
    ];
    for (const fields of priced) await add(user, { ...lunch, ...fields });
    expect((await list(user, `?q=${encodeURIComponent(q)}`)).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ['groc', ['Bakery', 'Market'], { expenses: 2, counted: 2, spent: 50 }],
    ['may', ['Market'], { expenses: 1, counted: 1, spent: 30 }],
    ['groceries june', ['Bakery'], { expenses: 1, counted: 1, spent: 20 }],
    ['june over 50', ['Rent'], { expenses: 1, counted: 0, spent: 0 }],
    ['10-20', ['Bakery', 'Mayo Clinic'], { expenses: 2, counted: 2, spent: 32.5 }],
    ['ba under 30', ['Bakery'], { expenses: 1, counted: 1, spent: 20 }],
    ['clinic over 500', [], { expenses: 0, counted: 0, spent: 0 }],
    ['yacht', [], { expenses: 0, counted: 0, spent: 0 }],
  ])('a search for %s reads categories, months and amounts, and is summed [PD-98]', async (q, names, sum) => {
    const user = await t.signUp();
    const stranger = await t.signUp();
    const found = [
      { name: 'Mayo Clinic', amount: 12.5, date: '2026-04-01', category: 'Healthcare' },
      { name: 'Market', amount: -30, date: '2026-05-31', category: 'Groceries' },
      { name: 'Bakery', amount: 20, date: '2026-06-01', category: 'Groceries' },
      { name: 'Rent', amount: 1450, date: '2026-06-02', category: 'Housing' },
    ] as const;
    for (const fields of found) await add(user, { ...lunch, ...fields });
    await add(stranger, { ...lunch, ...found[1] });
    const filter = `counted=all&q=${encodeURIComponent(q)}`;
    expect((await list(user, `?${filter}`)).map(({ name }) => name)).toEqual(names);
    expect((await user.send({ url: `/api/expenses/total?${filter}` })).json()).toEqual(sum);
  });

  test('is summed as a whole, whatever a page holds [PD-98]', async () => {
    const user = await t.signUp();
    for (const name of ['Tea', 'Coffee', 'Tea to go']) await add(user, { ...lunch, name, amount: 3.1 });
    expect(await list(user, '?q=tea&limit=1')).toHaveLength(1);
    const sum = async (filter: string): Promise<unknown> =>
      (await user.send({ url: `/api/expenses/total?${filter}` })).json();
    expect(await sum('q=tea')).toEqual({ expenses: 2, counted: 2, spent: 6.2 });
    expect(await sum('category=Travel')).toEqual({ expenses: 0, counted: 0, spent: 0 });
    expect(await sum('')).toEqual({ expenses: 3, counted: 3, spent: 9.3 });
  });

  test('is found by name also among more than 2,000 different names [PD-30]', async () => {
    const user = await t.signUp();
    const rows = Array.from({ length: 2_001 }, (_, index) => ({
      name: `Shop ${index} Street`,
      amount: 1,
      date: '2026-06-04',
      category: 'Shopping',
      kind: 'spending',
    }));
    const body = { requestId: randomUUID(), fileName: 'card.csv', rows };
    const imported = await user.send({ method: 'POST', url: '/api/imports', body });
    expect(imported.statusCode).toBe(200);
    expect((await list(user, '?q=shop%201999%20street')).map(({ name }) => name)).toEqual([
      'Shop 1999 Street',
    ]);
    expect(await list(user, '?q=tram')).toEqual([]);
  });

  test('sorts newest day first, then higher id, filtered by days, name and counting [API-3]', async () => {
    const carla = await t.signUp();
    const [early, late, tied] = [
      await add(carla, { ...lunch, date: '2026-05-01', name: 'Early 100%' }),
      await add(carla, { ...lunch, date: '2026-06-01', name: 'Late' }),
      await add(carla, { ...lunch, date: '2026-06-01', name: 'Tied' }),
    ];
    const ids = (rows: Expense[]) => rows.map((row) => row.id);
    expect(ids(await list(carla))).toEqual([tied.id, late.id, early.id]);
    expect(ids(await list(carla, '?from=2026-05-02'))).toEqual([tied.id, late.id]);
    expect(ids(await list(carla, '?to=2026-05-31'))).toEqual([early.id]);
    expect(ids(await list(carla, '?q=100%25'))).toEqual([early.id]);
    expect(ids(await list(carla, '?q=%25'))).toEqual([early.id]);
    await carla.send({ method: 'PUT', url: `/api/expenses/${late.id}`, body: { counted: false } });
    expect(ids(await list(carla))).toEqual([tied.id, early.id]);
    expect(ids(await list(carla, '?counted=not'))).toEqual([late.id]);
    expect(ids(await list(carla, '?counted=all'))).toEqual([tied.id, late.id, early.id]);
  });

  test('is filtered by category, by where a row came from and by type [PD-30]', async () => {
    const user = await t.signUp();
    const cake = await add(user, { ...lunch, name: 'Cake' });
    const book = await add(user, { ...lunch, name: 'Book', category: 'Education' });
    const rent = await add(user, { ...lunch, name: 'Storage', category: 'Housing', type: 'recurring' });
    expect(await list(user, '?category=Education')).toEqual([book]);
    expect(await list(user, '?type=recurring')).toEqual([rent]);
    expect(await list(user, '?type=one-time&category=Dining')).toEqual([cake]);
    expect(await list(user, '?source=manual')).toHaveLength(3);
    expect(await list(user, '?source=bank')).toEqual([]);
    expect((await user.send({ url: '/api/expenses?category=Cakes' })).statusCode).toBe(400);
  });

  test('is compressed for clients that accept it, with the same content', async () => {
    const eve = await t.signUp();
    for (let index = 0; index < 20; index += 1) await add(eve);
    const plain = await eve.send({ url: '/api/expenses' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const answer = await eve.send({ url: '/api/expenses', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
    expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.body);
  });

  test('comes in pages that miss and repeat nothing, and the last one has no cursor [API-3]', async () => {
    const dora = await t.signUp();
    for (let day = 1; day <= 5; day += 1)
      await add(dora, { ...lunch, date: `2026-06-0${Math.ceil(day / 2)}` });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const answer = await dora.send({ url: `/api/expenses?limit=2${cursor ? `&cursor=${cursor}` : ''}` });
      seen.push(...answer.json<Expense[]>().map((row) => row.id));
      cursor = answer.headers['x-next-cursor'] as string | undefined;
    } while (cursor);
    expect(seen).toEqual((await list(dora)).map((row) => row.id));
    expect((await dora.send({ url: '/api/expenses?cursor=x&limit=2' })).statusCode).toBe(400);
    expect((await dora.send({ url: '/api/expenses?color=pink' })).statusCode).toBe(400);
    expect((await dora.send({ url: '/api/expenses?from=2026-02-30' })).statusCode).toBe(400);
  });
});

describe('changing and deleting', () => {
  test('PUT changes the fields it names and no others, and toggles paid [API-5] [AE-6]', async () => {
    const added = await add(ana);
    const url = `/api/expenses/${added.id}`;
    const paid = await ana.send({ method: 'PUT', url, body: { paid: true } });
    expect(paid.json()).toEqual({ ...added, paid: true });
    const renamed = await ana.send({ method: 'PUT', url, body: { name: 'Dinner', amount: 30 } });
    expect(renamed.json()).toEqual({ ...added, paid: true, name: 'Dinner', amount: 30 });
  });

  test('"Don\'t count this" hides a row with its reason; "Count this" restores it [PD-5]', async () => {
    const added = await add(ana);
    const url = `/api/expenses/${added.id}`;
    const excluded = await ana.send({ method: 'PUT', url, body: { counted: false } });
    expect(excluded.json()).toMatchObject({ counted: false, notCountedReason: 'by-hand' });
    expect((await list(ana)).map((row) => row.id)).not.toContain(added.id);
    const back = await ana.send({ method: 'PUT', url, body: { counted: null } });
    expect(back.json()).toEqual(added);
  });

  test('a deleted expense leaves every list; deleting it again answers 404 [API-5]', async () => {
    const { id } = await add(ana);
    const url = `/api/expenses/${id}`;
    expect((await ana.send({ method: 'DELETE', url })).json()).toEqual({ success: true });
    expect((await list(ana, '?counted=all')).map((row) => row.id)).not.toContain(id);
    expect((await ana.send({ method: 'DELETE', url })).statusCode).toBe(404);
    expect((await ana.send({ method: 'PUT', url, body: { paid: true } })).statusCode).toBe(404);
  });

  test('a deletion can be taken back, once; what was not deleted cannot be restored [PD-30]', async () => {
    const user = await t.signUp();
    const added = await add(user);
    const restore = (id = added.id) => user.send({ method: 'POST', url: `/api/expenses/${id}/restore` });
    expect((await restore()).json()).toMatchObject({ error_code: 'EXPENSE_NOT_FOUND' });
    await user.send({ method: 'DELETE', url: `/api/expenses/${added.id}` });
    expect((await restore()).json()).toEqual(added);
    expect(await list(user)).toEqual([added]);
    expect((await restore()).statusCode).toBe(404);
  });

  test("another user's expense answers like a missing one and is unchanged [AU-6] [SEC-1]", async () => {
    const own = await add(ana);
    for (const request of [
      { method: 'PUT' as const, body: { name: 'Mine' } },
      { method: 'DELETE' as const },
    ]) {
      const foreign = await bob.send({ ...request, url: `/api/expenses/${own.id}` });
      const missing = await bob.send({ ...request, url: '/api/expenses/999999999' });
      expect(foreign.statusCode).toBe(404);
      expect(withoutTrace(foreign.json())).toEqual(withoutTrace(missing.json()));
    }
    expect(await list(ana)).toContainEqual(own);
  });

  test.each(['0', '-1', 'abc', '1.5', '99999999999999999999'])('the id %s is refused [API-5]', async (id) => {
    const answer = await ana.send({ method: 'PUT', url: `/api/expenses/${id}`, body: { paid: true } });
    expect(answer.statusCode).toBe(400);
  });

  test('an empty or unknown change is refused and changes nothing [API-5]', async () => {
    const added = await add(ana);
    for (const body of [{}, { color: 'pink' }, { amount: null }, { paid: 'yes' }]) {
      expect((await ana.send({ method: 'PUT', url: `/api/expenses/${added.id}`, body })).statusCode).toBe(
        400,
      );
    }
    expect(await list(ana)).toContainEqual(added);
  });
});

function withoutTrace({ timestamp: _timestamp, request_id: _id, ...rest }: Record<string, unknown>) {
  return rest;
}

describe('a fixed bill', () => {
  const rent = { name: 'Rent', amount: 1234.5, category: 'Housing' };
  const setCounting = (user: TestUser, countFixedBills: boolean) =>
    user.send({ method: 'PUT', url: '/api/users', body: { countFixedBills } });
  const shown = async (user: TestUser) =>
    (await user.send({ url: '/api/expenses?counted=all' }))
      .json<Expense[]>()
      .map(({ name, kind, counted, notCountedReason }) => [name, kind, counted, notCountedReason]);
  const notCounted = ['Rent', 'fixed-bill', false, 'kind'];
  const counted = ['Rent', 'fixed-bill', true, null];

  test('does not count by default when manual, imported or recurring [PD-4] [PD-5]', async () => {
    const user = await t.signUp();
    const entered = await add(user, { ...lunch, ...rent });
    expect(entered).toMatchObject({ kind: 'fixed-bill', counted: false, notCountedReason: 'kind' });
    await add(user, { ...lunch, ...rent, amount: 20, date: '2026-05-02', type: 'recurring' });
    expect(await shown(user)).toEqual([notCounted, notCounted, notCounted]);
    await setCounting(user, true);
    expect(await shown(user)).toEqual([counted, counted, counted]);
    await setCounting(user, false);
    await user.send({ method: 'PUT', url: `/api/expenses/${entered.id}`, body: { counted: true } });
    expect((await shown(user)).filter(([, , isCounted]) => isCounted)).toHaveLength(1);
  });

  test('is one by its name and category, also after an edit [PD-4]', async () => {
    const user = await t.signUp();
    const { id } = await add(user, { ...lunch, name: 'Rent a bike', category: 'Transportation' });
    const put = (body: object) => user.send({ method: 'PUT', url: `/api/expenses/${id}`, body });
    expect(await shown(user)).toEqual([['Rent a bike', 'spending', true, null]]);
    await put({ name: 'Rent', category: 'Housing' });
    expect(await shown(user)).toEqual([notCounted]);
    await put({ name: 'Dinner', category: 'Dining' });
    expect(await shown(user)).toEqual([['Dinner', 'spending', true, null]]);
  });
});
