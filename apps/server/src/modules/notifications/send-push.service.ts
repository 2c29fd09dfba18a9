import { addDays, startOfDayInZone } from '@oinkly/domain/days';
import { isDeviceKind } from '@oinkly/domain/notifications';
import type { Deps } from '../deps.ts';
import type { Jobs } from '../../jobs/job-list.ts';
import { zoneOf } from '../time/index.ts';
import { findRecipient, findNotification, type NotificationRow } from './notifications.queries.ts';
import { wordsOf } from './present-notifications.ts';
import { deleteSubscription, findSubscription } from './push-subscriptions.queries.ts';
import type { PushDeps } from './push-sender.ts';

const NEWS_FOR_MS = 24 * 60 * 60_000;

/**
 * The job. Skips what was read, is unwanted or no longer news. Deletes a subscription that its service no
 * longer knows. Throws if the service is busy.
 */
export async function sendPush(
  { db, clock, push, log }: Pick<Deps, 'db' | 'clock' | 'log'> & PushDeps,
  { userId, notificationId, subscriptionId }: Jobs['send-push'],
): Promise<void> {
  const endpointHash = Buffer.from(subscriptionId, 'base64url');
  const subscription = await findSubscription(db, userId, endpointHash);
  const notification = await findNotification(db, userId, notificationId);
  if (!subscription || !notification || notification.readAt) return;
  const recipient = await findRecipient(db, userId);
  const { kind } = notification.event;
  if (!recipient || !isDeviceKind(kind) || !recipient.kinds.includes(kind)) return;
  const ttlSeconds = Math.floor((newsUntil(notification, zoneOf(recipient)) - clock().getTime()) / 1000);
  if (ttlSeconds <= 0) return;

  const message = JSON.stringify({ id: notification.id, ...wordsOf(notification) });
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

/** In ms since 1970. On Monday, 'this week' is another one. */
function newsUntil({ event, createdAt }: NotificationRow, zone: string): number {
  const aDayLater = createdAt.getTime() + NEWS_FOR_MS;
  return event.kind === 'budget'
    ? Math.min(aDayLater, startOfDayInZone(addDays(event.weekStart, 7), zone).getTime())
    : aDayLater;
}
