import type { Expense } from '@oinkly/contract/expenses';
import type { Recurring } from '@oinkly/contract/recurring';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { User } from '@oinkly/contract/account';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../db/tables/users.tables.ts';
import { jobHandlers } from '../../start/job-handlers.ts';
import { JobQueue } from '../../jobs/job-queue.ts';
import { ScriptedBank } from '../../test-support/scripted-bank.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { expectSumsToAgree } from '../../test-support/weekly-sums.ts';
import { createDueOccurrences } from './series.service.ts';

/** Friday noon in Los Angeles, Ana's zone. */
const NOW = '2026-06-05T19:00:00Z';

let bank: ScriptedBank;
let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  bank = new ScriptedBank();
  t = await createTestApp({ provider: bank });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.comeTo(NOW);
  ana = await t.signUp();
});
afterEach(() => expectSumsToAgree(t.database));

const rent = {
  name: 'Storage',
  amount: 900,
  date: '2026-06-10',
  category: 'Housing',
  type: 'recurring',
  dayOfMonth: 10,
};

async function add(entry: object = {}, user = ana): Promise<Expense> {
  const answer = await user.send({ method: 'POST', url: '/api/expenses', body: { ...rent, ...entry } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Expense>();
}

const list = async (user = ana) =>
  (await user.send({ url: '/api/expenses?counted=all' })).json<Expense[]>().toReversed();
const days = async (user = ana) => (await list(user)).map(({ date }) => date);
const recurring = async (user = ana) => (await user.send({ url: '/api/recurring' })).json<Recurring>();
const nextDays = async (user = ana) => (await recurring(user)).series.map(({ next }) => next.date);
const put = (id: number, body: object, scope?: string) =>
  ana.send({ method: 'PUT', url: `/api/expenses/${id}${scope ? `?scope=${scope}` : ''}`, body });
const remove = (id: number, scope?: string) =>
  ana.send({ method: 'DELETE', url: `/api/expenses/${id}${scope ? `?scope=${scope}` : ''}` });
const restore = (id: number) => ana.send({ method: 'POST', url: `/api/expenses/${id}/restore` });
const createDue = () => createDueOccurrences(t.deps, new AbortController().signal);

async function at(now: string): Promise<void> {
  await t.comeTo(now);
  await createDue();
}

/** A rent of three months up to today, and its occurrences. */
async function threeRents(): Promise<[Expense, Expense, Expense]> {
  await add({ date: '2026-04-01', dayOfMonth: 1 });
  const [april, may, june] = await list();
  if (!april || !may || !june) throw new Error('There are not three');
  return [april, may, june];
}

describe('the first occurrence', () => {
  test.each([
    ['2026-06-10', 10, '2026-06-10', '2026-07-10'],
    ['2026-06-10', 12, '2026-06-12', '2026-07-12'],
    ['2026-06-10', 3, '2026-07-03', '2026-08-03'],
    ['2026-06-05', 31, '2026-06-30', '2026-07-31'],
  ])(
    'dated %s, day %i: upcoming until %s, then an expense; the next is on %s [PD-31] [AE-2]',
    async (date, dayOfMonth, first, next) => {
      const added = await add({ date, dayOfMonth, paid: true });
      expect(added).toMatchObject({ date: first, dayOfMonth, paid: true, type: 'recurring', counted: true });
      expect(await list()).toEqual([]);
      expect((await recurring()).series).toMatchObject([{ next: { date: first, expenseId: added.id } }]);
      await at(`${first}T00:00:00-12:00`);
      expect(await list()).toEqual([added]);
      expect(await nextDays()).toEqual([next]);
      await at(`${next}T00:00:00-12:00`);
      expect(await days()).toEqual([first, next]);
      expect((await list())[1]).toMatchObject({ name: 'Storage', amount: 900, paid: false, dayOfMonth });
    },
  );

  test('is in no total or rank before its day, and in both from then on [PD-31]', async () => {
    const sums = async () =>
      (
        await t.database.db.$client.query<object>(
          'select spent_cents::int, ranked_cents::int, purchases from weekly_totals where user_id = $1 and purchases > 0',
          [ana.id],
        )
      ).rows;
    await add({ date: '2026-06-07', dayOfMonth: 7 });
    expect(await sums()).toEqual([]);
    expect(await toCome()).toBe(900);
    await at('2026-06-07T07:00:00Z');
    expect(await sums()).toEqual([{ spent_cents: 900_00, ranked_cents: 900_00, purchases: 1 }]);
    expect(await toCome()).toBe(0);
  });

  test('is added once when the request is repeated, before its day and after [PD-31]', async () => {
    const requestId = randomUUID();
    const added = await add({ requestId });
    expect(await add({ requestId })).toEqual(added);
    await at('2026-06-10T12:00:00Z');
    expect(await add({ requestId })).toEqual(added);
    expect([await list(), await nextDays()]).toEqual([[added], ['2026-07-10']]);
  });

  test('can be edited, deleted and restored by its id before its day [PD-31] [PD-30]', async () => {
    const { id } = await add();
    expect((await put(id, { amount: 950, paid: true })).json()).toMatchObject({ amount: 950, counted: true });
    expect((await recurring()).series[0]?.next).toMatchObject({ date: '2026-06-10', amount: 950 });
    await remove(id);
    expect(await nextDays()).toEqual(['2026-07-10']);
    expect((await restore(id)).statusCode).toBe(200);
    expect([await list(), await nextDays()]).toEqual([[], ['2026-06-10']]);
    await remove(id, 'future');
    expect((await recurring()).series).toEqual([]);
    await restore(id);
    await at('2026-06-10T12:00:00Z');
    expect(await list()).toMatchObject([{ id, amount: 950, paid: true }]);
  });

  test('moved to today is an expense at once, and moved ahead it is upcoming again [PD-31]', async () => {
    const { id } = await add();
    await put(id, { date: '2026-06-05' });
    expect(await days()).toEqual(['2026-06-05']);
    await put(id, { date: '2026-06-12' });
    expect([await days(), await nextDays()]).toEqual([[], ['2026-06-12']]);
    await put(id, { type: 'one-time' });
    expect(await days()).toEqual(['2026-06-12']);
  });

  test('a one-time expense with a date ahead is listed and counts at once', async () => {
    await add({ type: 'one-time', date: '2026-06-12' });
    expect(await list()).toMatchObject([{ date: '2026-06-12', counted: true }]);
  });

  test('with a start in the past creates the occurrences since then at once [PD-31]', async () => {
    const first = await add({ date: '2026-01-31', dayOfMonth: 31 });
    expect(first.date).toBe('2026-01-31');
    expect(await days()).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
    expect(await nextDays()).toEqual(['2026-06-30']);
  });

  test.each([10, 20])(
    'cannot be the last of the calendar, on day %i of the month [PD-31]',
    async (dayOfMonth) => {
      const body = { ...rent, date: '9999-12-15', dayOfMonth };
      const answer = await ana.send({ method: 'POST', url: '/api/expenses', body });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ fields: [{ path: 'date' }] });
      expect(await list()).toEqual([]);
    },
  );

  test('starts two years back at most: a mistyped year adds no occurrences [PD-31]', async () => {
    for (const date of ['0026-06-02', '2024-06-04']) {
      const answer = await ana.send({ method: 'POST', url: '/api/expenses', body: { ...rent, date } });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        error_code: 'VALIDATION_FAILED',
        fields: [{ path: 'date', message: 'A recurring expense can start on 2024-06-05 at the earliest' }],
      });
    }
    expect([await list(), (await recurring()).series]).toEqual([[], []]);
    await add({ date: '2024-06-05', dayOfMonth: 5 });
    expect(await days()).toHaveLength(25);
  });

  test('keeps its start when an older one-time expense or a moved date would precede it [PD-31]', async () => {
    const old = await add({ type: 'one-time', date: '0026-06-02' });
    const recent = await add({ type: 'one-time', date: '2026-06-02' });
    const refused = [
      await put(old.id, { type: 'recurring' }),
      await put(recent.id, { type: 'recurring', date: '0026-06-02' }),
      await put(recent.id, { type: 'recurring', date: '0026-06-02' }, 'future'),
    ];
    for (const answer of refused) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error_code: 'VALIDATION_FAILED', fields: [{ path: 'date' }] });
    }
    expect(await list()).toEqual([old, recent]);
  });

  test('adds no past occurrences after a change of date or day [PD-31]', async () => {
    const [april, may] = await threeRents();
    await put(april.id, { date: '0026-04-01' });
    await put(april.id, { dayOfMonth: 2 }, 'future');
    expect((await put(may.id, { date: '0026-05-01' }, 'future')).statusCode).toBe(400);
    expect(await list()).toHaveLength(3);
    expect(await nextDays()).toEqual(['2026-07-02']);
  });

  test('can be an expense that was one-time so far; one from a bank begins nothing [PD-31]', async () => {
    const single = await add({ type: 'one-time', date: '2026-05-20' });
    expect(single.seriesId).toBeNull();
    const begun = (await put(single.id, { type: 'recurring' })).json<Expense>();
    expect(begun).toMatchObject({ date: '2026-05-20', dayOfMonth: 20, type: 'recurring' });
    expect(begun.seriesId).not.toBeNull();
    expect(await nextDays()).toEqual(['2026-06-20']);
  });
});

