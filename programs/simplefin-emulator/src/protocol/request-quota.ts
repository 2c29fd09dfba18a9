import type { Emulator } from '../emulator.ts';
import { countRequestsAfter, insertRequest, type RequestKind } from '../storage/requests.ts';

/** Of one kind, at one access URL, in a rolling day. */
const quota = { warnedFrom: 25, refusedFrom: 49, disabledFrom: 97 };

const millisecondsPerDay = 86_400_000;

export type Allowance = 'allowed' | 'warned' | 'refused' | 'disabled';

/** Counts a request, also one that is refused then. */
export function countRequest(
  emulator: Emulator,
  tokenId: string,
  request: { kind: RequestKind; query: string },
): Allowance {
  const atMs = emulator.now().getTime();
  insertRequest(emulator.database, tokenId, { ...request, atMs });
  const requests = countRequestsAfter(emulator.database, tokenId, request.kind, atMs - millisecondsPerDay);
  if (requests >= quota.disabledFrom) return 'disabled';
  if (requests >= quota.refusedFrom) return 'refused';
  return requests >= quota.warnedFrom ? 'warned' : 'allowed';
}
