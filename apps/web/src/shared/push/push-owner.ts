/** Where the service worker finds it too. */
const CACHE_NAME = 'push';
const OWNER = '/push-owner';

/** The owner of a subscription that was turned off. The next start of the app ends it if the browser has not. */
export const NOBODY = '';

/** Remembers for whom this browser shows notifications; null where there is nothing to show or to end. */
export async function rememberPushOwner(userId: string | null): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(CACHE_NAME);
  if (userId === null) await cache.delete(OWNER);
  else await cache.put(OWNER, new Response(userId));
}

/** The id of the user for whom this browser shows notifications, or `NOBODY`; null without a subscription. */
export async function pushOwner(): Promise<string | null> {
  if (!('caches' in globalThis)) return null;
  const owner = await (await caches.open(CACHE_NAME)).match(OWNER);
  return owner ? owner.text() : null;
}