describe('created once', () => {
  test('on its day, not before, and not again [PD-31]', async () => {
    await add();
    await at('2026-07-10T06:59:59Z');
    expect(await days()).toEqual(['2026-06-10']);
    await at('2026-07-10T07:00:00Z');
    await at('2026-07-10T07:00:00Z');
    await at('2026-07-11T07:00:00Z');
    expect(await days()).toEqual(['2026-06-10', '2026-07-10']);
  });

  test('by two workers at once [PD-31]', async () => {
    for (let count = 0; count < 5; count += 1) await add({ name: `Storage ${count}` });
    await t.comeTo('2026-08-10T12:00:00Z');
    await Promise.all([1, 2, 3].map(createDue));
    expect(await list()).toHaveLength(15);
  });

  test('for users on every page and in every time zone [PD-31]', async () => {
    // Early on July 10 in Auckland; in Los Angeles it is still July 9.
    const users = [await t.signUp(), await t.signUp({ timeZone: 'Pacific/Auckland' }), await t.signUp()];
    for (const user of users) await add({}, user);
    await t.comeTo('2026-07-09T13:00:00Z');
    await createDueOccurrences(t.deps, new AbortController().signal, 1);
    const before = await Promise.all(users.map((user) => days(user)));
    expect(before).toEqual([['2026-06-10'], ['2026-06-10', '2026-07-10'], ['2026-06-10']]);
    await t.comeTo('2026-07-10T12:00:00Z');
    await createDueOccurrences(t.deps, new AbortController().signal, 1);
    for (const user of users) expect(await days(user)).toEqual(['2026-06-10', '2026-07-10']);
  });

  test('not by a server that stops, but by the next one [PD-31]', async () => {
    await add();
    await at('2026-06-10T12:00:00Z');
    await t.comeTo('2026-07-10T12:00:00Z');
    await createDueOccurrences(t.deps, AbortSignal.abort());
    expect(await days()).toEqual(['2026-06-10']);
    await createDue();
    expect(await days()).toEqual(['2026-06-10', '2026-07-10']);
  });

  test('also when its day falls together with an edit of the series [PD-31]', async () => {
    const { id } = await add();
    await t.comeTo('2026-07-10T12:00:00Z');
    await Promise.all([createDue(), put(id, { amount: 950 }, 'future'), createDue()]);
    expect((await list()).map(({ date, amount }) => [date, amount])).toEqual([
      ['2026-06-10', 950],
      ['2026-07-10', 950],
    ]);
  });

  test('adds three missed months, each on its day, after the server was off [PD-31]', async () => {
    await add({ date: '2026-05-31', dayOfMonth: 31 });
    await t.comeTo('2026-09-02T12:00:00Z');
    const queue = new JobQueue(t.database.directUrl, () => undefined);
    await queue.open();
    await queue.work(jobHandlers(t.deps), t.deps.log);
    await queue.followClock();
    await expect.poll(() => days()).toHaveLength(4);
    await queue.close();
    await at('2026-09-02T12:05:00Z');
    expect(await days()).toEqual(['2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31']);
  });

  test('a crash between the expense and its successor leaves neither; the next run adds it [PD-31]', async () => {
    const { $client } = t.database.db;
    const broken = await add({ name: 'Broken' });
    const bob = await t.signUp();
    await add({}, bob);
    await at('2026-06-10T12:00:00Z');
    await $client.query(
      `alter table recurring_series add constraint cut_off check (name <> 'Broken') not valid`,
    );
    await at('2026-07-10T12:00:00Z');
    expect([await days(), await days(bob)]).toEqual([['2026-06-10'], ['2026-06-10', '2026-07-10']]);
    await $client.query('alter table recurring_series drop constraint cut_off');
    await at('2026-07-10T12:05:00Z');
    expect(await days()).toEqual(['2026-06-10', '2026-07-10']);
    expect((await list())[1]?.seriesId).toBe(broken.seriesId);
  });
});

