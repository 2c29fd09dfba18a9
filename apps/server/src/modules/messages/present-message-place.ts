import type { MessagePlace } from '@oinkly/contract/messages';
import type { MessagePlaceRow } from './message-places.queries.ts';

/** Without its address and secrets. */
export function presentPlace(row: MessagePlaceRow): MessagePlace {
  const { id, type, name, host, kinds, includesAmounts, createdAt, endedAt, endReason, attempts } = row;
  return {
    id,
    type,
    name,
    host,
    kinds,
    includesAmounts,
    createdAt: createdAt.toISOString(),
    ended: endedAt && endReason && { at: endedAt.toISOString(), reason: endReason },
    attempts,
  };
}
