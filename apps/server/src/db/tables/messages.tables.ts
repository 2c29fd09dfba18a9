import { MESSAGE_END_REASONS, MESSAGE_PLACE_TYPES, type MessageAttempt } from '@oinkly/contract/messages';
import { MESSAGE_KINDS } from '@oinkly/domain/notifications';
import { boolean, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';
import { ownerId } from '../user-columns.ts';

export const messagePlaces = pgTable(
  'message_places',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    type: text('type', { enum: MESSAGE_PLACE_TYPES }).notNull(),
    name: text('name').notNull(),
    host: text('host').notNull(),
    /** The address and its secrets, AES-256-GCM; see `token-box.ts`. */
    target: bytes('target').notNull(),
    targetKeyId: text('target_key_id').notNull(),
    kinds: text('kinds', { enum: MESSAGE_KINDS }).array().notNull(),
    includesAmounts: boolean('includes_amounts').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The first failure since the last message that was taken. */
    failingSince: instant('failing_since'),
    endedAt: instant('ended_at'),
    endReason: text('end_reason', { enum: MESSAGE_END_REASONS }),
    /** The latest ones, newest first. */
    attempts: jsonb('attempts').$type<MessageAttempt[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);
