import { beforeEach, expect, test } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { fakeCaches } from '../../test-support/fake-caches.ts';
import { failing, fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest } from '../../test-support/render-app.tsx';
import { anExpense } from '../../test-support/wire.ts';
import { rememberUser } from '../../shared/http/last-user.ts';
import { cacheAnswer, forgetLastAnswer, lastAnswerAt } from '../../shared/http/offline-cache.ts';
import { expensesOfWeekQuery } from './expenses-query.ts';

prepareEachTest();
beforeEach(() => {
  fakeCaches();
  forgetLastAnswer();
  rememberUser('u1');
});

const MONDAY = '2025-06-02';
const LIST = '/api/expenses?counted=counted&limit=100';
const OFFLINE = { 'GET /api/expenses': () => Promise.reject(new TypeError('No network')) };
const inWeek = anExpense({ id: 1, date: '2025-06-08' });
const others = [anExpense({ id: 2, date: '2025-06-09' }), anExpense({ id: 3, date: '2025-06-01' })];

const stored = (rows: unknown, url = LIST, date = new Date()) =>
  cacheAnswer(
    { userId: 'u1', name: 'listExpenses', url },
    Response.json(rows, { headers: { date: date.toUTCString() } }),
  );
const weekOffline = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }).query(
    expensesOfWeekQuery(MONDAY),
  );

test('offline, a week is read from the list that Expenses shows', async () => {
  await stored([others[0], inWeek, others[1]]);
  fakeServer(OFFLINE);
  expect(await weekOffline()).toEqual([inWeek]);
});

test('a full page of the list that ends in the week or before it says nothing of the week', async () => {
  await stored(Array.from({ length: 100 }, (_, id) => anExpense({ id, date: '2025-06-03' })));
  fakeServer(OFFLINE);
  await expect(weekOffline()).rejects.toThrow('Failed to fetch expenses');
});

test('an answer that is not OK is no reason to show stored rows', async () => {
  await stored([inWeek]);
  fakeServer({ 'GET /api/expenses': failing(500, { message: 'oops' }) });
  await expect(weekOffline()).rejects.toThrow('Failed to fetch expenses');
});

test('every page names the same time: when the server last answered', async () => {
  await stored([inWeek], '/api/expenses?from=2025-06-02&to=2025-06-08', new Date(Date.now() - 120_000));
  const newest = new Date(Math.floor(Date.now() / 1000) * 1000);
  await stored([inWeek], LIST, newest);
  fakeServer(OFFLINE);
  await weekOffline();
  expect(lastAnswerAt()).toEqual(newest);
});
