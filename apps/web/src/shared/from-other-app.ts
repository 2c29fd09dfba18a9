/*
 * What another app shared, on its way from the service worker to the page. It stays on the device, is taken once, and is deleted when
 * anyone logs in or out.
 */
const CACHE_NAME = 'from other app';
const PLACE = '/share';
const FILE_NAME = 'X-File-Name';
const KEPT_AT = 'X-Kept-At';
/** A page that was about to open has opened by then. */
const MAX_AGE_MS = 10 * 60_000;

/** Replaces what was shared before. */
export async function keepShared(content: File | string): Promise<void> {
  const isText = typeof content === 'string';
  const headers = {
    [KEPT_AT]: String(Date.now()),
    ...(!isText && { [FILE_NAME]: encodeURIComponent(content.name) }),
  };
  const body = isText ? content : await content.arrayBuffer();
  await (await caches.open(CACHE_NAME)).put(PLACE, new Response(body, { headers }));
}

export async function takeSharedFile(): Promise<File | null> {
  return take(async (kept, name) => (name === null ? null : new File([await kept.arrayBuffer()], name)));
}

export async function takeSharedText(): Promise<string | null> {
  return take(async (kept, name) => (name === null ? kept.text() : null));
}

/** Returns whether there was something. */
export async function forgetShared(): Promise<boolean> {
  return caches.delete(CACHE_NAME);
}

/** Forgets what no page took. Call it with the clock that kept it. */
export async function forgetOldShared(): Promise<void> {
  const keptAtMs = Number((await kept())?.headers.get(KEPT_AT) ?? Infinity);
  if (Date.now() - keptAtMs > MAX_AGE_MS) await forgetShared();
}

/** Null leaves it there. */
async function take<Content>(
  read: (kept: Response, fileName: string | null) => Promise<Content | null>,
): Promise<Content | null> {
  const found = await kept();
  if (!found) return null;
  const name = found.headers.get(FILE_NAME);
  const content = await read(found, name === null ? null : decodeURIComponent(name));
  if (content !== null) await forgetShared();
  return content;
}

/** Without HTTPS or localhost, or when the user blocks it, there is no cache, and nothing was kept. */
async function kept(): Promise<Response | undefined> {
  try {
    return 'caches' in globalThis ? await caches.match(PLACE, { cacheName: CACHE_NAME }) : undefined;
  } catch (error) {
    console.warn('What was shared can’t be looked up', error);
    return undefined;
  }
}
