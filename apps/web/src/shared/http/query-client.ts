import { MutationCache, QueryCache, QueryClient, type QueryFunction } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { getJson } from './call.ts';
import { isOtherUser, isUnauthorized, leaveIfOtherUser } from './login-failures.ts';

/** GETs the first element of the query's key (AU-8). */
const getKey: QueryFunction = ({ queryKey }) => getJson(String(queryKey[0]));

/** Being signed out is no error (AU-1). */
export async function nullWhenSignedOut<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Gives a failed load its own text (ER-4). A missing login stays recognizable. */
export async function loadOrSay<T>(words: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (isUnauthorized(error) || isOtherUser(error)) throw error;
    throw new Error(words, { cause: error });
  }
}

const A_MOMENT_MS = 30_000;
const cameWithPage = new WeakSet<object>();

/** For what others may change at any time: a screen that opens asks for it again, unless it came with the page just now. */
export function staleUnlessWithPage(query: object): number {
  return cameWithPage.has(query) ? A_MOMENT_MS : 0;
}

/** Call it once the queries of a page are filled. They count as having come with it until no part of the screen shows them. */
export function markAsWithPage(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  for (const query of cache.getAll()) cameWithPage.add(query);
  cache.subscribe(({ type, query }) => {
    if (type !== 'observerRemoved') return;
    // Later, because React mounts twice in development.
    queueMicrotask(() => {
      if (query.getObserversCount() === 0) cameWithPage.delete(query);
    });
  });
}

/** Nothing is stale, retried or refetched on focus (AU-3). */
export function createQueryClient(requireLogin: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isUnauthorized(error)) requireLogin();
    leaveIfOtherUser(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: getKey,
        staleTime: Infinity,
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Offline is a visible failure, not an endless wait.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
