import { vi } from 'vitest';

/** Replaces the browser's caches by ones in memory. Returns the stored URLs by cache. */
export function fakeCaches(): Map<string, Map<string, Response>> {
  const stored = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const answers = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, answers);
    return {
      put: async (url: string, response: Response) => void answers.set(url, response),
      match: async ({ url }: { url: string }) => answers.get(url.replace('http://localhost', ''))?.clone(),
      keys: async () => [...answers.keys()].map((url) => ({ url: `http://localhost${url}` })),
      delete: async ({ url }: { url: string }) => answers.delete(url.replace('http://localhost', '')),
    };
  };
  vi.stubGlobal('caches', {
    open,
    keys: async () => [...stored.keys()],
    match: async (url: string, { cacheName }: { cacheName: string }) =>
      stored.get(cacheName)?.get(url)?.clone(),
    delete: async (name: string) => stored.delete(name),
  });
  return stored;
}