describe('the day begins where the user is', () => {
  test("are due by each user's zone; without a zone, by New York [PD-2] [PD-31]", async () => {
    const zones = ['Pacific/Kiritimati', 'Asia/Kolkata', 'America/New_York', 'Pacific/Pago_Pago'];
    const users = await Promise.all(zones.map((timeZone) => t.signUp({ timeZone })));
    const nowhere = await t.signUp();
    await t.database.db.$client.query('update users set time_zone = null where id = $1', [nowhere.id]);
    for (const owner of [...users, nowhere]) await add({}, owner);
    const counts = async () =>
      Promise.all([...users, nowhere].map(async (owner) => (await days(owner)).length));
    for (const [instant, expected] of [
      ['2026-07-09T09:59:59Z', [1, 1, 1, 1, 1]],
      ['2026-07-09T10:00:00Z', [2, 1, 1, 1, 1]],
      ['2026-07-09T18:30:00Z', [2, 2, 1, 1, 1]],
      ['2026-07-10T04:00:00Z', [2, 2, 2, 1, 2]],
      ['2026-07-10T11:00:00Z', [2, 2, 2, 2, 2]],
    ] as const) {
      await at(instant);
      expect(await counts(), instant).toEqual(expected);
    }
  });

  test('also on the day that the clocks change, and on the next [PD-31]', async () => {
    const owner = await t.signUp({ timeZone: 'America/New_York' });
    await add({ date: '2026-10-01', dayOfMonth: 1 }, owner);
    // 1 November has 25 hours there.
    await at('2026-11-01T03:59:59Z');
    expect(await days(owner)).toEqual(['2026-10-01']);
    await at('2026-11-01T04:00:00Z');
    await at('2026-11-02T04:30:00Z');
    expect(await days(owner)).toEqual(['2026-10-01', '2026-11-01']);
  });

  test('a user who crosses the date line westward gets no day twice [PD-31]', async () => {
    const owner = await t.signUp({ timeZone: 'Pacific/Kiritimati' });
    await add({}, owner);
    await at('2026-07-09T10:00:00Z');
    const body = { timeZone: 'Pacific/Pago_Pago' };
    await owner.send({ method: 'PUT', url: '/api/users', body });
    await at('2026-07-09T11:00:00Z');
    await at('2026-07-10T12:00:00Z');
    expect(await days(owner)).toEqual(['2026-06-10', '2026-07-10']);
  });
});

