import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { RouteName } from '@oinkly/contract/routes';
import { ANSWERS_CACHE } from './answers-cache.ts';

const CACHED_ROUTES: ReadonlySet<RouteName> = new Set<RouteName>([
  'getCurrentUser',
  'getSettings',
  'listExpenses',
  'listWeeks',
  'listRefunds',
  'listRecurring',
  'listDuplicates',
  'getLeaderboard',
  'listFriends',
  'getInvite',
  'listAccounts',
  'listConnections',
]);
/** The life of an unused session: after it, the user may not see the data. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

let oldestShown: Date | null = null;
/** Reads and writes wait for it, so that they never meet another user's answers. */
let deleting: Promise<void> = Promise.resolve();

/** Does nothing without HTTPS or localhost, where browsers offer no cache. */
export async function cacheAnswer(name: RouteName, url: string, response: Response): Promise<void> {
  if (!isCached(name, url)) return;
  // Cloned before the caller reads the body.
  const answer = response.clone();
  await deleting;
  await orWithout(async () => (await caches.open(ANSWERS_CACHE)).put(url, answer));
}

/** The last answer for a page that gets none now, at most a week old. */
export async function cachedAnswer(name: RouteName, url: string): Promise<Response | undefined> {
  const found = await find(name, url);
  if (!found) return undefined;
  if (!oldestShown || found.answeredAt < oldestShown) oldestShown = found.answeredAt;
  return found.answer;
}

/** The last answer for a page that is about to ask again, at most a week old. */
export async function lastKnownAnswer<N extends RouteName>(
  name: N,
  url: string,
): Promise<{ body: RouteResponse<N>; answeredAtMs: number } | undefined> {
  const found = await find(name, url);
  if (!found) return undefined;
  // Only this route's answers are stored under its URL.
  const body = (await found.answer.json()) as RouteResponse<N>;
  return { body, answeredAtMs: found.answeredAt.getTime() };
}

async function find(
  name: RouteName,
  url: string,
): Promise<{ answer: Response; answeredAt: Date } | undefined> {
  if (!isCached(name, url)) return undefined;
  await deleting;
  const answer = await orWithout(async () => (await caches.open(ANSWERS_CACHE)).match(url));
  const answeredAt = new Date(answer?.headers.get('Date') ?? Number.NaN);
  if (!answer || !(Date.now() - answeredAt.getTime() < MAX_AGE_MS)) return undefined;
  return { answer, answeredAt };
}

/** When the oldest cached answer on this page was given; null without one. */
export function oldestCachedAt(): Date | null {
  return oldestShown;
}

/** Call it when every query on the page loads again. */
export function resetOldestCachedAt(): void {
  oldestShown = null;
}

/** Never throws. */
export async function deleteCachedAnswersFrom(...paths: string[]): Promise<void> {
  await deleteWhere((path) => paths.includes(path));
}

/** Except those of the path `exception`. Never throws. */
export async function deleteCachedAnswers(exception?: string): Promise<void> {
  await deleteWhere((path) => path !== exception);
}

async function deleteWhere(isStale: (path: string) => boolean): Promise<void> {
  if (!('caches' in window)) return;
  const before = deleting;
  const deleteStale = async () => {
    await before;
    await orWithout(async () => {
      const cache = await caches.open(ANSWERS_CACHE);
      const stale = (await cache.keys()).filter(({ url }) => isStale(new URL(url).pathname));
      await Promise.all(stale.map((request) => cache.delete(request)));
    });
  };
  deleting = deleteStale();
  await deleting;
}

/** A full or blocked cache must not hide the server's answers. */
async function orWithout<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    console.warn('The offline cache is not available.', error);
    return undefined;
  }
}

function isCached(name: RouteName, url: string): boolean {
  // Caches only the first page of a list, and no searches.
  return CACHED_ROUTES.has(name) && 'caches' in window && !/[?&](cursor|q)=/.test(url);
}
