import type {
  DeviceKind,
  MessageKind,
  NotificationEvent,
  NotificationKind,
} from '@oinkly/domain/notifications';
import type { Day } from '@oinkly/domain/days';
import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  like,
  lt,
  lte,
  or,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { connections, guests, messagePlaces } from '../../db/tables/readable-tables.ts';
import { notifications } from '../../db/tables/notifications.tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { insertInto } from '../../db/writable-table.ts';

export const SHOWN_NOTIFICATIONS = 50;

interface Source {
  db: Database;
  hasGuests: boolean;
}

export interface NotificationRow {
  id: number;
  event: NotificationEvent;
  createdAt: Date;
  readAt: Date | null;
  /** Also a guest's. Null for a user who is being deleted. */
  friendNames: (string | null)[];
  bankName: string | null;
}

export interface Recipient {
  id: string;
  kinds: DeviceKind[];
  timeZone: string | null;
  isOnBoard: boolean;
  promisedWeek: Day | null;
  declinedWeek: Day | null;
}

export async function findRecipient(db: Database, userId: string): Promise<Recipient | undefined> {
  const [row] = await db
    .select({
      id: users.id,
      kinds: users.notificationKinds,
      timeZone: users.timeZone,
      isOnBoard: users.isOnBoard,
      promisedWeek: users.promisedWeek,
      declinedWeek: users.declinedWeek,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}

export async function updateKinds(
  db: Database,
  userId: string,
  notificationKinds: DeviceKind[],
): Promise<void> {
  await db.update(users).set({ notificationKinds, hasChosenNotifications: true }).where(eq(users.id, userId));
}

/** The places of these users that get messages. */
export async function listMessagePlaces(
  db: Database,
  userIds: readonly string[],
): Promise<{ userId: string; id: string; kinds: MessageKind[] }[]> {
  const { userId, id, kinds, endedAt } = messagePlaces;
  return db
    .select({ userId, id, kinds })
    .from(messagePlaces)
    .where(and(isOneOf(userId, userIds), isNull(endedAt)));
}

export async function hasAnyNotification(
  db: Database,
  userId: string,
  keyPatterns: readonly string[],
): Promise<boolean> {
  const rows = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        or(...keyPatterns.map((pattern) => like(notifications.eventKey, pattern))),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export interface NewNotification {
  userId: string;
  event: NotificationEvent;
  eventKey: string;
  friendId?: string;
  guestId?: string;
  connectionId?: string;
  /** Set for what the user saw happen. */
  readAt?: Date;
}

/** Skips events that their users were notified of before. Returns the added notifications. */
export async function insertNotifications(
  db: Database,
  rows: readonly NewNotification[],
  createdAt: Date,
): Promise<{ id: number; userId: string }[]> {
  const column = (of: (row: NewNotification) => string | undefined) =>
    sql.param(rows.map((row) => of(row) ?? null));
  // Arrays: a statement's parameters are limited.
  const { rows: added } = await db.execute<{ id: string; userId: string }>(sql`
    ${insertInto(notifications)} (user_id, event, event_key, friend_id, guest_id, connection_id, read_at, created_at)
    select *, ${createdAt.toISOString()}::timestamptz
    from unnest(${column(({ userId }) => userId)}::uuid[], ${column(({ event }) => JSON.stringify(event))}::jsonb[],
      ${column(({ eventKey }) => eventKey)}::text[], ${column(({ friendId }) => friendId)}::uuid[],
      ${column(({ guestId }) => guestId)}::uuid[],
      ${column(({ connectionId }) => connectionId)}::uuid[], ${column(({ readAt }) => readAt?.toISOString())}::timestamptz[])
    on conflict (user_id, event_key) do nothing
    returning id, user_id as "userId"`);
  return added.map(({ id, userId }) => ({ id: Number(id), userId }));
}

export async function updateEvent(
  db: Database,
  userId: string,
  eventKey: string,
  event: NotificationEvent,
): Promise<void> {
  await db
    .update(notifications)
    .set({ event })
    .where(and(eq(notifications.userId, userId), eq(notifications.eventKey, eventKey)));
}

export async function deleteNotificationsBefore(
  db: Database,
  userIds: readonly string[],
  moment: Date,
): Promise<void> {
  await db
    .delete(notifications)
    .where(and(isOneOf(notifications.userId, userIds), lt(notifications.createdAt, moment)));
}

export async function deleteNotification(db: Database, userId: string, eventKey: string): Promise<void> {
  await db
    .delete(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.eventKey, eventKey)));
}

/** Deletes what names a friend among several. */
export async function deleteNotificationsNaming(
  db: Database,
  userIds: readonly string[],
  friendId: string,
): Promise<void> {
  await db
    .delete(notifications)
    .where(
      and(
        isOneOf(notifications.userId, userIds),
        sql`${notifications.event}->'partnerIds' @> ${JSON.stringify([friendId])}::jsonb`,
      ),
    );
}

export async function keepNewestNotifications(db: Database, userId: string, kept: number): Promise<void> {
  await db
    .delete(notifications)
    .where(and(eq(notifications.userId, userId), lte(notifications.id, newestBehind(db, userId, kept))));
}

/** A query for the id of the newest notification behind so many newer ones, of all or of these. */
function newestBehind(db: Database, userId: string | Placeholder, count: number, among?: SQL) {
  return db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), among))
    .orderBy(desc(notifications.id))
    .offset(count)
    .limit(1);
}

