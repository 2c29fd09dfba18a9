import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { Expense } from '@oinkly/contract/expenses';
import type { Day } from '@oinkly/domain/days';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { befriend, newUser } from '../../test-support/friends.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { closeEndedWeeks } from '../leaderboard/index.ts';
import { forgetDeletedUser } from './friends.service.ts';
import { notifyOfKeptWeeks } from './kept-weeks.service.ts';

let t: TestApp;

/** The Friday before the first whole week. */
const START = '2026-06-05T19:00:00Z';
const WEEK: Day = '2026-06-08';
/** That week's Sunday in Los Angeles. */
const EVENING = '2026-06-15T03:00:00Z';
/** 25 hours apart. */
const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Niue';

beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(() => t.setNow(START));
afterAll(() => t.close());

/** Makes pacts between the first user and each other one. */
async function makePacts(one: TestUser, ...others: TestUser[]): Promise<void> {
  await befriend(t, one, ...others);
  for (const other of others) {
    await one.send({ method: 'PUT', url: `/api/pacts/${other.id}` });
    await other.send({ method: 'PUT', url: `/api/pacts/${one.id}` });
  }
}

/** Lets time pass without ending sessions, and runs the jobs of the clock. */
async function goTo(iso: string): Promise<void> {
  await t.comeTo(iso);
  const { signal } = new AbortController();
  await closeEndedWeeks(t.deps, signal);
  await notifyOfKeptWeeks(t.deps, signal);
}

async function spend(user: TestUser, amount: number): Promise<number> {
  const body = { name: 'Lunch', amount, date: '2026-06-10', category: 'Dining' };
  return (await user.send({ method: 'POST', url: '/api/expenses', body })).json<Expense>().id;
}

/** The titles of the user's messages about kept weeks. Names stand in them without the marks that isolate them. */
async function told(user: TestUser): Promise<string[]> {
  const answer = await user.send({ url: '/api/notifications' });
  return answer
    .json<RouteResponse<'listNotifications'>>()
    .notifications.map(({ title }) => title.replaceAll(/[\u2068\u2069]/g, ''))
    .filter((title) => title.endsWith('made it'));
}

test('two partners within budget are told so on Sunday at 20:00, once [PD-106]', async () => {
  const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
  await makePacts(ana, bo);
  await goTo('2026-06-10T19:00:00Z');
  for (const user of [ana, bo]) await spend(user, 100);
  await goTo('2026-06-15T02:59:00Z');
  expect([await told(ana), await told(bo)]).toEqual([[], []]);
  await goTo(EVENING);
  const both = [['You and Bo both made it'], ['You and Ana both made it']];
  expect([await told(ana), await told(bo)]).toEqual(both);
  await Promise.all([goTo('2026-06-15T03:05:00Z'), goTo('2026-06-15T03:05:00Z')]);
  await goTo('2026-06-15T07:00:00Z');
  expect([await told(ana), await told(bo)]).toEqual(both);
});

test('several partners share one message, which never names who missed [PD-106]', async () => {
  const [ana, bo, cy, di] = [
    await newUser(t, 'Ana'),
    await newUser(t, 'Bo'),
    await newUser(t, 'Cy'),
    await newUser(t, 'Di'),
  ];
  await makePacts(ana, cy, bo, di);
  await goTo('2026-06-10T19:00:00Z');
  for (const user of [ana, bo, cy]) await spend(user, 60);
  await spend(di, 101);
  await goTo(EVENING);
  expect(await told(ana)).toEqual(['You, Bo, and Cy made it']);
  expect([await told(bo), await told(cy)]).toEqual(Array(2).fill(['You and Ana both made it']));
  expect(await told(di)).toEqual([]);
  // It goes with each friendship that it names.
  await ana.send({ method: 'DELETE', url: `/api/friends/${bo.id}` });
  expect([await told(ana), await told(bo)]).toEqual([[], []]);
  expect(await told(cy)).toEqual(['You and Ana both made it']);
  await forgetDeletedUser(t.deps, ana.id);
  expect(await told(cy)).toEqual([]);
});

