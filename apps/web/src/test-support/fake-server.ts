import { vi } from 'vitest';

interface SeenRequest {
  method: string;
  url: string;
  body: unknown;
  init: RequestInit;
}

type Answer = (request: SeenRequest) => unknown;

export function failing(status: number, body: unknown = { message: 'No' }, statusText = ''): Answer {
  return () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, statusText });
}

/**
 * Replaces `fetch` with one answer per 'METHOD /path' (no query): a JSON body, or a function returning a body, a `Response` or a promise
 * of either. Calls without an answer fail and are listed in `unexpected`.
 */
export function fakeServer(answers: Record<string, unknown>) {
  const requests: SeenRequest[] = [];
  const unexpected: string[] = [];
  const table = new Map(Object.entries(answers));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const seen = { method, url, body, init };
    requests.push(seen);
    const key = `${method} ${url.split('?')[0] ?? ''}`;
    if (!table.has(key)) {
      unexpected.push(key);
      throw new TypeError(`No answer for ${key}`);
    }
    const answer = table.get(key);
    const value: unknown = await (isAnswer(answer) ? answer(seen) : answer);
    return value instanceof Response ? value : new Response(JSON.stringify(value), { status: 200 });
  });
  return {
    requests,
    unexpected,
    answer: (key: string, value: unknown) => void table.set(key, value),
    /** Oldest first. */
    bodiesOf: (key: string) =>
      requests
        .filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === key)
        .map(({ body }) => body),
  };
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'function';
}

export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolvePromise) => {
    resolve = resolvePromise;
  });
  return { promise, resolve };
}
