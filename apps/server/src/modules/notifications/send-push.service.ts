import { isDeviceKind } from '@oinkly/domain/notifications';
import type { Deps } from '../deps.ts';
import type { Jobs } from '../../jobs/job-list.ts';
import { zoneOf } from '../time/index.ts';
import { readWeekToPromise } from '../week-promises/index.ts';
import { newsUntil } from './news-until.ts';
import { findRecipient, findNotification } from './notifications.queries.ts';
import { wordsOf } from './present-notifications.ts';
import { deleteSubscription, findSubscription } from './push-subscriptions.queries.ts';
import type { PushDeps } from './push-sender.ts';

/**
 * The job. Skips what was read, is unwanted or no longer news. Deletes a subscription that its service no
 * longer knows. Throws if the service is busy.
 */
export async function sendPush(
  { db, clock, hasGuests, push, log }: Pick<Deps, 'db' | 'clock' | 'hasGuests' | 'log'> & PushDeps,
  { userId, notificationId, subscriptionId }: Jobs['send-push'],
): Promise<void> {
  const endpointHash = Buffer.from(subscriptionId, 'base64url');
  const subscription = await findSubscription(db, userId, endpointHash);
  const notification = await findNotification({ db, hasGuests }, userId, notificationId);
  if (!subscription || !notification || notification.readAt) return;
  const recipient = await findRecipient(db, userId);
  const { kind } = notification.event;
  if (!recipient || !isDeviceKind(kind) || !recipient.kinds.includes(kind)) return;
  const ttlSeconds = Math.floor((newsUntil(notification, zoneOf(recipient)) - clock().getTime()) / 1000);
  if (ttlSeconds <= 0) return;

  // On Monday, the button "I'm in" stands below the recap (PD-106).
  const weekToPromise =
    kind === 'result' ? await readWeekToPromise({ db, clock, hasGuests }, recipient) : null;
  const message = JSON.stringify({
    id: notification.id,
    ...wordsOf(notification),
    ...(weekToPromise !== null && { weekToPromise }),
  });
  const outcome = await push.send(subscription, message, ttlSeconds);
  if (outcome === 'gone') await deleteSubscription(db, userId, endpointHash);
  else if (outcome !== 'taken') {
    // Logs no endpoint: with it and the keys, messages can be sent.
    const service = URL.parse(subscription.endpoint)?.host;
    log.error(
      { userId, notificationId, service, status: outcome.refusedWith },
      'a push service refused a message',
    );
  }
}
