import type { RouteName } from '@oinkly/contract/routes';

/** What is shown again when the server cannot be reached. */
const REMEMBERED: ReadonlySet<RouteName> = new Set<RouteName>([
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
const CACHE_NAME = 'answers';
/** As long as a session lasts without being used: what is older is for nobody to see who cannot sign in. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

let oldestShown: Date | null = null;
/** Nothing is read or kept while the answers of another user are being forgotten. */
let forgetting: Promise<void> = Promise.resolve();

/**
 * Keeps an answer on the device until the next one to the same question, for a time without a network. Browsers offer no place for it on
 * pages that are not served over HTTPS or from this machine; nothing is kept there.
 */
export async function rememberAnswer(name: RouteName, url: string, response: Response): Promise<void> {
  if (!isRemembered(name, url)) return;
  // Before whoever asked reads it.
  const answer = response.clone();
  await forgetting;
  await orWithout(async () => (await caches.open(CACHE_NAME)).put(url, answer));
}

/** The last answer to a question, no older than a week; undefined when there is none. */
export async function rememberedAnswer(name: RouteName, url: string): Promise<Response | undefined> {
  if (!isRemembered(name, url)) return undefined;
  await forgetting;
  const answer = await orWithout(async () => (await caches.open(CACHE_NAME)).match(url));
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

/** Forgets the answers from these paths: they are not so any more. Never throws. */
export async function forgetAnswersFrom(...paths: string[]): Promise<void> {
  await forgetWhere((path) => paths.includes(path));
}

/** Forgets all answers, which are of somebody who is not here any more, but those from the path `exception`. Never throws. */
export async function forgetAnswers(exception?: string): Promise<void> {
  await forgetWhere((path) => path !== exception);
}

async function forgetWhere(isStale: (path: string) => boolean): Promise<void> {
  if (!('caches' in window)) return;
  const before = forgetting;
  const forget = async () => {
    await before;
    await orWithout(async () => {
      const cache = await caches.open(CACHE_NAME);
      const stale = (await cache.keys()).filter(({ url }) => isStale(new URL(url).pathname));
      await Promise.all(stale.map((request) => cache.delete(request)));
    });
  };
  forgetting = forget();
  await forgetting;
}

/** A full or blocked store keeps nobody from what the server answers. */
async function orWithout<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    console.warn('What is kept for a time without a network could not be reached.', error);
    return undefined;
  }
}

function isRemembered(name: RouteName, url: string): boolean {
  // Of a long list, its beginning is enough; of a search, nothing.
  return REMEMBERED.has(name) && 'caches' in window && !/[?&](cursor|q)=/.test(url);
}
