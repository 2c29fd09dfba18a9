import { ECDH } from 'node:crypto';
import { NOTIFICATION_KINDS, type NotificationKind } from '@oinkly/domain/notifications';
import { AppError } from '../../app-error.ts';
import { inUserTransaction, type Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { hashOfToken } from '../../secret-token.ts';
import { requireSession, type ActiveSession, type UserRow } from '../identity/index.ts';
import {
  countUnread,
  findListener,
  listNotificationRows,
  SHOWN_NOTIFICATIONS,
  updateKinds,
  type NotificationRow,
} from './notifications.queries.ts';
import {
  deleteSubscription,
  keepNewestSubscriptions,
  listEndpointHashes,
  upsertSubscription,
} from './push-subscriptions.queries.ts';

/** How many devices show a user's notifications; one more takes the place of the oldest. */
const MAX_DEVICES = 10;

/** A user's notifications and settings. */
export interface Inbox {
  notifications: NotificationRow[];
  unread: number;
  kinds: readonly NotificationKind[];
  endpointHashes: Buffer[];
  /** With which a browser subscribes, base64url; null while nothing can be sent. */
  pushKey: string | null;
}

/** What a browser says of its subscription; the key and the secret are base64url. */
export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The latest notifications of a user, and the settings. */
export async function readInbox(
  { db, push }: Pick<Deps, 'db' | 'push'>,
  user: Pick<UserRow, 'id' | 'notificationKinds'>,
): Promise<Inbox> {
  return {
    notifications: await listNotificationRows(db, user.id, SHOWN_NOTIFICATIONS),
    unread: await countUnread(db, user.id),
    kinds: user.notificationKinds,
    endpointHashes: await listEndpointHashes(db, user.id),
    pushKey: await push.publicKey(),
  };
}

/** Changes which events notify a user, and returns the settings. Existing notifications stay. */
export async function chooseKinds(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  patch: Partial<Record<NotificationKind, boolean | undefined>>,
): Promise<NotificationKind[]> {
  return inUserTransaction(db, userId, async (tx) => {
    const before = (await findListener(tx, userId))?.kinds ?? [];
    const kinds = NOTIFICATION_KINDS.filter((kind) => patch[kind] ?? before.includes(kind));
    await updateKinds(tx, userId, kinds);
    return kinds;
  });
}

/**
 * Lets a device show a user's notifications, and returns the id of its subscription. Throws PUSH_SERVICE_UNKNOWN for an endpoint at any
 * but the known push services (SEC-21), VALIDATION_FAILED for a key that nothing can be encrypted for, and UNAUTHORIZED when the session of the
 * device has been ended meanwhile.
 */
export async function subscribeDevice(
  { db, clock, push }: Pick<Deps, 'db' | 'clock' | 'push'>,
  session: ActiveSession,
  { endpoint, keys, userAgent }: BrowserSubscription & { userAgent: string },
): Promise<string> {
  if (!push.reaches(endpoint)) throw new AppError('PUSH_SERVICE_UNKNOWN');
  refuseBrokenKey(keys.p256dh);
  const endpointHash = hashOfToken(endpoint);
  const { userId } = session;
  await inUserTransaction(db, userId, async (tx) => {
    await requireSession(tx, session);
    await upsertSubscription(tx, {
      userId,
      endpointHash,
      endpoint,
      ...keys,
      userAgent: userAgent.slice(0, 256),
      createdAt: clock(),
    });
    await keepNewestSubscriptions(tx, userId, MAX_DEVICES);
  });
  return endpointHash.toString('base64url');
}

/** Ends a subscription of a user. Throws PUSH_SUBSCRIPTION_NOT_FOUND if there is none with this id, or it is another user's. */
export async function unsubscribeDevice(db: Database, userId: string, id: string): Promise<void> {
  if (!(await deleteSubscription(db, userId, Buffer.from(id, 'base64url'))))
    throw new AppError('PUSH_SUBSCRIPTION_NOT_FOUND');
}

/** Throws VALIDATION_FAILED for what is no point of the curve that the protocol names. */
function refuseBrokenKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', undefined, 'uncompressed');
  } catch (cause) {
    throw new AppError('VALIDATION_FAILED', {
      cause,
      fields: [{ path: 'keys.p256dh', message: 'Not a key' }],
    });
  }
}
