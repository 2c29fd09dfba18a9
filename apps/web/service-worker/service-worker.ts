/// <reference lib="webworker" />
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute, Route } from 'workbox-routing';
import { offersButtons } from '../src/shared/push/notification-buttons.ts';
import { NOBODY, pushOwner, rememberPushOwner } from '../src/shared/push/push-owner.ts';
import { followNotification, renewSubscription, showMessage, type PushScope } from './push-messages.ts';

// Keeps the app itself on the device, so that it opens without a network. What the server answers is none of its business: the page
// asks for that itself, and no call is answered here. It also shows what the server sends while no page is open.

/** The files of the build, as `scripts/build-web.mjs` lists them. */
declare const self: ServiceWorkerGlobalScope;
declare const APP_FILES: { url: string; revision: string | null }[];

/** The page as the server writes it for everybody who may be signed in. */
const SHELL = '/index.html';
/** Paths that belong to programs beside the app. */
const NOT_PAGES = /^\/(api|idp|plaid-emulator)(\/|$)/;

precache(APP_FILES);
cleanupOutdatedCaches();
self.addEventListener('activate', (event) => {
  // Also the page that is open at the first visit has its files from here from now on.
  event.waitUntil(self.clients.claim());
  // The browser asks for a page while this worker still starts.
  if ('navigationPreload' in self.registration) event.waitUntil(self.registration.navigationPreload.enable());
});

// A page comes from the network and is stored nowhere here; without a network, the page without data stands in. Every navigation is
// answered here: the browser would ask again for one that it has asked for while this worker started.
registerRoute(
  new NavigationRoute(async ({ event, request, url }) => {
    try {
      const preloaded =
        event instanceof FetchEvent ? ((await event.preloadResponse) as Response | undefined) : undefined;
      return preloaded ?? (await fetch(request));
    } catch (error) {
      const shell = NOT_PAGES.test(url.pathname) ? undefined : await matchPrecache(SHELL);
      if (!shell) throw error;
      return shell;
    }
  }),
);

// A file's name is a hash of its content, so the cached file equals the server's.
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
  disown: () => rememberPushOwner(NOBODY),
  offersButtons: 'Notification' in self && offersButtons(),
};
self.addEventListener('push', (event) => event.waitUntil(showMessage(scope, event.data?.text())));
self.addEventListener('notificationclick', (event) => event.waitUntil(followNotification(scope, event)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(scope, event)));