test('with one over budget, off the board or absent, neither is told anything [PD-106]', async () => {
  const pairs = [];
  for (const what of ['over', 'off', 'absent', 'ended', 'new'] as const) {
    const pair = [await newUser(t, 'Ana'), await newUser(t, 'Bo')] as const;
    const [ana, bo] = pair;
    if (what !== 'new') await makePacts(ana, bo);
    pairs.push({ what, ana, bo });
  }
  await goTo('2026-06-10T19:00:00Z');
  for (const { what, ana, bo } of pairs) {
    await spend(ana, 60);
    if (what !== 'absent') await spend(bo, what === 'over' ? 101 : 60);
    if (what === 'off') await bo.send({ method: 'PUT', url: '/api/users', body: { onBoard: false } });
    if (what === 'ended') await ana.send({ method: 'DELETE', url: `/api/pacts/${bo.id}` });
    // It counts from next week.
    if (what === 'new') await makePacts(ana, bo);
  }
  await goTo(EVENING);
  for (const { what, ana, bo } of pairs) expect([await told(ana), await told(bo)], what).toEqual([[], []]);
});

test('an evening is looked at once: no message says when a partner got there [PD-106]', async () => {
  const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
  await makePacts(ana, bo);
  await goTo('2026-06-10T19:00:00Z');
  await spend(ana, 60);
  await spend(bo, 60);
  const mistyped = await spend(bo, 90);
  await goTo(EVENING);
  await bo.send({ method: 'DELETE', url: `/api/expenses/${mistyped}` });
  await goTo('2026-06-15T04:00:00Z');
  expect([await told(ana), await told(bo)]).toEqual([[], []]);
});

test.each([
  ['later in the evening', '2026-06-15T06:59:00Z', ['You and Bo both made it']],
  ['after midnight', '2026-06-15T07:00:00Z', []],
])('a server that comes back %s says what is still true [PD-106]', async (_, backAt, titles) => {
  const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
  await makePacts(ana, bo);
  await goTo('2026-06-10T19:00:00Z');
  for (const user of [ana, bo]) await spend(user, 60);
  await goTo(backAt);
  expect(await told(ana)).toEqual(titles);
});

test('of two partners 25 hours apart, only the later one is told [PD-106]', async () => {
  const [ana, bo] = [await newUser(t, 'Ana', EAST), await newUser(t, 'Bo', WEST)];
  await makePacts(ana, bo);
  await goTo(`${WEEK}T12:00:00Z`);
  await goTo('2026-06-11T12:00:00Z');
  for (const user of [ana, bo]) await spend(user, 60);
  // Sunday 20:00 in Kiritimati, Saturday 19:00 in Niue.
  await goTo('2026-06-14T06:00:00Z');
  expect([await told(ana), await told(bo)]).toEqual([[], []]);
  // Sunday 20:00 in Niue, Monday 21:00 in Kiritimati, whose week is closed.
  await goTo('2026-06-15T07:00:00Z');
  expect([await told(ana), await told(bo)]).toEqual([[], ['You and Ana both made it']]);
});

test('the one in the east waits for a partner’s evening, until 23:00 [PD-106]', async () => {
  const [ana, bo] = [await newUser(t, 'Ana', 'America/New_York'), await newUser(t, 'Bo', 'America/Denver')];
  await makePacts(ana, bo);
  const far = await newUser(t, 'Cy', 'Pacific/Niue');
  await makePacts(ana, far);
  await goTo('2026-06-10T19:00:00Z');
  for (const user of [ana, bo, far]) await spend(user, 60);
  // 22:00 in New York, 20:00 in Denver, 15:00 in Niue.
  await goTo('2026-06-15T02:00:00Z');
  expect([await told(ana), await told(bo)]).toEqual([[], ['You and Ana both made it']]);
  await goTo('2026-06-15T03:00:00Z');
  expect(await told(ana)).toEqual(['You and Bo both made it']);
  // 20:00 in Niue: Ana's week is closed.
  await goTo('2026-06-15T07:00:00Z');
  expect([await told(ana), await told(far)]).toEqual([
    ['You and Bo both made it'],
    ['You and Ana both made it'],
  ]);
});

test('what the user buys later that evening takes the message away, and a partner’s purchase does not [PD-106]', async () => {
  const [ana, bo] = [await newUser(t, 'Ana'), await newUser(t, 'Bo')];
  await makePacts(ana, bo);
  await goTo('2026-06-10T19:00:00Z');
  for (const user of [ana, bo]) await spend(user, 60);
  await goTo(EVENING);
  await spend(ana, 60);
  await goTo('2026-06-15T07:00:00Z');
  expect([await told(ana), await told(bo)]).toEqual([[], ['You and Ana both made it']]);
});
