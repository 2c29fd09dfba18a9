import type { Emulator } from '../emulator.ts';
import {
  countRequestsWithin,
  deleteOldRequests,
  insertRequest,
  type RequestKind,
} from '../storage/requests.ts';

/** Of one kind, at one access URL, in a rolling day. Beyond `expected`, answers warn. */
export const quota = { expected: 24, refusedFrom: 49, disabledFrom: 97 };

const millisecondsPerDay = 86_400_000;
/** Of one token. Older ones are deleted once they no longer count. */
const KEPT_REQUESTS = 1000;

export type Allowance = 'allowed' | 'warned' | 'refused' | 'disabled';

function usedOf(emulator: Emulator, tokenId: string, kind: RequestKind): number {
  const nowMs = emulator.now().getTime();
  return countRequestsWithin(emulator.database, tokenId, kind, {
    afterMs: nowMs - millisecondsPerDay,
    untilMs: nowMs,
  });
}

/** How many requests of the last day count, by the banks' clock. */
export function usedToday(emulator: Emulator, tokenId: string): Record<RequestKind, number> {
  return {
    all_accounts: usedOf(emulator, tokenId, 'all_accounts'),
    per_account: usedOf(emulator, tokenId, 'per_account'),
  };
}

/** Counts a request, also one that is refused then. */
export function countRequest(
  emulator: Emulator,
  tokenId: string,
  request: { kind: RequestKind; query: string },
): Allowance {
  const nowMs = emulator.now().getTime();
  insertRequest(emulator.database, tokenId, { ...request, atMs: nowMs });
  const untilMs = nowMs - millisecondsPerDay;
  deleteOldRequests(emulator.database, tokenId, { untilMs, kept: KEPT_REQUESTS });
  const used = usedOf(emulator, tokenId, request.kind);
  if (used >= quota.disabledFrom) return 'disabled';
  if (used >= quota.refusedFrom) return 'refused';
  return used > quota.expected ? 'warned' : 'allowed';
}
