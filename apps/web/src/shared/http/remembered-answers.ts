import type { RouteName } from '@oinkly/contract/routes';

/** What is shown again when the server cannot be reached. */
const REMEMBERED: ReadonlySet<RouteName> = new Set<RouteName>([
  'getCurrentUser',
  'getSettings',
  'listExpenses',
  'listRefunds',
  'listRecurring',
  'getLeaderboard',
  'listAccounts',
  'listConnections',
]);
const CACHE_NAME = 'answers';

/**
 * Keeps an answer on the device until the next one to the same question, for a time without a network. Browsers offer no place for it on
 * pages that are not served over HTTPS or from this machine; nothing is kept there.
 */
export async function rememberAnswer(name: RouteName, url: string, response: Response): Promise<void> {
  if (!isRemembered(name, url)) return;
  // Before whoever asked reads it.
  const answer = response.clone();
  try {
    const cache = await caches.open(CACHE_NAME);
    await cache.put(url, answer);
  } catch (error) {
    // A full disk keeps nobody from what has been answered.
    console.warn('An answer could not be kept for a time without a network.', error);
  }
}

/** The last answer to a question; undefined when there is none. */
export async function rememberedAnswer(name: RouteName, url: string): Promise<Response | undefined> {
  if (!isRemembered(name, url)) return undefined;
  const cache = await caches.open(CACHE_NAME);
  return cache.match(url);
}

/** Forgets all answers: they are of somebody who has signed out. */
export async function forgetAnswers(): Promise<void> {
  if ('caches' in window) await caches.delete(CACHE_NAME);
}

function isRemembered(name: RouteName, url: string): boolean {
  // Of a long list, its beginning is enough; of a search, nothing.
  return REMEMBERED.has(name) && 'caches' in window && !/[?&](cursor|q)=/.test(url);
}
