import { beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../../test-support/fake-caches.ts';
import { prepareEachTest } from '../../test-support/render-app.tsx';
import { answersCacheOf, isCurrentAnswersCache } from './answers-cache.ts';
import { deleteCachedAnswers, deleteCachedAnswersFrom, cacheAnswer, cachedAnswer } from './offline-cache.ts';

prepareEachTest();

let stored: ReturnType<typeof fakeCaches>;
beforeEach(() => {
  stored = fakeCaches();
});

const answerOf = (date: Date, text = '[]') => new Response(text, { headers: { Date: date.toUTCString() } });
const accounts = (userId: string | null) =>
  ({ userId, name: 'listAccounts', url: '/api/plaid/accounts' }) as const;
const settings = { userId: 'ana', name: 'getSettings', url: '/api/settings' } as const;
const someExpenses = { userId: 'ana', name: 'listExpenses', url: '/api/expenses?limit=1' } as const;
const urls = () => [...stored.values()].flatMap((answers) => [...answers.keys()]);

test('caches an answer, and the caller can still read its body', async () => {
  const answer = answerOf(new Date());
  await cacheAnswer(accounts('ana'), answer);
  expect(await answer.text()).toBe('[]');
  expect(await (await cachedAnswer(accounts('ana')))?.text()).toBe('[]');
});

test("shows no user another one's answers, whenever they are stored [SEC-3]", async () => {
  // Another tab has cleared the cache for Bo while Ana's answer was under way here.
  await deleteCachedAnswers('bo');
  await cacheAnswer(accounts('ana'), answerOf(new Date(), '["of Ana"]'));
  expect(await cachedAnswer(accounts('bo'))).toBeUndefined();
  expect(await cachedAnswer(accounts(null))).toBeUndefined();
  await cacheAnswer(accounts('bo'), answerOf(new Date(), '["of Bo"]'));
  expect(await (await cachedAnswer(accounts('ana')))?.text()).toBe('["of Ana"]');
});

test("deletes the answers of every user but the current one's, also of older versions", async () => {
  stored.set('answers 2', new Map());
  stored.set('another cache', new Map());
  await cacheAnswer(accounts('ana'), answerOf(new Date()));
  await cacheAnswer(accounts('bo'), answerOf(new Date()));
  await deleteCachedAnswers('bo');
  expect([...stored.keys()]).toEqual(['another cache', answersCacheOf('bo')]);
  await deleteCachedAnswers();
  expect([...stored.keys()]).toEqual(['another cache']);
});

test('answers of another version of the contract are not read', () => {
  expect(isCurrentAnswersCache(answersCacheOf('ana'))).toBe(true);
  expect(isCurrentAnswersCache('answers 2')).toBe(false);
  expect(isCurrentAnswersCache('answers 0123456789ab ana')).toBe(false);
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
