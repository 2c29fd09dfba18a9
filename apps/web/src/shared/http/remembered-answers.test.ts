import { beforeEach, expect, test, vi } from 'vitest';
import { prepareEachTest } from '../../test-support/render-app.tsx';
import { forgetAnswers, forgetAnswersFrom, rememberAnswer, rememberedAnswer } from './remembered-answers.ts';

prepareEachTest();

/** As much of a browser's cache as is used. */
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

test('an answer is remembered, and whoever asked can still read it', async () => {
  const answer = answerOf(new Date());
  await rememberAnswer('listAccounts', ACCOUNTS, answer);
  expect(await answer.text()).toBe('[]');
  expect(await (await rememberedAnswer('listAccounts', ACCOUNTS))?.text()).toBe('[]');
});

test('nothing of somebody else is left, whatever its address, but who is here now', async () => {
  await rememberAnswer('listAccounts', ACCOUNTS, answerOf(new Date()));
  await rememberAnswer('listExpenses', '/api/expenses?limit=1', answerOf(new Date()));
  await rememberAnswer('getCurrentUser', USER, answerOf(new Date()));
  await forgetAnswers(USER);
  expect([...stored.keys()]).toEqual([USER]);
  await forgetAnswers();
  expect(stored.size).toBe(0);
});

test('what has changed is forgotten, with all its questions, and nothing else', async () => {
  await rememberAnswer('listExpenses', '/api/expenses?limit=1', answerOf(new Date()));
  await rememberAnswer('getSettings', '/api/settings', answerOf(new Date()));
  await forgetAnswersFrom('/api/expenses');
  expect([...stored.keys()]).toEqual(['/api/settings']);
});

test.each([
  [6, true],
  [8, false],
])('an answer of %i days ago is shown again: %s', async (days, isShown) => {
  await rememberAnswer('getSettings', '/api/settings', answerOf(new Date(Date.now() - days * 86_400_000)));
  expect((await rememberedAnswer('getSettings', '/api/settings')) !== undefined).toBe(isShown);
});

test('searches, later pages and other calls are not remembered', async () => {
  await rememberAnswer('listExpenses', '/api/expenses?q=coffee', answerOf(new Date()));
  await rememberAnswer('listExpenses', '/api/expenses?cursor=1', answerOf(new Date()));
  await rememberAnswer('getSyncStatus', '/api/plaid/sync-status', answerOf(new Date()));
  expect(stored.size).toBe(0);
});

test('a store that cannot be reached keeps nobody from anything', async () => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('blocked')) });
  await rememberAnswer('getSettings', '/api/settings', answerOf(new Date()));
  expect(await rememberedAnswer('getSettings', '/api/settings')).toBeUndefined();
  await forgetAnswers();
  await forgetAnswersFrom('/api/expenses');
});
