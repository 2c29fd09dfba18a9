/** Where the service worker finds it too. */
const CACHE_NAME = 'push';
const OWNER = '/push-owner';

/** Remembers for whom this browser shows notifications; null: for nobody. */
export async function rememberPushOwner(userId: string | null): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(CACHE_NAME);
  if (userId === null) await cache.delete(OWNER);
  else await cache.put(OWNER, new Response(userId));
}

/** For whom this browser shows notifications; null: for nobody. */
export async function pushOwner(): Promise<string | null> {
  if (!('caches' in globalThis)) return null;
  const owner = await (await caches.open(CACHE_NAME)).match(OWNER);
  return owner ? owner.text() : null;
}
