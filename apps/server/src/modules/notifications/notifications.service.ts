import { ECDH } from 'node:crypto';
import { DEVICE_KINDS, type DeviceKind } from '@oinkly/domain/notifications';
import { AppError } from '../../errors/app-error.ts';
import { inUserTransaction, type Database } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { hashOfToken } from '../../security/secret-token.ts';
import { requireSession, type ActiveSession, type UserRow } from '../identity/index.ts';
import {
  findRecipient,
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
import type { PushDeps } from './push-sender.ts';

/** One more replaces the oldest. */
const MAX_DEVICES = 10;

export interface Inbox {
  notifications: NotificationRow[];
  unread: number;
  /** Those that devices get; the list has all. */
  kinds: readonly DeviceKind[];
  wantsRecapMail: boolean;
  endpointHashes: Buffer[];
  /** VAPID, base64url; null while nothing can be sent. */
  pushKey: string | null;
}

/** Keys are base64url. */
export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export async function readInbox(
  { db, hasGuests, push }: Pick<Deps, 'db' | 'hasGuests'> & PushDeps,
  user: Pick<UserRow, 'id' | 'notificationKinds' | 'wantsRecapMail'>,
): Promise<Inbox> {
  const notifications = await listNotificationRows({ db, hasGuests }, user.id, SHOWN_NOTIFICATIONS);
  return {
    notifications,
    unread: notifications.filter(({ readAt }) => readAt === null).length,
    kinds: user.notificationKinds,
    wantsRecapMail: user.wantsRecapMail,
    endpointHashes: await listEndpointHashes(db, user.id),
    pushKey: await push.publicKey(),
  };
}

export async function chooseKinds(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  patch: Partial<Record<DeviceKind, boolean | undefined>>,
): Promise<DeviceKind[]> {
  return inUserTransaction(db, userId, async (tx) => {
    const before = (await findRecipient(tx, userId))?.kinds ?? [];
    const kinds = DEVICE_KINDS.filter((kind) => patch[kind] ?? before.includes(kind));
    await updateKinds(tx, userId, kinds);
    return kinds;
  });
}

/**
 * Returns the subscription's id. Throws PUSH_SERVICE_UNKNOWN (SEC-21), VALIDATION_FAILED for an unusable key,
 * and UNAUTHORIZED if the session was ended.
 */
export async function subscribeDevice(
  { db, clock, push }: Pick<Deps, 'db' | 'clock'> & PushDeps,
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

/** Throws PUSH_SUBSCRIPTION_NOT_FOUND. */
export async function unsubscribeDevice(db: Database, userId: string, id: string): Promise<void> {
  if (!(await deleteSubscription(db, userId, Buffer.from(id, 'base64url'))))
    throw new AppError('PUSH_SUBSCRIPTION_NOT_FOUND');
}

/** The key must be a point of the protocol's curve. */
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
