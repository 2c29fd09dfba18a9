import { addDays } from '@oinkly/domain/days';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

/** Friday noon in Los Angeles, Ana's zone. */
const NOW = '2026-06-05T19:00:00Z';

let t: TestApp;
let ana: TestUser;
beforeAll(async () => {
  t = await createTestApp({ startAt: NOW });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.comeTo(NOW);
  await t.resetRateLimits();
  ana = await t.signUp();
});

const addRent = (user: TestUser, name = 'Rent') =>
  user.send({
    method: 'POST',
    url: '/api/expenses',
    body: { name, amount: 950.5, date: '2026-06-30', category: 'Housing', type: 'recurring', dayOfMonth: 30 },
  });

async function tokenOf(user: TestUser, scopes = ['calendar:read']): Promise<string> {
  const body = { name: 'Calendar', scopes };
  const answer = await user.send({ method: 'POST', url: '/api/tokens', body });
  return answer.json<{ token: string }>().token;
}

const ask = (token: string) => t.app.inject({ url: `/api/v1/calendar/${token}/coming.ics` });

/** As a calendar program reads it. */
async function read(token: string) {
  const answer = await ask(token);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const calendar = new ICAL.Component(ICAL.parse(answer.body) as unknown[]);
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  return {
    calendar,
    events,
    days: events.map(({ startDate, summary }) => `${startDate.toString()} ${summary}`),
  };
}

test('what is due in the next three months is in the calendar, without sums [PD-115]', async () => {
  await addRent(ana);
  const token = await tokenOf(ana);
  const { calendar, events, days } = await read(token);
  expect(days).toEqual([
    '2026-06-30 Rent',
    '2026-07-30 Rent',
    '2026-08-30 Rent',
    '2027-06-05 Oinkly: this calendar ends',
  ]);
  expect(events.every(({ startDate }) => startDate.isDate)).toBe(true);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Oinkly: coming up');
  expect((await ask(token)).body).not.toContain('950');
});

test('sums are there only if the owner chose them [PD-115]', async () => {
  await addRent(ana);
  const { days } = await read(await tokenOf(ana, ['calendar:read', 'calendar:amounts']));
  expect(days[0]).toBe('2026-06-30 Rent, $950.50');
});

test('an event keeps its identity from day to day, and goes when nothing is due any more [PD-115]', async () => {
  const added = await addRent(ana);
  const token = await tokenOf(ana);
  const before = await read(token);
  await t.comeTo(`${addDays(NOW.slice(0, 10), 3)}T19:00:00Z`);
  const after = await read(token);
  expect(after.events.map(({ uid }) => uid)).toEqual(before.events.map(({ uid }) => uid));
  const { seriesId } = added.json<{ seriesId: string }>();
  await ana.send({ method: 'DELETE', url: `/api/recurring/${seriesId}` });
  expect((await read(token)).days).toEqual(['2027-06-05 Oinkly: this calendar ends']);
});

test.each(['Rent; flat, 2\\nd floor', 'Miete für “Haus” 🏠', 'BEGIN:VEVENT', 'a'.repeat(200)])(
  'any name is one event’s words, and nothing else: %s [PD-115]',
  async (name) => {
    await addRent(ana, name);
    const { events } = await read(await tokenOf(ana));
    expect(events).toHaveLength(4);
    expect(events[0]?.summary).toBe(name);
  },
);

test('the address shows no one else’s payments, and nothing once it is revoked or over [PD-115] [SEC-24]', async () => {
  const bo = await t.signUp();
  await addRent(bo, 'Yacht');
  const token = await tokenOf(ana);
  expect((await read(token)).days).toEqual(['2027-06-05 Oinkly: this calendar ends']);
  const [{ id } = { id: '' }] = (await ana.send({ url: '/api/tokens' })).json<{ id: string }[]>();
  await ana.send({ method: 'DELETE', url: `/api/tokens/${id}` });
  expect((await ask(token)).statusCode).toBe(401);
  const other = await tokenOf(ana);
  await t.comeTo('2027-06-06T19:00:00Z');
  expect((await ask(other)).statusCode).toBe(401);
});

test('a calendar’s token opens nothing else, and no other token stands in its address [PD-115] [SEC-24]', async () => {
  const token = await tokenOf(ana);
  const headers = { authorization: `Bearer ${token}` };
  expect((await t.app.inject({ url: '/api/v1/week', headers })).statusCode).toBe(403);
  expect((await ask(await tokenOf(ana, ['week:read']))).statusCode).toBe(403);
  const body = { name: 'Both', scopes: ['calendar:read', 'week:read'] };
  const refused = await ana.send({ method: 'POST', url: '/api/tokens', body });
  expect(refused.statusCode).toBe(400);
  // A header does not stand in for the address.
  expect((await t.app.inject({ url: '/api/v1/calendar/x/coming.ics', headers })).statusCode).toBe(401);
});
