import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { RouteName } from '@oinkly/contract/endpoints';
import { answersCacheOf, isAnswersCache } from './answers-cache.ts';

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

/** The answer to a call. Each user's answers have a cache of their own, so that none is shown to another one. */
interface Asked<N extends RouteName = RouteName> {
  /** Null stores and finds nothing. */
  userId: string | null;
  name: N;
  url: string;
}

let newestStored: Date | null = null;

/** Does nothing without HTTPS or localhost, where browsers offer no cache. */
export async function cacheAnswer({ userId, name, url }: Asked, response: Response): Promise<void> {
  if (userId === null || !isCached(name, url)) return;
  // Cloned before the caller reads the body.
  const answer = response.clone();
  await orWithout(async () => (await caches.open(answersCacheOf(userId))).put(url, answer));
}

/** The last answer for a page that gets none now, at most a week old. */
export async function cachedAnswer(asked: Asked): Promise<Response | undefined> {
  const found = await find(asked);
  if (!found) return undefined;
  newestStored ??= await newestAnswerAt(asked.userId);
  return found.answer;
}

/** When the server last answered this user here. Answers are stored by their address, so all of them are looked at. */
async function newestAnswerAt(userId: string | null): Promise<Date | null> {
  if (userId === null) return null;
  const times = await orWithout(async () => {
    const cache = await caches.open(answersCacheOf(userId));
    const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
    return answers.map((answer) => Date.parse(answer?.headers.get('Date') ?? '')).filter((ms) => ms > 0);
  });
  return times && times.length > 0 ? new Date(Math.max(...times)) : null;
}

/** The last answer for a page that is about to ask again, at most a week old. */
export async function lastKnownAnswer<N extends RouteName>(
  asked: Asked<N>,
): Promise<{ body: RouteResponse<N>; answeredAtMs: number } | undefined> {
  const found = await find(asked);
  if (!found) return undefined;
  // Only this route's answers are stored under its URL.
  const body = (await found.answer.json()) as RouteResponse<N>;
  return { body, answeredAtMs: found.answeredAt.getTime() };
}

async function find({
  userId,
  name,
  url,
}: Asked): Promise<{ answer: Response; answeredAt: Date } | undefined> {
  if (userId === null || !isCached(name, url)) return undefined;
  const answer = await orWithout(() => caches.match(url, { cacheName: answersCacheOf(userId) }));
  const answeredAt = new Date(answer?.headers.get('Date') ?? Number.NaN);
  if (!answer || !(Date.now() - answeredAt.getTime() < MAX_AGE_MS)) return undefined;
  return { answer, answeredAt };
}

/** When the server last answered, while this page shows cached answers; null without one. */
export function lastAnswerAt(): Date | null {
  return newestStored;
}

/** Call it when every query on the page loads again. */
export function forgetLastAnswer(): void {
  newestStored = null;
}

/** Deletes answers of these paths. Never throws. */
export async function deleteCachedAnswersFrom(...paths: string[]): Promise<void> {
  await eachCache(async (cacheName) => {
    const cache = await caches.open(cacheName);
    const stale = (await cache.keys()).filter(({ url }) => paths.includes(new URL(url).pathname));
    await Promise.all(stale.map((request) => cache.delete(request)));
  });
}

/** Deletes the answers of all users but `exceptOf`, also those of older versions. Never throws. */
export async function deleteCachedAnswers(exceptOf?: string): Promise<void> {
  await eachCache(async (cacheName) => {
    if (exceptOf === undefined || cacheName !== answersCacheOf(exceptOf)) await caches.delete(cacheName);
  });
}

async function eachCache(work: (cacheName: string) => Promise<void>): Promise<void> {
  if (!('caches' in window)) return;
  await orWithout(async () => {
    await Promise.all((await caches.keys()).filter(isAnswersCache).map(work));
  });
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
