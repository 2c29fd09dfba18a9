import { CONNECTION_STATUSES, SYNC_STAGES, TWIN_CHOICES } from '@oinkly/contract/banking';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, cents, day, instant } from '../columns.ts';
import { ownerId } from '../user-columns.ts';

interface StoredBankProblem {
  institutionName: string;
  /** Null: all accounts of the bank. */
  providerAccountId: string | null;
  code: string;
  /** The provider's words, as plain text; null if it has none. */
  detail: string | null;
}

export const connections = pgTable(
  'connections',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    provider: text('provider').notNull(),
    /** `item_id` on the wire. */
    providerConnectionId: text('provider_connection_id').notNull(),
    /** SHA-256 of the exchanged token: a repeated exchange finds this connection. */
    oneTimeTokenHash: bytes('one_time_token_hash'),
    institutionId: text('institution_id'),
    institutionName: text('institution_name').notNull(),
    /** AES-256-GCM, bound to this row's id (`token-box.ts`). */
    accessToken: bytes('access_token').notNull(),
    accessTokenKeyId: text('access_token_key_id').notNull(),
    /** Null before the first sync, never empty. */
    cursor: text('cursor'),
    status: text('status', { enum: CONNECTION_STATUSES }).notNull().default('healthy'),
    errorCode: text('error_code'),
    /** What the last successful sync could not read; the rest of the connection is up to date. */
    problems: jsonb('problems').$type<StoredBankProblem[]>().notNull().default([]),
    lastSyncedAt: instant('last_synced_at'),
    /** Null: not before the user acts. */
    nextSyncAt: instant('next_sync_at'),
    failures: integer('failures').notNull().default(0),
    leaseOwner: uuid('lease_owner'),
    leaseExpiresAt: instant('lease_expires_at'),
    /** Leases in a row whose worker did not end the sync. */
    unfinishedSyncs: integer('unfinished_syncs').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique().on(table.userId, table.provider, table.providerConnectionId),
    index().on(table.provider, table.providerConnectionId),
    index().on(table.nextSyncAt),
    // The operator counts them.
    index('connections_parked_index')
      .on(table.id)
      .where(sql`error_code = 'SYNC_PARKED'`),
  ],
);

/** When each access URL of a provider was used lately. */
export const providerRequests = pgTable('provider_requests', {
  /** SHA-256. */
  accessHash: bytes('access_hash').primaryKey(),
  requestedAt: instant('requested_at').array().notNull(),
});

/** Outlives its connection: a relinked bank finds its history. */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    /** Null while disconnected. */
    connectionId: uuid('connection_id'),
    provider: text('provider').notNull(),
    providerAccountId: text('provider_account_id').notNull(),
    institutionId: text('institution_id'),
    institutionName: text('institution_name').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    subtype: text('subtype'),
    mask: text('mask'),
    currentCents: cents('current_cents'),
    availableCents: cents('available_cents'),
    currency: text('currency'),
    /** When the bank last reported the balance. */
    reportedAt: instant('reported_at'),
    /** Whether it may hold an earlier connection's transactions under other ids. */
    hasOldHistory: boolean('has_old_history').notNull().default(false),
    /** When the user chose its twin; connections older than that leave this account out. */
    replacedAt: instant('replaced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique().on(table.userId, table.provider, table.providerAccountId),
  ],
);

/** Two accounts of a user that look like one at the bank. */
export const accountTwins = pgTable(
  'account_twins',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    olderAccountId: uuid('older_account_id').notNull(),
    /** Held until the user chooses. */
    youngerAccountId: uuid('younger_account_id').notNull(),
    /** The account that counts from now on; null until the user chooses. */
    choice: text('choice', { enum: TWIN_CHOICES }),
    noticedAt: instant('noticed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique().on(table.userId, table.olderAccountId, table.youngerAccountId),
    foreignKey({
      columns: [table.userId, table.olderAccountId],
      foreignColumns: [bankAccounts.userId, bankAccounts.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.userId, table.youngerAccountId],
      foreignColumns: [bankAccounts.userId, bankAccounts.id],
    }).onDelete('cascade'),
  ],
);

/** How many connections a provider with a limit ever opened for this server. Disconnecting gives none back. */
export const providerLinks = pgTable('provider_links', {
  provider: text('provider').primaryKey(),
  used: integer('used').notNull(),
});

/** Requests on any process wait for it. */
export const syncRuns = pgTable(
  'sync_runs',
  {
    userId: ownerId(),
    connectionId: uuid('connection_id').notNull(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    stage: text('stage', {
      enum: SYNC_STAGES,
    }).notNull(),
    requestedAt: instant('requested_at').notNull(),
    finishedAt: instant('finished_at'),
    imported: integer('imported').notNull().default(0),
    /** What 'Import Current Year' had added from stored transactions; null if the user is not notified of the run's end. */
    addedBefore: integer('added_before'),
    errorCode: text('error_code'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.connectionId, table.id] }),
    uniqueIndex('sync_runs_one_unfinished')
      .on(table.userId, table.connectionId)
      .where(sql`finished_at is null`),
    foreignKey({
      columns: [table.userId, table.connectionId],
      foreignColumns: [connections.userId, connections.id],
    }).onDelete('cascade'),
  ],
);

/** When a user agreed to the privacy notice by linking a bank. */
export const bankConsents = pgTable(
  'bank_consents',
  {
    userId: ownerId(),
    noticeDay: day('notice_day').notNull(),
    givenAt: instant('given_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.noticeDay] })],
);

export const linkSessions = pgTable(
  'link_sessions',
  {
    userId: ownerId(),
    stateHash: bytes('state_hash').notNull(),
    provider: text('provider').notNull(),
    providerSessionId: text('provider_session_id').notNull(),
    /** Null to link new banks. */
    connectionId: uuid('connection_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Until then, a request exchanges one of its results. */
    claimedUntil: instant('claimed_until'),
    /**
     * The linked bank's name by SHA-256 (base64url) of a one-time token; null once the token can no longer be
     * exchanged.
     */
    tokenResults: jsonb('token_results').$type<Record<string, string | null>>().notNull().default({}),
    completedAt: instant('completed_at'),
    institutionName: text('institution_name'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.stateHash] })],
);
