import { namedError, type NamedErrorCode } from './named-errors.ts';

interface Limit {
  calls: number;
  error: NamedErrorCode;
}

interface EndpointLimits {
  path: string;
  /** Null for an endpoint without an item. */
  perItem: Limit | null;
  perClient: Limit;
}

const limits = (
  path: string,
  [callsPerItem, callsPerClient]: readonly [number | null, number],
  error: NamedErrorCode,
  clientError = error,
): EndpointLimits => ({
  path,
  perItem: callsPerItem === null ? null : { calls: callsPerItem, error },
  perClient: { calls: callsPerClient, error: clientError },
});

/** Calls per minute in Plaid's Production (https://plaid.com/docs/errors/rate-limit-exceeded/). */
export const endpointLimits: readonly EndpointLimits[] = [
  limits('/accounts/balance/get', [5, 1200], 'BALANCE_LIMIT', 'ACCOUNTS_BALANCE_GET_LIMIT'),
  limits('/accounts/get', [15, 15_000], 'ACCOUNTS_LIMIT'),
  limits('/institutions/get_by_id', [null, 400], 'INSTITUTIONS_GET_BY_ID_LIMIT'),
  limits('/item/get', [15, 5000], 'ITEM_GET_LIMIT'),
  limits('/transactions/refresh', [2, 100], 'TRANSACTIONS_REFRESH_LIMIT'),
  limits('/transactions/sync', [50, 2500], 'TRANSACTIONS_SYNC_LIMIT'),
];

const windowMs = 60_000;

export interface RateLimits {
  isEnforced(): boolean;
  enforce(isEnforced: boolean): void;
  /** Counts a call of the last minute, and throws RATE_LIMIT_EXCEEDED for one too many, which doesn't count. */
  count(path: string, itemId: string | null): void;
}

/** `nowMs` is a real clock, because the banks' clock may jump. */
export function createRateLimits(
  isEnforcedFirst: boolean,
  nowMs: () => number = () => performance.now(),
): RateLimits {
  let isEnforced = isEnforcedFirst;
  /** Times of the last minute's calls by endpoint, and by endpoint and item. The key that was used last is last. */
  const recent = new Map<string, number[]>();

  function forgetBefore(startMs: number): void {
    for (const [key, times] of recent) {
      if ((times.at(-1) ?? startMs) > startMs) return;
      recent.delete(key);
    }
  }

  function recentCalls(key: string, startMs: number): number[] {
    const times = recent.get(key) ?? [];
    const firstRecent = times.findIndex((time) => time > startMs);
    times.splice(0, firstRecent === -1 ? times.length : firstRecent);
    return times;
  }

  return {
    isEnforced: () => isEnforced,
    enforce(wanted) {
      isEnforced = wanted;
      recent.clear();
    },
    count(path, itemId) {
      const endpoint = endpointLimits.find((candidate) => candidate.path === path);
      if (!isEnforced || endpoint === undefined) return;
      const now = nowMs();
      forgetBefore(now - windowMs);
      const counted = [{ key: path, limit: endpoint.perClient }];
      if (endpoint.perItem !== null && itemId !== null) {
        counted.unshift({ key: `${path} ${itemId}`, limit: endpoint.perItem });
      }
      const used = counted.map((one) => ({ ...one, times: recentCalls(one.key, now - windowMs) }));
      const exceeded = used.find(({ limit, times }) => times.length >= limit.calls);
      if (exceeded !== undefined) throw namedError(exceeded.limit.error);
      for (const { key, times } of used) {
        times.push(now);
        recent.delete(key);
        recent.set(key, times);
      }
    },
  };
}
