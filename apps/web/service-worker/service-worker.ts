/// <reference lib="webworker" />
import { NOT_PAGES } from '@oinkly/contract/own-paths';
import { routes } from '@oinkly/contract/routes';
import {
  guardedScreenAt,
  NOT_SHARED_ADDRESS,
  openScreenAt,
  SHARE_PATH,
  type GuardedScreen,
} from '@oinkly/contract/screens';
import { isDay } from '@oinkly/domain/days';
import { weekRange, weekStartOf } from '@oinkly/domain/weeks';
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute, Route } from 'workbox-routing';
import { offersButtons } from '../src/shared/push/notification-buttons.ts';
import { NO_OWNER, pushOwner, rememberPushOwner } from '../src/shared/push/push-owner.ts';
import { forgetOldShared, forgetShared } from '../src/shared/from-other-app.ts';
import { isAnswersCache, isCurrentAnswersCache } from '../src/shared/http/answers-cache.ts';
import { followNotification, renewSubscription, showMessage, type PushScope } from './push-messages.ts';
import { receiveShare } from './receive-share.ts';

// Opens the app offline, shows push messages while no page is open, and takes what other apps share. The page makes its API calls itself.

/** The build's files, injected by `scripts/build-web.mjs`. */
declare const self: ServiceWorkerGlobalScope;
declare const APP_FILES: { url: string; revision: string | null }[];

/** The page without any user's data. */
const SHELL = '/index.html';
const DASHBOARD = '/';
/** A stored answer of each screen that can start from the last known data, and of as few others as possible. */
const KNOWN: Partial<Record<GuardedScreen, (path: string) => Promise<Response | undefined>>> = {
  dashboard: () => caches.match(routes.getLeaderboard.path),
  expenses: () => caches.match(routes.listRecurring.path),
  friends: () => caches.match(routes.listFriends.path),
  week: async (path) => {
    const day = path.split('/').at(-1) ?? '';
    const range = isDay(day) && weekRange(weekStartOf(day));
    return range ? caches.match(`${routes.listExpenses.path}?${new URLSearchParams(range)}`) : undefined;
  },
};
/** How long a screen waits for its page before it starts from the last known data. */
const PATIENCE_MS = 150;
const LOGIN = '/api/login';
const LOGOUT = '/api/logout';

precache(APP_FILES);
cleanupOutdatedCaches();
self.addEventListener('activate', (event) => {
  // Also serves the page that is open during the first installation.
  event.waitUntil(self.clients.claim());
  event.waitUntil(deleteCaches((name) => isAnswersCache(name) && !isCurrentAnswersCache(name)));
  // The browser requests a page while this worker starts.
  if ('navigationPreload' in self.registration) event.waitUntil(self.registration.navigationPreload.enable());
});

// Pages are never cached: the shell replaces them offline, and slow ones. Every navigation is handled,
// or the browser would repeat a preloaded request.
registerRoute(
  new NavigationRoute(async ({ event, request, url }) => {
    let wasShared = false;
    // The next user's page must not start from this user's data.
    if ([LOGIN, LOGOUT].includes(url.pathname))
      [wasShared] = await Promise.all([forgetShared(), deleteCaches(isAnswersCache)]);
    event.waitUntil(forgetOldShared());
    const page = pageFromNetwork(event, request);
    try {
      const answer = (await shellBefore(page, url)) ?? (await page);
      return wasShared && url.pathname === LOGIN ? Response.redirect(loginWithoutShared(url), 303) : answer;
    } catch (error) {
      const shell = NOT_PAGES.test(url.pathname) ? undefined : await matchPrecache(SHELL);
      if (!shell) throw error;
      return shell;
    }
  }),
);

/** The same login, after which the page says that nothing was received. */
function loginWithoutShared(url: URL): string {
  const login = new URL(url);
  const page = new URL(login.searchParams.get('returnTo') ?? DASHBOARD, url.origin);
  page.search = new URL(NOT_SHARED_ADDRESS, url.origin).search;
  login.searchParams.set('returnTo', page.pathname + page.search);
  return login.href;
}

async function pageFromNetwork(event: ExtendableEvent, request: Request): Promise<Response> {
  const preloaded =
    event instanceof FetchEvent ? ((await event.preloadResponse) as Response | undefined) : undefined;
  return preloaded ?? fetch(request);
}

/** The shell, if the page is slow and the device has data for its screen. Fails like the page. */
async function shellBefore(
  page: Promise<Response>,
  { pathname, search }: URL,
): Promise<Response | undefined> {
  const open = openScreenAt(pathname);
  const known =
    open || search !== '' ? undefined : KNOWN[guardedScreenAt(pathname, { signupCompleted: true })];
  const isSlow = known !== undefined && (await Promise.race([page.then(() => false), after(PATIENCE_MS)]));
  // Other caches have no answers.
  const hasData = isSlow && (await known(pathname)) !== undefined;
  if (!hasData) return undefined;
  // The late page may also fail.
  page.catch(() => undefined);
  return matchPrecache(SHELL);
}

function after(ms: number): Promise<true> {
  return new Promise((resolve) => setTimeout(resolve, ms, true));
}

registerRoute(
  new Route(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    ({ request }) => receiveShare(request),
    'POST',
  ),
);

// File names hold a hash of the content, so a cached file never changes.
registerRoute(
  new Route(
    ({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/'),
    async ({ request }) => (await matchPrecache(request)) ?? fetch(request),
  ),
);

const scope: PushScope = {
  registration: self.registration,
  clients: self.clients,
  location: self.location,
  fetch: (path, init) => fetch(path, init),
  owner: pushOwner,
  disown: () => rememberPushOwner(NO_OWNER),
  offersButtons: 'Notification' in self && offersButtons(),
};
self.addEventListener('push', (event) => event.waitUntil(showMessage(scope, event.data?.text())));
self.addEventListener('notificationclick', (event) => event.waitUntil(followNotification(scope, event)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(scope, event)));

async function deleteCaches(isUnwanted: (name: string) => boolean): Promise<void> {
  await Promise.all((await caches.keys()).filter(isUnwanted).map((name) => caches.delete(name)));
}