describe('this one', () => {
  test('deleted does not return, not even when months are made up, and the others stay [PD-31]', async () => {
    const [, may] = await threeRents();
    expect((await remove(may.id)).json()).toEqual({ success: true });
    const coming = await add({ name: 'Gym', date: '2026-06-20', dayOfMonth: 20 });
    await remove(coming.id, 'one');
    await at('2026-08-02T12:00:00Z');
    const shown = (await list()).map(({ name, date }) => `${name} ${date}`);
    expect(shown).toEqual([
      'Storage 2026-04-01',
      'Storage 2026-06-01',
      'Storage 2026-07-01',
      'Gym 2026-07-20',
      'Storage 2026-08-01',
    ]);
  });

  test('edited or moved, even to another month, leaves the others and the series [PD-31] [API-5]', async () => {
    const [april, may, june] = await threeRents();
    await put(may.id, { amount: 800, date: '2026-07-01', name: 'Half of it' }, 'one');
    expect((await list()).filter(({ id }) => id !== may.id)).toEqual([april, june]);
    await at('2026-07-02T12:00:00Z');
    expect((await list()).map(({ name, date, amount }) => [name, date, amount])).toEqual([
      ['Storage', '2026-04-01', 900],
      ['Storage', '2026-06-01', 900],
      ['Half of it', '2026-07-01', 800],
      ['Storage', '2026-07-01', 900],
    ]);
  });

  test('made one-time, it leaves the series for good; made recurring, it starts again [PD-31]', async () => {
    const [, may, june] = await threeRents();
    expect((await put(may.id, { type: 'one-time' })).json()).toMatchObject({
      seriesId: null,
      dayOfMonth: null,
    });
    await put(may.id, { name: 'Deposit' }, 'future');
    expect((await list())[2]).toEqual(june);
    expect((await put(may.id, { type: 'recurring' })).json()).toMatchObject({ seriesId: june.seriesId });
    expect((await recurring()).series).toHaveLength(1);
    expect(await days()).toEqual(['2026-04-01', '2026-05-01', '2026-06-01']);
  });
});

describe('this and all later ones', () => {
  test('get a new name, amount and category from here on; paid applies only to this one [PD-31]', async () => {
    const [april, may, june] = await threeRents();
    const changes = { name: 'Flat', amount: 950, category: 'Utilities', counted: false } as const;
    const changed = (await put(may.id, { ...changes, paid: true }, 'future')).json<Expense>();
    expect(changed).toMatchObject({ ...changes, paid: true, date: '2026-05-01' });
    expect(await list()).toEqual([
      april,
      changed,
      { ...june, ...changes, countedByHand: false, notCountedReason: 'by-hand' },
    ]);
    await at('2026-07-01T12:00:00Z');
    expect((await list())[3]).toMatchObject({ ...changes, paid: false, date: '2026-07-01' });
  });

  test.each([
    ['another day of the month', { dayOfMonth: 31 }, ['2026-05-31', '2026-06-30']],
    ['a date on another day', { date: '2026-05-20' }, ['2026-05-20', '2026-06-20']],
    ['both', { date: '2026-05-20', dayOfMonth: 15 }, ['2026-05-20', '2026-06-15']],
  ])('move by %s, within their months [PD-31]', async (_title, patch, moved) => {
    const [, may] = await threeRents();
    await put(may.id, patch, 'future');
    expect(await days()).toEqual(['2026-04-01', moved[0]]);
    await at('2026-06-30T12:00:00Z');
    expect(await days()).toEqual(['2026-04-01', ...moved]);
    await at('2026-08-01T12:00:00Z');
    expect(await days()).toHaveLength(4);
  });

  test('cannot move to another month; nothing changes [PD-31]', async () => {
    const [, may] = await threeRents();
    const before = [await list(), await recurring()];
    const answer = await put(may.id, { date: '2026-06-02', amount: 1 }, 'future');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error_code: 'VALIDATION_FAILED', fields: [{ path: 'date' }] });
    expect([await list(), await recurring()]).toEqual(before);
  });

  test('are deleted, and none is created any more [PD-31]', async () => {
    const [april, may] = await threeRents();
    await remove(may.id, 'future');
    await at('2026-09-01T12:00:00Z');
    expect(await list()).toEqual([april]);
    expect((await recurring()).series).toEqual([]);
  });

  test('return on undo with their series and missed ones; earlier deletions stay [PD-31] [PD-30]', async () => {
    const [april, may, june] = await threeRents();
    await remove(june.id);
    await t.comeTo('2026-06-06T12:00:00Z');
    await remove(april.id, 'future');
    expect(await list()).toEqual([]);
    expect((await restore(april.id)).json()).toEqual(april);
    expect(await list()).toEqual([april, may]);
    expect((await restore(april.id)).statusCode).toBe(404);
    await at('2026-07-01T12:00:00Z');
    expect(await days()).toEqual(['2026-04-01', '2026-05-01', '2026-07-01']);
    await restore(june.id);
    expect((await list())[2]).toEqual(june);
  });

  test('become one-time, and the series ends [PD-31]', async () => {
    const [, may] = await threeRents();
    await put(may.id, { type: 'one-time' }, 'future');
    await at('2026-08-01T12:00:00Z');
    expect((await list()).map(({ date, type }) => [date, type])).toEqual([
      ['2026-04-01', 'recurring'],
      ['2026-05-01', 'one-time'],
      ['2026-06-01', 'one-time'],
    ]);
    expect((await recurring()).series).toEqual([]);
  });

  test('of a one-time expense are that expense alone', async () => {
    const single = await add({ type: 'one-time' });
    const other = await add({ type: 'one-time' });
    expect((await put(single.id, { name: 'Cake' }, 'future')).json()).toMatchObject({ name: 'Cake' });
    await remove(single.id, 'future');
    expect(await list()).toEqual([other]);
  });

  test('need the scope `future`: no other query changes them [API-5]', async () => {
    const { id } = await add();
    expect((await put(id, { name: 'x' }, 'all')).statusCode).toBe(400);
    expect((await remove(id, 'Future')).statusCode).toBe(400);
    expect((await ana.send({ method: 'DELETE', url: `/api/expenses/${id}?color=pink` })).statusCode).toBe(
      400,
    );
    expect((await ana.send({ method: 'DELETE', url: `/api/expenses/${id}?userId=1` })).statusCode).toBe(200);
  });
});