/** Lists them, newest first. */
export async function listNotificationRows(
  { db, hasGuests }: Source,
  userId: string,
  limit?: number,
): Promise<NotificationRow[]> {
  const query = selectNotifications(db, userId)
    .where(and(eq(notifications.userId, userId), isShown(hasGuests)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .$dynamic();
  return withFriendNames(db, await (limit === undefined ? query : query.limit(limit)));
}

export async function findNotification(
  { db, hasGuests }: Source,
  userId: string,
  id: number,
): Promise<NotificationRow | undefined> {
  const rows = await selectNotifications(db, userId).where(
    and(eq(notifications.userId, userId), eq(notifications.id, id), isShown(hasGuests)),
  );
  return (await withFriendNames(db, rows))[0];
}

export interface UnreadCounts {
  all: number;
  /** Of them, those about friends and guests. */
  friends: number;
}

/** A query for the `UnreadCounts` of the listed ones, to join with others. */
export function unreadOf(db: Database, userId: Placeholder, hasGuests: Placeholder) {
  const ofUser = and(eq(notifications.userId, userId), isShown(hasGuests));
  const newestNotShown = newestBehind(db, userId, SHOWN_NOTIFICATIONS, isShown(hasGuests));
  return db
    .select({
      counts: sql<UnreadCounts>`json_build_object('all', count(*), 'friends', count(coalesce(${notifications.friendId}, ${notifications.guestId})))`,
    })
    .from(notifications)
    .where(
      and(ofUser, isNull(notifications.readAt), gt(notifications.id, sql`coalesce((${newestNotShown}), 0)`)),
    );
}

export async function markRead(
  db: Database,
  userId: string,
  those: { ids?: readonly number[] | undefined; kind?: NotificationKind | undefined },
  readAt: Date,
): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt })
    .where(
      and(
        eq(notifications.userId, userId),
        those.ids && inArray(notifications.id, [...those.ids]),
        those.kind && sql`${notifications.event}->>'kind' = ${those.kind}`,
        isNull(notifications.readAt),
      ),
    );
}

/** Guests' notifications are hidden without guests, and each day's mark that one was sent always: see `notifyOfGuest`. */
function isShown(hasGuests: boolean | Placeholder): SQL {
  const { event, guestId } = notifications;
  return sql`(${event}->>'isGuest' is null or (${guestId} is not null and ${hasGuests}::boolean))`;
}

function selectNotifications(db: Database, userId: string) {
  return db
    .select({
      id: notifications.id,
      event: notifications.event,
      createdAt: notifications.createdAt,
      readAt: notifications.readAt,
      friendId: notifications.friendId,
      guestName: guests.name,
      bankName: connections.institutionName,
    })
    .from(notifications)
    .leftJoin(
      connections,
      and(eq(connections.userId, userId), eq(connections.id, notifications.connectionId)),
    )
    .leftJoin(guests, and(eq(guests.userId, userId), eq(guests.id, notifications.guestId)));
}

async function withFriendNames(
  db: Database,
  rows: readonly (Omit<NotificationRow, 'friendNames'> & {
    friendId: string | null;
    guestName: string | null;
  })[],
): Promise<NotificationRow[]> {
  const ids = [...new Set(rows.flatMap(friendIdsOf))];
  const friends =
    ids.length === 0
      ? []
      : await db.select({ id: users.id, fullName: users.fullName }).from(users).where(inArray(users.id, ids));
  const names = new Map(friends.map(({ id, fullName }) => [id, fullName]));
  return rows.map(({ friendId, guestName, ...row }) => ({
    ...row,
    friendNames:
      guestName === null ? friendIdsOf({ ...row, friendId }).map((id) => names.get(id) ?? null) : [guestName],
  }));
}

function friendIdsOf({
  event,
  friendId,
}: Pick<NotificationRow, 'event'> & { friendId: string | null }): string[] {
  if (event.kind === 'friend' && event.pact === 'kept') return event.partnerIds;
  return friendId === null ? [] : [friendId];
}
