import { beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../../test-support/fake-caches.ts';
import { prepareEachTest } from '../../test-support/render-app.tsx';
import { anExpense, someSettings } from '../../test-support/wire.ts';
import { answersCacheOf, isCurrentAnswersCache } from './answers-cache.ts';
import { deleteCachedAnswers, deleteCachedAnswersFrom, cacheAnswer, cachedAnswer } from './offline-cache.ts';

prepareEachTest();

let stored: ReturnType<typeof fakeCaches>;
beforeEach(() => {
  stored = fakeCaches();
});

const answerOf = (date: Date, text = JSON.stringify(someSettings())) =>
  new Response(text, { headers: { Date: date.toUTCString() } });
const expensesOf = (userId: string | null) =>
  ({ userId, name: 'listExpenses', url: '/api/expenses' }) as const;
const named = (name: string) => answerOf(new Date(), JSON.stringify([anExpense({ name })]));
const settings = { userId: 'ana', name: 'getSettings', url: '/api/settings' } as const;
const someExpenses = { userId: 'ana', name: 'listExpenses', url: '/api/expenses?limit=1' } as const;
const urls = () => [...stored.values()].flatMap((answers) => [...answers.keys()]);

test('caches an answer, and the caller can still read its body', async () => {
  const answer = named('Cake');
  await cacheAnswer(expensesOf('ana'), answer);
  expect(await answer.json()).toMatchObject([{ name: 'Cake' }]);
  expect(await cachedAnswer(expensesOf('ana'))).toMatchObject({ body: [{ name: 'Cake' }] });
});

test("shows no user another one's answers, whenever they are stored [SEC-3]", async () => {
  // Another tab has cleared the cache for Bo while Ana's answer was under way here.
  await deleteCachedAnswers('bo');
  await cacheAnswer(expensesOf('ana'), named('of Ana'));
  expect(await cachedAnswer(expensesOf('bo'))).toBeUndefined();
  expect(await cachedAnswer(expensesOf(null))).toBeUndefined();
  await cacheAnswer(expensesOf('bo'), named('of Bo'));
  expect(await cachedAnswer(expensesOf('ana'))).toMatchObject({ body: [{ name: 'of Ana' }] });
});

test("deletes the answers of every user but the current one's, also of older versions", async () => {
  stored.set('answers 2', new Map());
  stored.set('another cache', new Map());
  await cacheAnswer(expensesOf('ana'), named('of Ana'));
  await cacheAnswer(expensesOf('bo'), named('of Bo'));
  await deleteCachedAnswers('bo');
  expect([...stored.keys()]).toEqual(['another cache', answersCacheOf('bo')]);
  await deleteCachedAnswers();
  expect([...stored.keys()]).toEqual(['another cache']);
});

test('answers of another version of the contract are not read', async () => {
  await cacheAnswer(settings, answerOf(new Date()));
  for (const [name, answers] of [...stored]) {
    stored.delete(name);
    stored.set(name.replace('tests', '0123456789ab'), answers);
  }
  expect(await cachedAnswer(settings)).toBeUndefined();
  expect(isCurrentAnswersCache(answersCacheOf('ana'))).toBe(true);
  expect(isCurrentAnswersCache('answers 2')).toBe(false);
  expect(isCurrentAnswersCache('answers 0123456789ab ana')).toBe(false);
});

test.each([
  ['of another shape', JSON.stringify({ ...someSettings(), budgets: 'many' })],
  ['of a portal in the network', '<h1>Please pay for the Wi-Fi</h1>'],
])('an answer %s is not shown, and deleted', async (_, text) => {
  await cacheAnswer(settings, answerOf(new Date(), text));
  await cacheAnswer(expensesOf('ana'), named('Cake'));
  expect(await cachedAnswer(settings)).toBeUndefined();
  expect(urls()).toEqual(['/api/expenses']);
});

test('outdated answers are deleted for all their queries, and no others', async () => {
  await cacheAnswer(someExpenses, answerOf(new Date()));
  await cacheAnswer(settings, answerOf(new Date()));
  await deleteCachedAnswersFrom('/api/expenses');
  expect(urls()).toEqual(['/api/settings']);
});

test.each([
  [6, true],
  [8, false],
])('an answer of %i days ago is shown again: %s', async (days, isShown) => {
  await cacheAnswer(settings, answerOf(new Date(Date.now() - days * 86_400_000)));
  expect((await cachedAnswer(settings)) !== undefined).toBe(isShown);
});

test('does not cache searches, later pages and other calls', async () => {
  await cacheAnswer({ ...someExpenses, url: '/api/expenses?q=coffee' }, answerOf(new Date()));
  await cacheAnswer({ ...someExpenses, url: '/api/expenses?cursor=1' }, answerOf(new Date()));
  await cacheAnswer(
    { userId: 'ana', name: 'getSyncStatus', url: '/api/plaid/sync-status' },
    answerOf(new Date()),
  );
  expect(stored.size).toBe(0);
});

test('an unavailable store blocks nothing', async () => {
  const blocked = () => Promise.reject(new Error('blocked'));
  vi.stubGlobal('caches', { open: blocked, keys: blocked, match: blocked, delete: blocked });
  await cacheAnswer(settings, answerOf(new Date()));
  expect(await cachedAnswer(settings)).toBeUndefined();
  await deleteCachedAnswers();
  await deleteCachedAnswersFrom('/api/expenses');
});