describe('what recurs', () => {
  test('is listed with its next day, the soonest first; an upcoming expense has its id [PD-31]', async () => {
    const gym = await add({ name: 'Gym', date: '2026-06-20', dayOfMonth: 20, amount: 50 });
    await add({ date: '2026-05-06', dayOfMonth: 6 });
    const { series, merchants } = await recurring();
    expect(merchants).toEqual([]);
    expect(series).toMatchObject([
      {
        name: 'Storage',
        amount: 900,
        category: 'Housing',
        dayOfMonth: 6,
        next: { date: '2026-06-06', expenseId: null },
      },
      {
        id: gym.seriesId,
        name: 'Gym',
        next: { date: '2026-06-20', amount: 50, counted: true, expenseId: gym.id },
      },
    ]);
    await put(gym.id, { amount: 45, counted: false });
    expect((await recurring()).series[1]?.next).toMatchObject({ amount: 45, counted: false });
    await remove(gym.id);
    expect((await recurring()).series[1]?.next).toEqual({
      date: '2026-07-20',
      amount: 50,
      counted: true,
      expenseId: null,
    });
  });

  test('changes all future occurrences and no past ones [PD-31]', async () => {
    const [april, may, june] = await threeRents();
    const gym = await add({ name: 'Gym', date: '2026-06-20', dayOfMonth: 20, amount: 50 });
    const change = (id: string | null, body: object) =>
      ana.send({ method: 'PUT', url: `/api/recurring/${id}`, body });
    expect((await change(june.seriesId, { amount: 950, dayOfMonth: 15 })).json()).toEqual({ success: true });
    await change(gym.seriesId, { name: 'Climbing', dayOfMonth: 25 });
    expect(await list()).toEqual([april, may, june]);
    expect(await nextDays()).toEqual(['2026-06-25', '2026-07-15']);
    await at('2026-06-25T12:00:00Z');
    expect((await list())[3]).toEqual({ ...gym, name: 'Climbing', date: '2026-06-25', dayOfMonth: 25 });
    await t.comeTo(NOW);
    expect((await change(june.seriesId, {})).statusCode).toBe(400);
    expect((await change(june.seriesId, { dayOfMonth: 32 })).statusCode).toBe(400);
    expect((await change('1', { amount: 1 })).statusCode).toBe(400);
  });

  test('ending keeps past and removes future occurrences; undo restores them [PD-31]', async () => {
    const [april, may, june] = await threeRents();
    const gym = await add({ name: 'Gym', date: '2026-06-20', dayOfMonth: 20 });
    for (const { seriesId } of [june, gym]) {
      const url = `/api/recurring/${seriesId}`;
      expect((await ana.send({ method: 'DELETE', url })).json()).toEqual({ success: true });
      expect((await ana.send({ method: 'DELETE', url })).json()).toMatchObject({
        error_code: 'RECURRING_NOT_FOUND',
      });
      expect((await ana.send({ method: 'PUT', url, body: { amount: 1 } })).statusCode).toBe(404);
    }
    expect(await list()).toEqual([april, may, june]);
    expect((await recurring()).series).toEqual([]);
    const url = `/api/recurring/${gym.seriesId}/restore`;
    expect((await ana.send({ method: 'POST', url })).json()).toEqual({ success: true });
    expect((await ana.send({ method: 'POST', url })).statusCode).toBe(404);
    expect(await list()).toEqual([april, may, june]);
    expect(await nextDays()).toEqual(['2026-06-20']);
    await at('2026-06-20T12:00:00Z');
    expect((await list())[3]).toEqual(gym);
  });
});

/** In dollars, this week. */
const toCome = async () =>
  (await ana.send({ url: '/api/weeks?from=2026-06-01&to=2026-06-01' })).json<RouteResponse<'listWeeks'>>()
    .toCome;

describe('what is still to come this week', () => {
  test('reports with the weeks what counts and is not an expense yet [PD-31]', async () => {
    expect(await toCome()).toBe(0);
    await add({ date: '2026-05-07', dayOfMonth: 7, amount: 12.5 });
    await add({ date: '2026-05-06', dayOfMonth: 6, amount: -3.49 });
    await add({ date: '2026-05-08', dayOfMonth: 8 });
    await add({ date: '2026-06-07', dayOfMonth: 7, amount: 4 });
    expect(await toCome()).toBe(19.99);
    const ended = (await recurring()).series.find(({ amount }) => amount < 0);
    await ana.send({ method: 'DELETE', url: `/api/recurring/${ended?.id}` });
    expect(await toCome()).toBe(16.5);
    await at('2026-06-07T19:00:00Z');
    expect(await toCome()).toBe(0);
  });
});

