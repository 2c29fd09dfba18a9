import { vi } from 'vitest';

type Asked = string | { url: string };

function pathOf(request: Asked): string {
  return typeof request === 'string' ? request : request.url.replace('http://localhost', '');
}

/** Replaces the browser's caches by ones in memory. Returns the stored URLs by cache. */
export function fakeCaches(): Map<string, Map<string, Response>> {
  const stored = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const answers = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, answers);
    return {
      put: async (url: string, response: Response) => void answers.set(url, response),
      match: async (request: Asked) => answers.get(pathOf(request))?.clone(),
      keys: async () => [...answers.keys()].map((url) => ({ url: `http://localhost${url}` })),
      delete: async (request: Asked) => answers.delete(pathOf(request)),
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
