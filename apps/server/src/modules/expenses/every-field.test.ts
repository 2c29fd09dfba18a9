import type { Expense } from '@oinkly/contract/expenses';
import type { EnteredField, ImportedField } from '@oinkly/domain/expense-fields';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';

/* A new field needs two values here. The tests follow it through every way of an expense. */

const ADDED = {
  name: 'Lunch',
  amount: 12.5,
  date: '2026-04-02',
  category: 'Dining',
  type: 'one-time',
  dayOfMonth: null,
  paid: false,
} satisfies Record<EnteredField, unknown>;
const EDITED = {
  name: 'Gym',
  amount: 40,
  date: '2026-04-04',
  category: 'Personal Care',
  type: 'recurring',
  dayOfMonth: 4,
  paid: true,
} satisfies Record<EnteredField, unknown>;

let t: TestApp;
let ana: TestUser;

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.comeTo('2026-06-05T19:00:00Z');
  ana = await t.signUp();
});

async function ok<Answer>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  const answer = await ana.send({ method, url, ...(body && { body }) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer>();
}

const add = (entry: object) => ok<Expense>('POST', '/api/expenses', entry);
const list = () => ok<Expense[]>('GET', '/api/expenses?counted=all');

test('the list shows every field as entered, also after an undone deletion [AE-6] [PD-30]', async () => {
  const { id } = await add({ ...EDITED, type: 'one-time', dayOfMonth: null });
  await ok('DELETE', `/api/expenses/${id}`);
  await ok('POST', `/api/expenses/${id}/restore`);
  expect(await list()).toMatchObject([{ ...EDITED, type: 'one-time', dayOfMonth: null }]);
});

test('an edit changes every field that it names, and no other [API-5]', async () => {
  const { id } = await add(ADDED);
  const { type: _type, dayOfMonth: _dayOfMonth, ...fields } = EDITED;
  for (const [field, value] of Object.entries(fields)) {
    await ok('PUT', `/api/expenses/${id}`, { [field]: value });
  }
  expect(await list()).toMatchObject([{ ...EDITED, type: 'one-time', dayOfMonth: null }]);
  await ok('PUT', `/api/expenses/${id}`, ADDED);
  expect(await list()).toMatchObject([ADDED]);
  await ok('PUT', `/api/expenses/${id}`, EDITED);
  expect((await list()).find((expense) => expense.id === id)).toMatchObject(EDITED);
});

test('every later occurrence has the fields of its series [PD-31]', async () => {
  await add(EDITED);
  const { date: _date, paid: _paid, ...shared } = EDITED;
  const occurrences = await list();
  expect(occurrences.map(({ date }) => date)).toEqual(['2026-06-04', '2026-05-04', '2026-04-04']);
  for (const occurrence of occurrences) expect(occurrence).toMatchObject(shared);
});

test('both exports hold every field [PD-30]', async () => {
  await add({ ...EDITED, type: 'one-time', dayOfMonth: null });
  const { expenses } = await ok<{ expenses: Expense[] }>('GET', '/api/export/everything.json');
  expect(expenses).toMatchObject([{ ...EDITED, type: 'one-time', dayOfMonth: null }]);
  const [header, row] = (await ana.send({ url: '/api/export/expenses.csv' })).body.split('\n');
  expect(header?.split(',')).toEqual(expect.arrayContaining(Object.keys(EDITED)));
  expect(row).toContain('2026-04-04,Gym,40,USD,Personal Care,one-time,,yes');
});

test('an import stores every field of its rows [PD-30]', async () => {
  const { type: _type, dayOfMonth: _dayOfMonth, ...row } = EDITED;
  const imported: Record<ImportedField, unknown> = row;
  await ok('POST', '/api/imports', { requestId: randomUUID(), fileName: 'card.csv', rows: [imported] });
  expect(await list()).toMatchObject([imported]);
});