describe('payments in bank history', () => {
  async function linkBank(rows: Parameters<ScriptedBank['answer']>[0], user = ana): Promise<void> {
    bank.answer(rows);
    const body = { public_token: randomUUID() };
    await user.send({ method: 'POST', url: '/api/plaid/exchange-token', body });
    await expect.poll(async () => (await list(user)).length).toBeGreaterThan(0);
  }
  const monthly = (merchantName: string, dayOfMonth: string, fields: object = {}) =>
    ['03', '04', '05'].map((month) => ({
      transactionId: `${merchantName}-${month}`,
      merchantName,
      name: merchantName.toUpperCase(),
      postedOn: `2026-${month}-${dayOfMonth}`,
      ...fields,
    }));
  const rentOfBank = { category: { paymentType: 'fixed-bill', expenseCategory: 'Housing' } } as const;
  const transfer = { category: { paymentType: 'transfer', expenseCategory: 'Other' } } as const;
  const answerTo = (merchantKey: string, isMonthly: boolean | null, user = ana) =>
    user.send({ method: 'POST', url: '/api/recurring/merchants', body: { merchantKey, monthly: isMonthly } });

  test('suggests monthly payments and fixed bills, but no transfers or deleted ones [PD-31] [PD-4]', async () => {
    await linkBank({
      upserted: [
        ...monthly('Netflix', '12', { amountCents: 15_99 }),
        ...monthly('Landlord', '30', { ...rentOfBank, amountCents: 900_00 }),
        ...monthly('Savings', '12', transfer),
        ...monthly('Le Figaro', '12', { currency: 'EUR' }),
        ...monthly('Newspaper', '12'),
      ],
    });
    for (const { id, name } of await list()) if (name === 'Newspaper') await remove(id);
    expect(await recurring()).toEqual({
      series: [],
      merchants: [
        {
          merchantKey: 'netflix',
          name: 'Netflix',
          amount: 15.99,
          category: 'Shopping',
          payments: 3,
          date: '2026-06-12',
          counted: true,
          confirmed: false,
          mayBeBill: false,
          priceChange: null,
        },
        expect.objectContaining({
          merchantKey: 'landlord',
          category: 'Housing',
          date: '2026-06-30',
          counted: false,
        }),
      ],
    });
  });

  const thisWeek = async () =>
    (await ana.send({ url: '/api/weeks?from=2026-06-01&to=2026-06-01' })).json<RouteResponse<'listWeeks'>>();
  const askedOnHome = async () => (await thisWeek()).bill;

  test('that look like bills, or exceed the weekly budget, are asked about until a rule says whether they count [PD-90]', async () => {
    await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 100 } });
    await linkBank({
      upserted: [
        ...monthly('Hawthorne Residential', '02', { amountCents: 1_420_00 }),
        ...monthly('Dentist', '04', { amountCents: 100_01 }),
        ...monthly('Netflix', '12', { amountCents: 15_99 }),
        ...monthly('Landlord', '30', { ...rentOfBank, amountCents: 900_00 }),
      ],
    });
    const asked = async () =>
      (await recurring()).merchants.flatMap(({ merchantKey, mayBeBill }) => (mayBeBill ? [merchantKey] : []));
    const save = (merchantKey: string, counted: boolean) =>
      ana.send({ method: 'PUT', url: '/api/rules', body: { merchantKey, counted } });
    await expect.poll(asked).toEqual(['hawthorneresidential', 'dentist']);
    expect(await askedOnHome()).toEqual((await recurring()).merchants[0]);
    expect((await save('hawthorneresidential', false)).json()).toMatchObject({ earlier: 3 });
    expect(await askedOnHome()).toMatchObject({ merchantKey: 'dentist', amount: 100.01 });
    await save('dentist', true);
    expect(await asked()).toEqual([]);
    expect(await askedOnHome()).toBeNull();
  });

  test('are looked for with each sync, budget and decision, but not with each page of weeks [PD-90]', async () => {
    await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 100 } });
    await linkBank({ upserted: monthly('Netflix', '12', { amountCents: 15_99 }) });
    await expect.poll(async () => (await recurring()).merchants.length).toBe(1);
    const { id } = (await ana.send({ url: '/api/auth/user' })).json<User>();
    const [row] = await t.deps.db.select().from(users).where(eq(users.id, id));
    expect(row?.mayHaveBill).toBe(false);
    expect(await askedOnHome()).toBeNull();

    await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 10 } });
    expect(await askedOnHome()).toMatchObject({ merchantKey: 'netflix' });
    const rule = { merchantKey: 'netflix', counted: true };
    await ana.send({ method: 'PUT', url: '/api/rules', body: rule });
    expect(await askedOnHome()).toBeNull();
    await ana.send({ method: 'DELETE', url: '/api/rules?merchantKey=netflix' });
    expect(await askedOnHome()).toMatchObject({ merchantKey: 'netflix' });
    await answerTo('netflix', false);
    expect(await askedOnHome()).toBeNull();
    await answerTo('netflix', null);
    expect(await askedOnHome()).toMatchObject({ merchantKey: 'netflix' });
  });

  test('are asked about on Home as on the list after each change of what counts [PD-90] [PD-87]', async () => {
    await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 100 } });
    await linkBank({ upserted: monthly('Landlord', '30', { ...rentOfBank, amountCents: 900_00 }) });
    const agree = async (isAsked: boolean) => {
      const asked = (await recurring()).merchants.find(({ mayBeBill }) => mayBeBill);
      expect(asked !== undefined).toBe(isAsked);
      expect(await askedOnHome()).toEqual(asked ?? null);
    };
    const countsFixedBills = (countFixedBills: boolean) =>
      ana.send({ method: 'PUT', url: '/api/users', body: { countFixedBills } });
    await expect.poll(async () => (await recurring()).merchants.length).toBe(1);
    await agree(false);
    await countsFixedBills(true);
    await agree(true);
    await countsFixedBills(false);
    await agree(false);
    // As a sync leaves it that finds nothing to ask about.
    await t.database.db.update(users).set({ mayHaveBill: false });
    await agree(false);
    for (const { id } of (await ana.send({ url: '/api/expenses?counted=all&q=landlord' })).json<Expense[]>())
      await ana.send({ method: 'PUT', url: `/api/expenses/${id}`, body: { counted: true } });
    await agree(true);
  });

  test('confirmed payments show as upcoming, rejected ones never; nothing is created [PD-31]', async () => {
    await linkBank({ upserted: [...monthly('Netflix', '12'), ...monthly('Gym', '20')] });
    const before = await list();
    expect((await answerTo('netflix', true)).json()).toEqual({ success: true });
    expect((await answerTo('gym', false)).json()).toEqual({ success: true });
    const { merchants } = await recurring();
    expect(merchants).toMatchObject([{ name: 'Netflix', date: '2026-06-12', confirmed: true }]);
    expect(await toCome()).toBe(0);
    await at('2026-06-13T12:00:00Z');
    expect(await toCome()).toBe(10);
    expect(await list()).toEqual(before);
    expect((await recurring()).merchants).toMatchObject([{ name: 'Netflix', date: '2026-06-13' }]);
    await answerTo('netflix', false);
    expect((await recurring()).merchants).toEqual([]);
    await answerTo('netflix', null);
    expect((await recurring()).merchants).toMatchObject([{ name: 'Netflix', confirmed: false }]);
  });

  test('are no longer upcoming once paid, at any price [PD-31]', async () => {
    const bills = monthly('Electricity', '05', { amountCents: 50_00 });
    const dearer = { transactionId: 'dearer', merchantName: 'Electricity', amountCents: 75_00 };
    await linkBank({ upserted: [...bills, { ...dearer, postedOn: '2026-06-05' }] });
    await answerTo('electricity', true);
    expect(await toCome()).toBe(0);
    expect((await recurring()).merchants).toMatchObject([
      { amount: 75, payments: 4, date: '2026-07-05', confirmed: true },
    ]);
  });

  test('are not suggested while the user has the same recurring expense [PD-31]', async () => {
    await linkBank({ upserted: monthly('Netflix', '07', { amountCents: 15_99 }) });
    await answerTo('netflix', true);
    expect(await toCome()).toBe(15.99);
    const entered = { name: 'Netflix', amount: 15.99, category: 'Entertainment', dayOfMonth: 7 };
    await add({ ...entered, date: '2026-05-07' });
    const { series, merchants } = await recurring();
    expect(series).toMatchObject([{ name: 'Netflix', next: { date: '2026-06-07' } }]);
    expect(merchants).toEqual([]);
    expect(await toCome()).toBe(15.99);
    await ana.send({ method: 'DELETE', url: `/api/recurring/${series[0]?.id}` });
    expect((await recurring()).merchants).toMatchObject([{ name: 'Netflix', confirmed: true }]);
    expect(await toCome()).toBe(15.99);
  });

  test('paid early are no longer upcoming; an uncounted bill still is [PD-31] [PD-4]', async () => {
    await add({ name: 'Gym', amount: 45, date: '2026-05-07', dayOfMonth: 7 });
    await add({ date: '2026-05-07', dayOfMonth: 7 });
    expect(await toCome()).toBe(945);
    const early = { merchantName: 'Gym', amountCents: 45_00, postedOn: '2026-06-05' };
    await linkBank({
      upserted: [
        early,
        { ...early, ...rentOfBank, transactionId: 'rent', merchantName: 'Storage', amountCents: 900_00 },
      ],
    });
    await expect.poll(() => toCome()).toBe(900);
    await at('2026-06-07T19:00:00Z');
    expect((await list()).map(({ name, date, source }) => [name, date, source])).toEqual([
      ['Gym', '2026-05-07', 'manual'],
      ['Storage', '2026-05-07', 'manual'],
      ['Gym', '2026-06-05', 'bank'],
      ['Storage', '2026-06-05', 'bank'],
    ]);
    expect(await toCome()).toBe(0);
  });

  describe('whose price changed', () => {
    /** Three payments, and a fourth on June 3. */
    const dearer = (merchantName: string, amountCents: number, beforeCents: number, fields: object = {}) => [
      ...monthly(merchantName, '04', { amountCents: beforeCents }),
      {
        transactionId: `${merchantName}-06`,
        merchantName,
        name: merchantName.toUpperCase(),
        postedOn: '2026-06-03',
        amountCents,
        ...fields,
      },
    ];
    const netflix = { date: '2026-06-03', amount: 17.99, before: 15.49 };

    test('are on Home and in the list of what recurs, confirmed or not, under the user’s name [PD-112]', async () => {
      await linkBank({
        upserted: [
          ...dearer('Netflix', 17_99, 15_49),
          ...dearer('Gym', 40_00, 45_00),
          ...monthly('Electricity', '04').map((row, index) => ({ ...row, amountCents: 71_35 + index * 200 })),
        ],
      });
      await expect
        .poll(async () => (await thisWeek()).priceChanges)
        .toEqual([
          { name: 'Netflix', ...netflix },
          { name: 'Gym', date: '2026-06-03', amount: 40, before: 45 },
        ]);
      await answerTo('netflix', true);
      const { merchants } = await recurring();
      expect(
        Object.fromEntries(merchants.map(({ merchantKey, priceChange }) => [merchantKey, priceChange])),
      ).toEqual({
        electricity: null,
        gym: { date: '2026-06-03', amount: 40, before: 45 },
        netflix,
      });
      for (const { id, name } of await list()) if (name === 'Netflix') await put(id, { name: 'Films' });
      await answerTo('gym', false);
      expect((await thisWeek()).priceChanges).toEqual([{ name: 'Films', ...netflix }]);
    });

    test('are on Home until the week after the charge has ended [PD-112]', async () => {
      await linkBank({ upserted: dearer('Netflix', 17_99, 15_49) });
      await expect.poll(async () => (await thisWeek()).priceChanges).toHaveLength(1);
      await at('2026-06-14T19:00:00Z');
      expect((await thisWeek()).priceChanges).toHaveLength(1);
      await at('2026-06-15T19:00:00Z');
      expect((await thisWeek()).priceChanges).toEqual([]);
      expect((await recurring()).merchants).toMatchObject([{ priceChange: netflix }]);
    });

    test('belong to the recurring expense that the user entered at the price before [PD-112]', async () => {
      await linkBank({ upserted: dearer('Netflix', 22_99, 15_49) });
      const entered = { name: 'Netflix at home', amount: 15.49, category: 'Entertainment' };
      await add({ ...entered, name: 'Netflix', date: '2026-06-20', dayOfMonth: 20 });
      const priceChange = { ...netflix, amount: 22.99 };
      await expect.poll(async () => (await recurring()).series).toMatchObject([{ priceChange }]);
      const { merchants, series } = await recurring();
      expect(merchants).toEqual([]);
      expect((await thisWeek()).priceChanges).toEqual([{ name: 'Netflix', ...priceChange }]);
      // The user's own change is no change of price.
      const body = { amount: 22.99 };
      await ana.send({ method: 'PUT', url: `/api/recurring/${series[0]?.id}`, body });
      expect((await recurring()).series).toMatchObject([{ amount: 22.99, priceChange }]);
    });

    test.each<[string, object]>([
      ['is pending', { isPending: true }],
      ['is a refund', { amountCents: -17_99 }],
      ['is in another currency', { currency: 'EUR' }],
    ])('are not known by a charge that %s [PD-112]', async (_what, fields) => {
      await linkBank({ upserted: dearer('Netflix', 17_99, 15_49, fields) });
      await expect.poll(async () => (await recurring()).merchants).toMatchObject([{ priceChange: null }]);
      expect((await thisWeek()).priceChanges).toEqual([]);
    });

    test('are not known by a charge that was refunded or deleted [PD-112]', async () => {
      const refund = { transactionId: 'refund', merchantName: 'Netflix', name: 'NETFLIX' };
      await linkBank({
        upserted: [
          ...dearer('Netflix', 17_99, 15_49),
          { ...refund, postedOn: '2026-06-04', amountCents: -17_99 },
          ...dearer('Gym', 40_00, 45_00),
        ],
      });
      await expect.poll(async () => (await thisWeek()).priceChanges).toMatchObject([{ name: 'Gym' }]);
      const [newest] = (await list()).filter(({ name, date }) => name === 'Gym' && date === '2026-06-03');
      await remove(newest?.id ?? 0);
      expect((await thisWeek()).priceChanges).toEqual([]);
      expect((await recurring()).merchants.map(({ priceChange }) => priceChange)).toEqual([null, null]);
    });
  });

  test("another user's answer like missing ones [SEC-1]", async () => {
    const bob = await t.signUp();
    await linkBank({ upserted: monthly('Bob’s club', '12') }, bob);
    for (const merchantKey of ['bobsclub', 'nothing']) {
      const answer = await answerTo(merchantKey, false);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ error_code: 'RECURRING_NOT_FOUND' });
    }
    expect((await recurring(bob)).merchants).toHaveLength(1);
    expect((await recurring()).merchants).toEqual([]);
  });

  test('made recurring by hand begin no series: the bank brings the next one itself [PD-31]', async () => {
    await linkBank({ upserted: monthly('Netflix', '12') });
    const [first] = await list();
    const marked = (await put(first?.id ?? 0, { type: 'recurring' })).json<Expense>();
    expect(marked).toMatchObject({ type: 'recurring', dayOfMonth: 12, seriesId: null });
    expect((await recurring()).series).toEqual([]);
  });
});
