import type { NotificationEvent } from '@oinkly/domain/notifications';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';
import { ownerId } from '../user-columns.ts';
import { friendships, guests } from './friends.tables.ts';
import { connections } from './banking.tables.ts';

export const notifications = pgTable(
  'notifications',
  {
    userId: ownerId(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    event: jsonb('event').$type<NotificationEvent>().notNull(),
    eventKey: text('event_key').notNull(),
    /** The friend, guest or bank it is about; it is deleted with them. */
    friendId: uuid('friend_id'),
    guestId: uuid('guest_id'),
    connectionId: uuid('connection_id'),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique().on(table.userId, table.eventKey),
    index('notifications_unread')
      .on(table.userId)
      .where(sql`read_at is null`),
    foreignKey({
      name: 'notifications_friend',
      columns: [table.userId, table.friendId],
      foreignColumns: [friendships.userId, friendships.friendId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'notifications_guest',
      columns: [table.userId, table.guestId],
      foreignColumns: [guests.userId, guests.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'notifications_bank',
      columns: [table.userId, table.connectionId],
      foreignColumns: [connections.userId, connections.id],
    }).onDelete('cascade'),
  ],
);

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    userId: ownerId(),
    endpointHash: bytes('endpoint_hash').notNull(),
    endpoint: text('endpoint').notNull(),
    /** The browser's public key, base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.endpointHash] })],
);

/** The installation's one VAPID key pair. */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: integer('id').primaryKey().default(1),
    publicKey: text('public_key').notNull(),
    /** AES-256-GCM; see `token-box.ts`. */
    privateKey: bytes('private_key').notNull(),
    privateKeyKeyId: text('private_key_key_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  () => [check('push_keys_one_pair', sql`id = 1`)],
);
