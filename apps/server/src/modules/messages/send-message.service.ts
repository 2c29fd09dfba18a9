import type { NotificationEvent } from '@oinkly/domain/notifications';
import type { Day } from '@oinkly/domain/days';
import { isMessageKind } from '@oinkly/domain/notifications';
import type { Deps } from '../deps.ts';
import { RateLimit } from '../../http/rate-limit.ts';
import type { Jobs } from '../../jobs/job-list.ts';
import { findUser } from '../identity/index.ts';
import { findNotification, newsUntil, wordsOf } from '../notifications/index.ts';
import { zoneOf } from '../time/index.ts';
import { findPlace } from './message-places.queries.ts';
import type { MessageDeps } from './message-sender.ts';
import { recordAttempt } from './record-attempt.ts';
import { sendTo } from './send-to-place.ts';

class MessageNotTaken extends Error {
  override readonly name = 'MessageNotTaken';
}

/** Tries, to all places of a user: more than their events need, and too few to disturb anyone with (SEC-31). */
const TRIES = { name: 'messages', times: 60, windowSeconds: 60 * 60 };

/** The job. Skips what is unwanted or no longer news. Throws if the place didn't take the message, and RATE_LIMITED after too many tries. */
export function messageJob(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'hasGuests' | 'publicUrl' | 'tokenBox'> & MessageDeps,
): (job: Jobs['send-message']) => Promise<void> {
  const { db, clock } = deps;
  const tries = new RateLimit(db, TRIES);

  return async ({ userId, notificationId, placeId }) => {
    const [place, notification, user] = [
      await findPlace(db, userId, placeId),
      await findNotification(deps, userId, notificationId),
      await findUser(db, userId),
    ];
    if (!place || place.endedAt || !notification || !user) return;
    const { event, createdAt } = notification;
    const { kind } = event;
    if (!isMessageKind(kind) || !place.kinds.includes(kind)) return;
    if (newsUntil(notification, zoneOf(user)) <= clock().getTime()) return;
    await tries.spend(userId);
    const attempt = await sendTo(deps, user, place, {
      id: String(notificationId),
      kind,
      ...wordsOf(notification),
      createdAt,
      weekStart: weekOf(event),
    });
    const getsMore = await recordAttempt(deps, place, attempt);
    if (attempt.failure !== null && getsMore)
      throw new MessageNotTaken(`A place did not take a message: ${attempt.failure}`);
  };
}

function weekOf(event: NotificationEvent): Day | null {
  return 'weekStart' in event ? event.weekStart : null;
}
