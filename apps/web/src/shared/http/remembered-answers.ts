import { routes, type RouteName } from '@oinkly/contract/routes';

/** What is shown again when the server cannot be reached. */
const REMEMBERED: ReadonlySet<RouteName> = new Set<RouteName>([
  'getCurrentUser',
  'getSettings',
  'listExpenses',
  'listRefunds',
  'listRecurring',
  'listSamePurchases',
  'getLeaderboard',
  'listAccounts',
  'listConnections',
]);
const CACHE_NAME = 'answers';
/** As long as a session lasts without being used: what is older is for nobody to see who cannot sign in. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

let oldestShown: Date | null = null;

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

/** The last answer to a question, no older than a week; undefined when there is none. */
export async function rememberedAnswer(name: RouteName, url: string): Promise<Response | undefined> {
  if (!isRemembered(name, url)) return undefined;
  const cache = await caches.open(CACHE_NAME);
  const answer = await cache.match(url);
  const answeredAt = new Date(answer?.headers.get('Date') ?? Number.NaN);
  if (!answer || !(Date.now() - answeredAt.getTime() < MAX_AGE_MS)) return undefined;
  if (!oldestShown || answeredAt < oldestShown) oldestShown = answeredAt;
  return answer;
}

/** When the oldest of the remembered answers on this page was given; null when there is none on it. */
export function oldestRememberedAt(): Date | null {
  return oldestShown;
}

/** Every answer on the page has been asked for anew. */
export function forgetThatAnyWasShown(): void {
  oldestShown = null;
}

/** Forgets the answers to these questions: they are not so any more. */
export async function forgetAnswersTo(...names: RouteName[]): Promise<void> {
  if (!('caches' in window)) return;
  const paths = names.map((name): string => routes[name].path);
  const cache = await caches.open(CACHE_NAME);
  const stale = (await cache.keys()).filter(({ url }) => paths.includes(new URL(url).pathname));
  await Promise.all(stale.map((request) => cache.delete(request)));
}

/** Forgets all answers, which are of somebody who has signed out, except the one to `exception`. */
export async function forgetAnswers(exception?: RouteName): Promise<void> {
  try {
    const others = [...REMEMBERED].filter((name) => name !== exception);
    await (exception ? forgetAnswersTo(...others) : 'caches' in window && caches.delete(CACHE_NAME));
  } catch (error) {
    // Where nothing can be reached, nothing was kept.
    console.warn('What was kept for a time without a network could not be reached.', error);
  }
}

function isRemembered(name: RouteName, url: string): boolean {
  // Of a long list, its beginning is enough; of a search, nothing.
  return REMEMBERED.has(name) && 'caches' in window && !/[?&](cursor|q)=/.test(url);
}
