import { TOKEN_SCOPES } from '@oinkly/contract/token-scopes';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';
import { ownerId } from '../user-columns.ts';

export const personalTokens = pgTable(
  'personal_tokens',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes', { enum: TOKEN_SCOPES }).array().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Rounded to the hour. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index().on(table.tokenHash)],
);
