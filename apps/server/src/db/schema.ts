import type { NotificationEvent } from '@oinkly/domain/notifications';
import type { Layout } from '@oinkly/domain/statements/layout';
import { sql, type SQL } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/*
 * Every table of a user begins its key with `user_id`: a user's rows lie together, and the schema can be spread by user over a
 * distributed PostgreSQL as it stands. Money is whole cents, days are calendar days, instants are UTC.
 */

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const cents = (name: string) => bigint(name, { mode: 'number' });
const day = (name: string) => date(name, { mode: 'string' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const ownerId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    fullName: text('full_name'),
    /** IANA name, reported by the browser. It decides which day is today. */
    timeZone: text('time_zone'),
    bankLinked: boolean('bank_linked').notNull().default(false),
    friendsAdded: boolean('friends_added').notNull().default(false),
    signupCompleted: boolean('signup_completed').notNull().default(false),
    countFixedBills: boolean('count_fixed_bills').notNull().default(false),
    monthlySavingsGoalCents: cents('monthly_savings_goal_cents').notNull().default(0),
    /** Whether friends see the user on their boards, and the user them. */
    isOnBoard: boolean('is_on_board').notNull().default(true),
    /** Which events notify the user; none before they choose. */
    notificationKinds: text('notification_kinds', { enum: ['budget', 'bank', 'result', 'friend'] })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** When to look next for weeks that have ended; the epoch: as soon as possible. */
    nextWeekCloseAt: instant('next_week_close_at')
      .notNull()
      .default(sql`'epoch'`),
    /** When sessions of the user were last ended by hand: no sign-in that was on its way by then opens another. By the database's clock. */
    sessionsEndedAt: instant('sessions_ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index().on(table.nextWeekCloseAt)],
);

/** Who a user is at an OpenID issuer: identity is issuer and subject, never the e-mail. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: ownerId(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index().on(table.userId)],
);

export const sessions = pgTable(
  'sessions',
  {
    userId: ownerId(),
    /** SHA-256 of the cookie's token. */
    tokenHash: bytes('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    userAgent: text('user_agent').notNull(),
    /** The issuer's ID token, a hint for signing out there too. */
    idToken: text('id_token'),
    /** When the person last proved to the issuer who they are; null where it has not said. */
    authenticatedAt: instant('authenticated_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] }), index().on(table.tokenHash)],
);

/** A sign-in on its way through the issuer, bound to the browser that began it by a cookie. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    /** SHA-256 of the cookie's token. */
    tokenHash: bytes('token_hash').primaryKey(),
    state: text('state').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    returnTo: text('return_to').notNull(),
    /** The user who confirms their identity; null for an ordinary login. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** The weekly budget's changes: from `day` on it was this much. The last change of a day stands. */
export const budgetChanges = pgTable(
  'budget_changes',
  {
    userId: ownerId(),
    day: day('day').notNull(),
    budgetCents: cents('budget_cents').notNull(),
    /** The smallest of the budgets set on that day; null when there was only one (PD-21). */
    lowestCents: cents('lowest_cents'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

export const connections = pgTable(
  'connections',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    provider: text('provider').notNull(),
    /** The provider's id of it; `item_id` on the wire. */
    providerConnectionId: text('provider_connection_id').notNull(),
    /** SHA-256 of the one-time token that was exchanged for it, so that a repeated exchange finds this connection. */
    oneTimeTokenHash: bytes('one_time_token_hash'),
    institutionId: text('institution_id'),
    institutionName: text('institution_name').notNull(),
    /** AES-256-GCM, bound to this row's id; see `token-box.ts`. */
    accessToken: bytes('access_token').notNull(),
    accessTokenKeyId: text('access_token_key_id').notNull(),
    /** Where the next sync starts; null before the first. Never an empty text. */
    cursor: text('cursor'),
    status: text('status', { enum: ['healthy', 'login_required', 'error'] })
      .notNull()
      .default('healthy'),
    /** A code of the error catalogue; null when healthy. */
    errorCode: text('error_code'),
    lastSyncedAt: instant('last_synced_at'),
    /** When to sync by itself; null: not before the person has done something. */
    nextSyncAt: instant('next_sync_at'),
    /** Failures in a row. */
    failures: integer('failures').notNull().default(0),
    /** Who syncs it now; free when `leaseExpiresAt` has passed. */
    leaseOwner: uuid('lease_owner'),
    leaseExpiresAt: instant('lease_expires_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique().on(table.userId, table.provider, table.providerConnectionId),
    index().on(table.provider, table.providerConnectionId),
    index().on(table.nextSyncAt),
  ],
);

/** An account at a bank. It outlives its connection, so that a relinked bank finds its history again. */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    /** Null while the bank is disconnected. */
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
    /** Whether the account may hold transactions of an earlier connection, which the present one reports under other ids. */
    hasOldHistory: boolean('has_old_history').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique().on(table.userId, table.provider, table.providerAccountId),
  ],
);

/** A transaction as the bank reported it, apart from the expense that the user sees. */
export const bankTransactions = pgTable(
  'bank_transactions',
  {
    userId: ownerId(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    accountId: uuid('account_id').notNull(),
    /** The connection that last reported it. A relinked bank reports the same history under new ids. */
    connectionId: uuid('connection_id').notNull(),
    transactionId: text('transaction_id').notNull(),
    /** Positive: money out. */
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** The user-facing day: the authorized one, else the bank's; posting never moves it. */
    day: day('day').notNull(),
    postedOn: day('posted_on').notNull(),
    authorizedOn: day('authorized_on'),
    name: text('name').notNull(),
    merchantName: text('merchant_name'),
    /** Under which refunds find purchases. */
    merchantKey: text('merchant_key').notNull(),
    isPending: boolean('is_pending').notNull(),
    /** The bank's own category as reported, for the export only. */
    reportedCategory: text('reported_category'),
    kind: text('kind', {
      enum: ['spending', 'fixed-bill', 'transfer', 'card-payment', 'income', 'refund'],
    }).notNull(),
    /** Which of the expense categories the bank's category is filed under. */
    expenseCategory: text('expense_category').notNull(),
    /** When the bank took it back; it may return as the posted form of a pending row. */
    removedAt: instant('removed_at'),
    /** Whether the user decided which expense this refund reduces, if any. */
    isMatchedByHand: boolean('is_matched_by_hand').notNull().default(false),
    /** When a user said that this refund belongs to no expense; null otherwise. */
    dismissedAt: instant('dismissed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique().on(table.userId, table.accountId, table.transactionId),
    // Finds refunds of a merchant, and counts payments since a day without reading the table.
    index().on(table.userId, table.merchantKey, table.kind, table.day),
    foreignKey({
      columns: [table.userId, table.accountId],
      foreignColumns: [bankAccounts.userId, bankAccounts.id],
    }).onDelete('cascade'),
  ],
);

/**
 * What a person entered as recurring every month (PD-31): what its occurrences to come are. Those that have come are expenses, one a
 * month.
 */
export const recurringSeries = pgTable(
  'recurring_series',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    amountCents: cents('amount_cents').notNull(),
    category: text('category').notNull(),
    /** 1 to 31; in a shorter month it is on the last day. */
    dayOfMonth: integer('day_of_month').notNull(),
    /** As of `expenses`. */
    countedByHand: boolean('counted_by_hand'),
    /** The next occurrence without a row in `expenses`; in a month after all that have one. */
    nextOn: day('next_on').notNull(),
    /** When it was ended; what was deleted in that moment returns with it. */
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index()
      .on(table.nextOn)
      .where(sql`ended_at is null`),
    check('recurring_series_day_of_month', sql`day_of_month between 1 and 31`),
  ],
);

/** What the user said of payments to a merchant that look monthly. */
export const monthlyMerchants = pgTable(
  'monthly_merchants',
  {
    userId: ownerId(),
    /** As of `bank_transactions`. */
    merchantKey: text('merchant_key').notNull(),
    isMonthly: boolean('is_monthly').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.merchantKey] })],
);

/** An imported file, whose expenses can be undone together. */
export const expenseImports = pgTable(
  'expense_imports',
  {
    userId: ownerId(),
    /** Made up by who sends it: sent again, it adds nothing. */
    id: uuid('id').notNull(),
    fileName: text('file_name').notNull(),
    /** How many expenses it added. */
    rows: integer('rows').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When it was taken back. */
    undoneAt: instant('undone_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** How a person's files of a kind are read, as it was when one of them was last imported. */
export const importLayouts = pgTable(
  'import_layouts',
  {
    userId: ownerId(),
    /** What such files have in common: the names of their columns. */
    fileKind: text('file_kind').notNull(),
    layout: jsonb('layout').$type<Layout>().notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fileKind] })],
);

// `costOfExpense` in packages/domain/src/expense-cost.ts is the same rule; a test compares the two.
const isHidden = sql.raw(
  'deleted_at is not null or withdrawn_at is not null or merged_into_id is not null or is_upcoming',
);
const cost = sql.raw('greatest(0, abs(amount_cents) - refunded_cents)');
const bankCost = sql.raw('greatest(0, coalesce(bank_amount_cents, 0) - refunded_cents)');
const countsInUsd = sql.raw("currency = 'USD'");

export const expenses = pgTable(
  'expenses',
  {
    userId: ownerId(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    /** The transaction it was made from; null for a manual expense. */
    bankTransactionId: bigint('bank_transaction_id', { mode: 'number' }),
    name: text('name').notNull(),
    /** As entered, perhaps negative, or as the bank reported it, positive. */
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull().default('USD'),
    day: day('day').notNull(),
    weekStart: day('week_start')
      .notNull()
      .generatedAlwaysAs(sql`day - (extract(isodow from day)::integer - 1)`),
    category: text('category').notNull(),
    type: text('type', { enum: ['recurring', 'one-time'] })
      .notNull()
      .default('one-time'),
    dayOfMonth: integer('day_of_month'),
    /** The series it is an occurrence of. */
    seriesId: uuid('series_id'),
    /** The first day of the month whose occurrence it is, wherever it was moved to: also a deleted one keeps its month taken. */
    seriesMonth: day('series_month'),
    /** True for an occurrence until its day begins for the user: it is neither listed nor counted before (PD-31). */
    isUpcoming: boolean('is_upcoming').notNull().default(false),
    isPaid: boolean('is_paid').notNull().default(false),
    isPending: boolean('is_pending').notNull().default(false),
    kind: text('kind', { enum: ['spending', 'fixed-bill', 'transfer', 'card-payment', 'income', 'refund'] })
      .notNull()
      .default('spending'),
    /** What the kind and the user's setting say. */
    countsByKind: boolean('counts_by_kind').notNull().default(true),
    /** What the user said of this row; null: nothing. */
    countedByHand: boolean('counted_by_hand'),
    /** What the bank says it cost, before edits; null for a manual expense. */
    bankAmountCents: cents('bank_amount_cents'),
    refundedCents: cents('refunded_cents').notNull().default(0),
    /** The fields that the user has changed; a sync leaves them alone. */
    editedFields: text('edited_fields')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The request that added it, by the id that its sender made up; sent again, it adds nothing. */
    requestId: uuid('request_id'),
    /** The import that added it. */
    importId: uuid('import_id'),
    /** SHA-256 of what the file it was imported from calls it and its account. */
    importRef: bytes('import_ref'),
    /** When the user deleted it; it stays deleted, whatever the bank sends. */
    deletedAt: instant('deleted_at'),
    /** When the bank took it back. */
    withdrawnAt: instant('withdrawn_at'),
    /** On a manual expense: the bank expense that it is merged into. While merged it is hidden and counts nothing. */
    mergedIntoId: bigint('merged_into_id', { mode: 'number' }),
    /** On a bank expense: the fields taken from the manual expense merged into it; null if none is merged. */
    fieldsFromManual: text('fields_from_manual').array(),
    createdAt: instant('created_at').notNull(),
    /** Part of every total, square and count. */
    isCounted: boolean('is_counted')
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`not (${isHidden}) and coalesce(counted_by_hand, counts_by_kind) and ${countsInUsd}`,
      ),
    costCents: cents('cost_cents')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${cost}`),
    /** What the leaderboard counts: what the user excluded, lowered or deleted by hand still weighs what the bank said (PD-21). */
    rankedCents: cents('ranked_cents')
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`case when withdrawn_at is not null or merged_into_id is not null or is_upcoming or not (${countsInUsd}) or (bank_transaction_id is null and deleted_at is not null) then 0 when counts_by_kind then greatest(${bankCost}, ${cost}) when counted_by_hand and deleted_at is null then ${cost} else 0 end`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique().on(table.userId, table.bankTransactionId),
    uniqueIndex('expenses_one_a_request')
      .on(table.userId, table.requestId)
      .where(sql`request_id is not null`),
    // An occurrence is created once, by whichever process.
    uniqueIndex('expenses_one_a_month')
      .on(table.userId, table.seriesId, table.seriesMonth)
      .where(sql`series_id is not null`),
    uniqueIndex('expenses_one_merged_into')
      .on(table.userId, table.mergedIntoId)
      .where(sql`merged_into_id is not null`),
    index().on(table.userId, table.day, table.id),
    index('expenses_upcoming')
      .on(table.day)
      .where(sql`is_upcoming`),
    index()
      .on(table.userId, table.importId)
      .where(sql`import_id is not null`),
    index()
      .on(table.userId, table.importRef)
      .where(sql`import_ref is not null`),
    check('expenses_day_of_month', sql`day_of_month between 1 and 31`),
    check('expenses_series', sql`(series_id is null) = (series_month is null)`),
    check('expenses_upcoming_of_series', sql`not is_upcoming or series_id is not null`),
    check('expenses_merged', sql`merged_into_id is null or bank_transaction_id is null`),
    check('expenses_fields_from_manual', sql`fields_from_manual is null or bank_transaction_id is not null`),
    // No action: a bank expense can't be deleted while a manual one is merged into it.
    foreignKey({
      columns: [table.userId, table.mergedIntoId],
      foreignColumns: [table.userId, table.id],
    }),
    foreignKey({
      columns: [table.userId, table.seriesId],
      foreignColumns: [recurringSeries.userId, recurringSeries.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.userId, table.bankTransactionId],
      foreignColumns: [bankTransactions.userId, bankTransactions.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.userId, table.importId],
      foreignColumns: [expenseImports.userId, expenseImports.id],
    }).onDelete('cascade'),
  ],
);

/** Pairs that the user called different purchases or unmerged. */
export const separateExpenses = pgTable(
  'separate_expenses',
  {
    userId: ownerId(),
    manualExpenseId: bigint('manual_expense_id', { mode: 'number' }).notNull(),
    bankExpenseId: bigint('bank_expense_id', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.manualExpenseId, table.bankExpenseId] }),
    index().on(table.userId, table.bankExpenseId),
    foreignKey({
      columns: [table.userId, table.manualExpenseId],
      foreignColumns: [expenses.userId, expenses.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.userId, table.bankExpenseId],
      foreignColumns: [expenses.userId, expenses.id],
    }).onDelete('cascade'),
  ],
);

/** The user's category for a merchant, in place of the bank's. */
export const merchantCategories = pgTable(
  'merchant_categories',
  {
    userId: ownerId(),
    /** As of `bank_transactions`. */
    merchantKey: text('merchant_key').notNull(),
    category: text('category').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.merchantKey] })],
);

/** So much of a refund reduces so much of a purchase (PD-6). */
export const refundMatches = pgTable(
  'refund_matches',
  {
    userId: ownerId(),
    refundTransactionId: bigint('refund_transaction_id', { mode: 'number' }).notNull(),
    expenseId: bigint('expense_id', { mode: 'number' }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    isByHand: boolean('is_by_hand').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.refundTransactionId, table.expenseId] }),
    index().on(table.userId, table.expenseId),
    foreignKey({
      columns: [table.userId, table.refundTransactionId],
      foreignColumns: [bankTransactions.userId, bankTransactions.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.userId, table.expenseId],
      foreignColumns: [expenses.userId, expenses.id],
    }).onDelete('cascade'),
  ],
);

/** The sums of a user's weeks, kept by `changeLedger` in the transaction that changes the expenses. */
export const weeklyTotals = pgTable(
  'weekly_totals',
  {
    userId: ownerId(),
    weekStart: day('week_start').notNull(),
    spentCents: cents('spent_cents').notNull(),
    rankedCents: cents('ranked_cents').notNull(),
    purchases: integer('purchases').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.weekStart] })],
);

/** How a week ended (PD-24): written once, when it was over for its user; what the bank corrects in the week after is added to it. */
export const weeklyResults = pgTable(
  'weekly_results',
  {
    userId: ownerId(),
    weekStart: day('week_start').notNull(),
    /** What the week is judged by for ever (PD-11). */
    budgetCents: cents('budget_cents').notNull(),
    spentCents: cents('spent_cents').notNull(),
    rankedCents: cents('ranked_cents').notNull(),
    /** As of `Competitor` at the week's end. */
    wasActive: boolean('was_active').notNull(),
    closedAt: instant('closed_at').notNull(),
    /** When the bank last corrected it. */
    correctedAt: instant('corrected_at'),
    /** When the user last put it aside. */
    seenAt: instant('seen_at'),
  },
  // The key carries the columns that a board reads (migration 13), which cannot be said here.
  (table) => [primaryKey({ columns: [table.userId, table.weekStart] })],
);

const personId = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Two users are friends: one row for each of the two directions. */
export const friendships = pgTable(
  'friendships',
  {
    userId: ownerId(),
    friendId: personId('friend_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.friendId] }), index().on(table.friendId)],
);

/** Whom a user wants nothing to do with: no invitation of theirs is valid for that one any more. */
export const blocks = pgTable(
  'blocks',
  {
    userId: ownerId(),
    blockedId: personId('blocked_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.blockedId] }), index().on(table.blockedId)],
);

/** The link by which a user invites friends. A new code replaces the old one. */
export const friendInvites = pgTable(
  'friend_invites',
  {
    userId: ownerId().primaryKey(),
    code: text('code').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index().on(table.code)],
);

/** A user's map that anyone may see who has its link (PD-28); the link is off when there is no row. */
export const mapShares = pgTable(
  'map_shares',
  {
    userId: ownerId().primaryKey(),
    /** The last part of the link. Not hashed, because its owner is shown the link again. */
    token: text('token').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index().on(table.token)],
);

/** A user's notifications: one row for each event, however often it is noticed. */
export const notifications = pgTable(
  'notifications',
  {
    userId: ownerId(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    event: jsonb('event').$type<NotificationEvent>().notNull(),
    /** Names the event among the user's. */
    eventKey: text('event_key').notNull(),
    /** The friend or the bank that it is about: when that goes, it goes too. */
    friendId: uuid('friend_id'),
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
      name: 'notifications_bank',
      columns: [table.userId, table.connectionId],
      foreignColumns: [connections.userId, connections.id],
    }).onDelete('cascade'),
  ],
);

/** A browser that shows a user's notifications while no page is open. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    userId: ownerId(),
    /** SHA-256 of the endpoint. */
    endpointHash: bytes('endpoint_hash').notNull(),
    /** Where its push service takes messages. With it and the server's key, messages can be sent. */
    endpoint: text('endpoint').notNull(),
    /** The browser's public key and the secret shared with it, base64url, by which messages are encrypted for it. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.endpointHash] })],
);

/** The one pair of keys by which push services know this installation (VAPID), whichever process sends. */
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

/**
 * What has been done how often, by whom, of what is limited (SEC-13). `rate-limiter-flexible` reads and writes it, by these names and in
 * this order. Not logged: after a crash the counting begins anew.
 */
export const rateLimits = pgTable('rate_limits', {
  /** The limit's name, a colon, and the user's id or the network. */
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** When the window ends, in ms since 1970. */
  expire: bigint('expire', { mode: 'number' }),
});

/** A sync of one connection: requested, running or finished. Requests on any process wait for it here. */
export const syncRuns = pgTable(
  'sync_runs',
  {
    userId: ownerId(),
    connectionId: uuid('connection_id').notNull(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    stage: text('stage', {
      enum: ['queued', 'connecting', 'fetching', 'processing', 'saving', 'done', 'failed'],
    }).notNull(),
    requestedAt: instant('requested_at').notNull(),
    finishedAt: instant('finished_at'),
    /** New counted expenses. */
    imported: integer('imported').notNull().default(0),
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

/** What a running sync has fetched and not yet committed. */
export const stagedChanges = pgTable(
  'staged_changes',
  {
    userId: uuid('user_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    /** The lease under which it was fetched. Rows of an expired lease are ignored. */
    leaseOwner: uuid('lease_owner').notNull(),
    seq: integer('seq').notNull(),
    transactionId: text('transaction_id').notNull(),
    providerAccountId: text('provider_account_id').notNull(),
    isRemoval: boolean('is_removal').notNull(),
    pendingTransactionId: text('pending_transaction_id'),
    amountCents: cents('amount_cents'),
    currency: text('currency'),
    postedOn: day('posted_on'),
    authorizedOn: day('authorized_on'),
    name: text('name'),
    merchantName: text('merchant_name'),
    merchantKey: text('merchant_key'),
    isPending: boolean('is_pending'),
    reportedCategory: text('reported_category'),
    kind: text('kind'),
    expenseCategory: text('expense_category'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.connectionId, table.leaseOwner, table.seq] }),
    foreignKey({
      columns: [table.userId, table.connectionId],
      foreignColumns: [connections.userId, connections.id],
    }).onDelete('cascade'),
  ],
);

/** What a user has agreed to by linking a bank: what was said of privacy since that day. The first time counts. */
export const bankConsents = pgTable(
  'bank_consents',
  {
    userId: ownerId(),
    noticeDay: day('notice_day').notNull(),
    givenAt: instant('given_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.noticeDay] })],
);

/** A link session on a provider's pages: who began it, and its outcome. */
export const linkSessions = pgTable(
  'link_sessions',
  {
    userId: ownerId(),
    /** SHA-256 of the state in the return address. */
    stateHash: bytes('state_hash').notNull(),
    provider: text('provider').notNull(),
    /** The provider's id of the session, which its webhooks name too. */
    providerSessionId: text('provider_session_id').notNull(),
    /** The connection whose login is to be repaired; null when banks are to be linked. */
    connectionId: uuid('connection_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Until then a request is exchanging one of its results. */
    claimedUntil: instant('claimed_until'),
    /**
     * The outcome of each one-time token of the session, by the token's SHA-256 (base64url): the name of the bank that it linked, or null
     * if it can no longer be exchanged.
     */
    tokenResults: jsonb('token_results').$type<Record<string, string | null>>().notNull().default({}),
    completedAt: instant('completed_at'),
    /** The connected banks; set with `completedAt`. */
    institutionName: text('institution_name'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.stateHash] })],
);
