import { FIRST_VIEW_ID } from '@oinkly/contract/first-view';
import { routes } from '@oinkly/contract/routes';
import { guardedScreenAt } from '@oinkly/contract/screens';
import type { Page, Request } from '@playwright/test';

/** A fake answer to a call. */
export type Reply =
  | { json: unknown; status?: number; headers?: Record<string, string> }
  | { text: string; status?: number; contentType?: string }
  | { noAnswer: true };

/** Answers calls of `method` and `path` with `reply`; the latest one wins. Returns how to undo it. */
export async function answer(
  page: Page,
  method: string,
  path: string,
  reply: Reply,
): Promise<() => Promise<void>> {
  const isPath = (url: URL) => url.pathname === path;
  if (method === 'GET' && CALLS_OF_FIRST_VIEW.has(path)) await omitFirstView(page);
  await page.route(isPath, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    if ('noAnswer' in reply) return route.abort('failed');
    const { status = 200 } = reply;
    if ('json' in reply)
      return route.fulfill({ status, json: reply.json, ...(reply.headers && { headers: reply.headers }) });
    return route.fulfill({ status, body: reply.text, contentType: reply.contentType ?? 'text/html' });
  });
  return () => page.unroute(isPath);
}

/** Calls that screens make only without data in their pages. */
const CALLS_OF_FIRST_VIEW: ReadonlySet<string> = new Set(
  (
    [
      'getCurrentUser',
      'getSettings',
      'listWeeks',
      'listExpenses',
      'listRefunds',
      'listRecurring',
      'listDuplicates',
      'getLeaderboard',
      'listFriends',
      'listPacts',
      'getInvite',
    ] as const
  ).map((name) => routes[name].path),
);

/** Answers pages without data, so that they make their calls. */
export async function omitFirstView(page: Page): Promise<void> {
  await page.route(
    (url) => guardedScreenAt(url.pathname, { signupCompleted: true }) !== 'not-found',
    async (route) => {
      const response = await route.fetch();
      const hasView = (await response.text()).includes(FIRST_VIEW_ID);
      const shell = new URL('/index.html', route.request().url()).href;
      await route.fulfill({ response: hasView ? await route.fetch({ url: shell }) : response });
    },
  );
}

/** Lets the server handle calls of `method` and `path` but drops its answers. Returns how to undo it. */
export async function loseAnswers(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  const isPath = (url: URL) => url.pathname === path;
  await page.route(isPath, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await route.fetch();
    return route.abort('failed');
  });
  return () => page.unroute(isPath);
}

export interface HeldCall {
  /** The number of calls so far. */
  count: () => number;
  /** Lets waiting and later calls through. */
  release: () => void;
}

/** Holds calls of `method` and `path` until released; then the server or an earlier `answer` replies. */
export async function hold(page: Page, method: string, path: string): Promise<HeldCall> {
  const gate = Promise.withResolvers<undefined>();
  let count = 0;
  if (method === 'GET' && CALLS_OF_FIRST_VIEW.has(path)) await omitFirstView(page);
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() !== method) return route.fallback();
      count += 1;
      await gate.promise;
      return route.fallback();
    },
  );
  return { count: () => count, release: () => gate.resolve(undefined) };
}

/** Requests of a page from now on. */
export interface WatchedRequests {
  requests: readonly Request[];
  /** Resolves when all have their answers, including requests that those cause. */
  answered: () => Promise<void>;
}

export function watchRequests(page: Page): WatchedRequests {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request);
  });
  const answered = async () => {
    for (let seen = -1; seen < requests.length;) {
      seen = requests.length;
      await Promise.all(requests.map(async (request) => (await request.response())?.finished()));
      await page.evaluate(async () => {
        await document.fonts.ready;
      });
    }
  };
  return { requests, answered };
}

/** Records API calls as `METHOD /path?query`. */
export function recordCalls(page: Page): {
  calls: string[];
  requests: Request[];
  bodiesOf: (call: string) => unknown[];
} {
  const requests: Request[] = [];
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    requests.push(request);
    calls.push(`${request.method()} ${pathname}${search}`);
  });
  return {
    calls,
    requests,
    bodiesOf: (call) =>
      requests
        .filter((request) => `${request.method()} ${new URL(request.url()).pathname}` === call)
        .map((request): unknown => request.postDataJSON()),
  };
}
