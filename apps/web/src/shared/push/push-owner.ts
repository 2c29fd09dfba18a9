/** The service worker reads this cache too. */
const CACHE_NAME = 'push';
const OWNER = '/push-owner';

/** Push was turned off. The next start ends a subscription that the browser still has. */
export const NO_OWNER = '';

export async function rememberPushOwner(userId: string | null): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(CACHE_NAME);
  if (userId === null) await cache.delete(OWNER);
  else await cache.put(OWNER, new Response(userId));
}

/** The user whose notifications this browser shows, or `NO_OWNER`; null without a subscription. */
export async function pushOwner(): Promise<string | null> {
  if (!('caches' in globalThis)) return null;
  const owner = await (await caches.open(CACHE_NAME)).match(OWNER);
  return owner ? owner.text() : null;
}
