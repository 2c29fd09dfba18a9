import { beforeEach, expect, test, vi } from 'vitest';
import { prepareEachTest } from '../../test-support/render-app.tsx';
import { deleteCachedAnswers, deleteCachedAnswersFrom, cacheAnswer, cachedAnswer } from './offline-cache.ts';

prepareEachTest();

let stored: Map<string, Response>;
const cache = {
  put: async (url: string, response: Response) => void stored.set(url, response),
  match: async (url: string) => stored.get(url)?.clone(),
  keys: async () => [...stored.keys()].map((url) => ({ url: `http://localhost${url}` })),
  delete: async ({ url }: { url: string }) => stored.delete(url.replace('http://localhost', '')),
};
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('caches', { open: async () => cache });
});

const answerOf = (date: Date, text = '[]') => new Response(text, { headers: { Date: date.toUTCString() } });
const ACCOUNTS = '/api/plaid/accounts';
const USER = '/api/auth/user';

test('caches an answer, and the caller can still read its body', async () => {
  const answer = answerOf(new Date());
  await cacheAnswer('listAccounts', ACCOUNTS, answer);
  expect(await answer.text()).toBe('[]');
  expect(await (await cachedAnswer('listAccounts', ACCOUNTS))?.text()).toBe('[]');
});

test('deletes answers of every user but the current one', async () => {
  await cacheAnswer('listAccounts', ACCOUNTS, answerOf(new Date()));
  await cacheAnswer('listExpenses', '/api/expenses?limit=1', answerOf(new Date()));
  await cacheAnswer('getCurrentUser', USER, answerOf(new Date()));
  await deleteCachedAnswers(USER);
  expect([...stored.keys()]).toEqual([USER]);
  await deleteCachedAnswers();
  expect(stored.size).toBe(0);
});

test('outdated answers are deleted for all their queries, and no others', async () => {
  await cacheAnswer('listExpenses', '/api/expenses?limit=1', answerOf(new Date()));
  await cacheAnswer('getSettings', '/api/settings', answerOf(new Date()));
  await deleteCachedAnswersFrom('/api/expenses');
  expect([...stored.keys()]).toEqual(['/api/settings']);
});

test.each([
  [6, true],
  [8, false],
])('an answer of %i days ago is shown again: %s', async (days, isShown) => {
  await cacheAnswer('getSettings', '/api/settings', answerOf(new Date(Date.now() - days * 86_400_000)));
  expect((await cachedAnswer('getSettings', '/api/settings')) !== undefined).toBe(isShown);
});

test('does not cache searches, later pages and other calls', async () => {
  await cacheAnswer('listExpenses', '/api/expenses?q=coffee', answerOf(new Date()));
  await cacheAnswer('listExpenses', '/api/expenses?cursor=1', answerOf(new Date()));
  await cacheAnswer('getSyncStatus', '/api/plaid/sync-status', answerOf(new Date()));
  expect(stored.size).toBe(0);
});

test('an unavailable store blocks nothing', async () => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('blocked')) });
  await cacheAnswer('getSettings', '/api/settings', answerOf(new Date()));
  expect(await cachedAnswer('getSettings', '/api/settings')).toBeUndefined();
  await deleteCachedAnswers();
  await deleteCachedAnswersFrom('/api/expenses');
});
