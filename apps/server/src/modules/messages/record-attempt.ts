import type { MessageAttempt } from '@oinkly/contract/messages';
import { inUserTransaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { notifyOfPlace } from '../notifications/index.ts';
import { findPlace, updatePlace, type MessagePlaceRow } from './message-places.queries.ts';

const KEPT_ATTEMPTS = 20;
const HOUR_MS = 60 * 60_000;
const FAILING_FOR_MS = 7 * 24 * HOUR_MS;
/** A place that failed once and again a month later did not fail in between. */
const SILENCE_MS = FAILING_FOR_MS;
/** An outage of some minutes ends nothing. */
const [SHORTEST_OUTAGE_MS, LONGEST_OUTAGE_MS] = [HOUR_MS, 48 * HOUR_MS];

/**
 * Stores an attempt. Switches a place off after a week without success, or when a webhook says that it is gone, and notifies its user
 * (PD-109). Returns whether the place still gets messages.
 */
export async function recordAttempt(
  { db, clock, queue }: Pick<Deps, 'db' | 'clock' | 'queue'>,
  { userId, id }: Pick<MessagePlaceRow, 'userId' | 'id'>,
  attempt: MessageAttempt,
): Promise<boolean> {
  return inUserTransaction(db, userId, async (tx) => {
    const place = await findPlace(tx, userId, id);
    if (!place) return false;
    const attempts = [attempt, ...place.attempts].slice(0, KEPT_ATTEMPTS);
    const failingSince = failingSinceAfter(place, attempt, clock());
    const endReason = place.endReason ?? endReasonAfter({ ...place, failingSince }, attempt, clock());
    const endedAt = endReason === null ? null : (place.endedAt ?? clock());
    await updatePlace(tx, place, {
      attempts,
      failingSince,
      endReason,
      endedAt,
    });
    if (endedAt && (endReason === 'failing' || endReason === 'gone') && place.endedAt === null)
      await notifyOfPlace({ clock, queue }, tx, {
        userId,
        placeId: id,
        placeName: place.name,
        reason: endReason,
        endedAt,
      });
    return endReason === null;
  });
}

/** A failed test ends nothing: its user is at work on the place. */
function endReasonAfter(
  { type, failingSince, attempts }: Pick<MessagePlaceRow, 'type' | 'failingSince' | 'attempts'>,
  { kind, status, failure }: MessageAttempt,
  now: Date,
): 'failing' | 'gone' | null {
  if (failure === null || kind === 'test') return null;
  if (type === 'webhook' && status === 410) return 'gone';
  if (!failingSince || now.getTime() - failingSince.getTime() < FAILING_FOR_MS) return null;
  const failedBefore = attempts.filter(isFailure).map(({ at }) => now.getTime() - Date.parse(at));
  return failedBefore.some((ageMs) => ageMs >= SHORTEST_OUTAGE_MS && ageMs <= LONGEST_OUTAGE_MS)
    ? 'failing'
    : null;
}

function failingSinceAfter(
  { failingSince, attempts }: Pick<MessagePlaceRow, 'failingSince' | 'attempts'>,
  { kind, failure }: MessageAttempt,
  now: Date,
): Date | null {
  if (failure === null) return null;
  if (kind === 'test') return failingSince;
  const last = attempts.find(isFailure);
  const isSilent = !last || now.getTime() - Date.parse(last.at) >= SILENCE_MS;
  return isSilent ? now : (failingSince ?? now);
}

function isFailure({ kind, failure }: MessageAttempt): boolean {
  return kind !== 'test' && failure !== null;
}
