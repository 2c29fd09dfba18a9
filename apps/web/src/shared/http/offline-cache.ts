import type { RouteName, RouteResponse } from '@oinkly/contract/endpoints';
import { showAppBadge } from '../app-badge.ts';
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
  'listPacts',
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

interface CachedAnswer<N extends RouteName> {
  body: RouteResponse<N>;
  headers: Headers;
  answeredAtMs: number;
}

let newestStored: Date | null = null;

/** Does nothing without HTTPS or localhost, where browsers offer no cache. */
export async function cacheAnswer({ userId, name, url }: Asked, response: Response): Promise<void> {
  if (userId === null || !isCached(name, url)) return;
  // Cloned before the caller reads the body.
  const answer = response.clone();
  await orWithout(async () => (await caches.open(answersCacheOf(userId))).put(url, answer));
}

/** Caches an answer that came with the page. */
export async function cacheBody(asked: Asked, body: unknown, nextCursor: string | undefined): Promise<void> {
  const headers = {
    date: new Date().toUTCString(),
    ...(nextCursor !== undefined && { 'X-Next-Cursor': nextCursor }),
  };
  await cacheAnswer(asked, Response.json(body, { headers }));
}

/** Returns the last answer for a page that gets none now, at most a week old. */
export async function answerWithoutServer<N extends RouteName>(
  asked: Asked<N>,
): Promise<CachedAnswer<N> | undefined> {
  const found = await cachedAnswer(asked);
  if (found) newestStored ??= await newestAnswerAt(asked.userId);
  return found;
}

/** Returns the last answer for a page that is about to ask again, at most a week old. Deletes one of another shape. */
export async function cachedAnswer<N extends RouteName>({
  userId,
  name,
  url,
}: Asked<N>): Promise<CachedAnswer<N> | undefined> {
  if (userId === null || !isCached(name, url)) return undefined;
  return orWithout(async () => {
    const cacheName = answersCacheOf(userId);
    // Opening it would make an empty one.
    const answer = await caches.match(url, { cacheName });
    const answeredAtMs = Date.parse(answer?.headers.get('Date') ?? '');
    if (!answer || !(Date.now() - answeredAtMs < MAX_AGE_MS)) return undefined;
    const { parseAnswer } = await import('./parse-answer.ts');
    try {
      return { body: parseAnswer(name, await answer.json()), headers: answer.headers, answeredAtMs };
    } catch (error) {
      await (await caches.open(cacheName)).delete(url);
      throw error;
    }
  });
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

/** Deletes the answers of all users but `exceptOf`, also those of older versions; without one, the number on the app's icon too. Never throws. */
export async function deleteCachedAnswers(exceptOf?: string): Promise<void> {
  if (exceptOf === undefined) await showAppBadge(0);
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
