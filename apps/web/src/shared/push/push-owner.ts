/** The service worker reads it too. */
const CACHE_NAME = 'push';
const OWNER = '/push-owner';

/** Owner of a subscription that was turned off. The next start ends it if the browser has not. */
export const NO_OWNER = '';

/** Stores whose notifications this browser shows; null for nobody's. */
export async function rememberPushOwner(userId: string | null): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(CACHE_NAME);
  if (userId === null) await cache.delete(OWNER);
  else await cache.put(OWNER, new Response(userId));
}

/** Id of the user whose notifications this browser shows, or `NOBODY`; null without a subscription. */
export async function pushOwner(): Promise<string | null> {
  if (!('caches' in globalThis)) return null;
  const owner = await (await caches.open(CACHE_NAME)).match(OWNER);
  return owner ? owner.text() : null;
}
