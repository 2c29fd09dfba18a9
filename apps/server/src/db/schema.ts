import type { Highlight } from '@oinkly/domain/highlights';
import { BOARD_VIEWS } from '@oinkly/domain/kept-weeks';
import type { NotificationEvent } from '@oinkly/domain/notifications';
import type { Layout } from '@oinkly/domain/statements/layout';
import { TOKEN_SCOPES } from '@oinkly/contract/token-scopes';
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

/* Keys of a user's tables begin with `user_id`: a user's rows lie together, and the tables can be distributed by user (ADR 36). */

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const cents = (name: string) => bigint(name, { mode: 'number' });
const day = (name: string) => date(name, { mode: 'string' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const ownerId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
/** No foreign key: the user may be on another server. Deleting the account deletes the row. */
const looseUserId = (name: string) => uuid(name);

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    fullName: text('full_name'),
    timeZone: text('time_zone'),
    bankLinked: boolean('bank_linked').notNull().default(false),
    friendsAdded: boolean('friends_added').notNull().default(false),
    signupCompleted: boolean('signup_completed').notNull().default(false),
    countFixedBills: boolean('count_fixed_bills').notNull().default(false),
    /** Whether a monthly payment may be a bill to ask about (PD-90). False saves each page the search. */
    mayHaveBill: boolean('may_have_bill').notNull().default(false),
    monthlySavingsGoalCents: cents('monthly_savings_goal_cents').notNull().default(0),
    isOnBoard: boolean('is_on_board').notNull().default(true),
    boardView: text('board_view', { enum: BOARD_VIEWS }).notNull().default('ranks'),
    notificationKinds: text('notification_kinds', { enum: ['budget', 'bank', 'result', 'friend'] })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Whether the user ever chose, even to get none. */
    hasChosenNotifications: boolean('has_chosen_notifications').notNull().default(false),
    /** The epoch means now. */
    nextWeekCloseAt: instant('next_week_close_at')
      .notNull()
      .default(sql`'epoch'`),
    /** As the issuer said at the last login, or after a click on a mailed link. */
    isEmailConfirmed: boolean('is_email_confirmed').notNull().default(false),
    wantsRecapMail: boolean('wants_recap_mail').notNull().default(false),
    /** The latest closed week whose recap was mailed, or perhaps mailed. */
    recapMailedWeek: day('recap_mailed_week'),
    /** When the user last ended sessions by hand, by the database's clock. Logins that began earlier fail. */
    sessionsEndedAt: instant('sessions_ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index().on(table.nextWeekCloseAt)],
);

/** A user at an OpenID issuer, known by issuer and subject, never by email. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: looseUserId('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index().on(table.userId)],
);

export const sessions = pgTable(
  'sessions',
  {
    userId: ownerId(),
    tokenHash: bytes('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    userAgent: text('user_agent').notNull(),
    /** A hint for signing out at the issuer. */
    idToken: text('id_token'),
    authenticatedAt: instant('authenticated_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] }), index().on(table.tokenHash)],
);

/** Bound by a cookie to its browser. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    state: text('state').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    returnTo: text('return_to').notNull(),
    /** The user who confirms their identity; null for an ordinary login. */
    userId: looseUserId('user_id'),
    /** SHA-256 of the one-time invitation that the browser came with; null without. */
    inviteHash: bytes('invite_hash'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** One-time invitations by an administrator. Signing up deletes them. */
export const signUpInvites = pgTable(
  'sign_up_invites',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** At most one row: when the first account was created, which needs no invitation. */
export const firstSignUp = pgTable(
  'first_sign_up',
  { isTaken: boolean('is_taken').primaryKey().default(true), at: instant('at').notNull() },
  () => [check('first_sign_up_is_taken', sql`is_taken`)],
);

/** Found without a session, so it refers to no table of users. Deleting an account deletes it. */
export const unsubscribeTokens = pgTable(
  'unsubscribe_tokens',
  {
    /** Readable: it can only end the recap by mail, and each mail shows it. */
    token: text('token').primaryKey(),
    userId: uuid('user_id').notNull(),
  },
  (table) => [index().on(table.userId)],
);

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

export const budgetChanges = pgTable(
  'budget_changes',
  {
    userId: ownerId(),
    day: day('day').notNull(),
    budgetCents: cents('budget_cents').notNull(),
    /** The day's lowest budget; null if there was only one (PD-21). */
    lowestCents: cents('lowest_cents'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

interface StoredBankProblem {
  institutionName: string;
  /** Null: all accounts of the bank. */
  providerAccountId: string | null;
  code: string;
  /** The provider's words. */
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
    status: text('status', { enum: ['healthy', 'login_required', 'error'] })
      .notNull()
      .default('healthy'),
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

/** Starts of jobs that have not ended. Few: an end deletes them. */
export const jobStarts = pgTable(
  'job_starts',
  {
    queue: text('queue').notNull(),
    jobId: uuid('job_id').notNull(),
    starts: integer('starts').notNull(),
  },
  (table) => [primaryKey({ columns: [table.queue, table.jobId] })],
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
    choice: text('choice', { enum: ['older', 'younger', 'both'] }),
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

/** A transaction as the bank reported it, apart from the user's expense. */
export const bankTransactions = pgTable(
  'bank_transactions',
  {
    userId: ownerId(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    accountId: uuid('account_id').notNull(),
    /** The connection that reported it last. A relinked bank uses new ids. */
    connectionId: uuid('connection_id').notNull(),
    transactionId: text('transaction_id').notNull(),
    /** Positive: money out. */
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** The user's day: the authorized one, else the bank's. Posting never moves it. */
    day: day('day').notNull(),
    postedOn: day('posted_on').notNull(),
    authorizedOn: day('authorized_on'),
    name: text('name').notNull(),
    merchantName: text('merchant_name'),
    merchantKey: text('merchant_key').notNull(),
    isPending: boolean('is_pending').notNull(),
    reportedCategory: text('reported_category'),
    kind: text('kind', {
      enum: ['spending', 'fixed-bill', 'transfer', 'card-payment', 'income', 'refund'],
    }).notNull(),
    expenseCategory: text('expense_category').notNull(),
    /** A removed transaction may return as the posted form of a pending one. */
    removedAt: instant('removed_at'),
    /** Whether it is removed only while its account is held (ADR 31). */
    isHeld: boolean('is_held').notNull().default(false),
    /** Whether the user chose which expense this refund reduces, or that it reduces none. */
    isMatchedByHand: boolean('is_matched_by_hand').notNull().default(false),
    dismissedAt: instant('dismissed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    unique().on(table.userId, table.accountId, table.transactionId),
    // Also serves counting payments in an index-only scan.
    index().on(table.userId, table.merchantKey, table.kind, table.day),
    foreignKey({
      columns: [table.userId, table.accountId],
      foreignColumns: [bankAccounts.userId, bankAccounts.id],
    }).onDelete('cascade'),
  ],
);

/** Past occurrences are expenses (PD-31). */
export const recurringSeries = pgTable(
  'recurring_series',
  {
    userId: ownerId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    amountCents: cents('amount_cents').notNull(),
    category: text('category').notNull(),
    /** 1 to 31; shorter months use their last day. */
    dayOfMonth: integer('day_of_month').notNull(),
    countedByHand: boolean('counted_by_hand'),
    /** The next occurrence without a row in `expenses`. */
    nextOn: day('next_on').notNull(),
    /** Expenses deleted at this instant return with the series. */
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index()
      .on(table.nextOn, table.userId)
      .where(sql`ended_at is null`),
    check('recurring_series_day_of_month', sql`day_of_month between 1 and 31`),
  ],
);

export const monthlyMerchants = pgTable(
  'monthly_merchants',
  {
    userId: ownerId(),
    merchantKey: text('merchant_key').notNull(),
    isMonthly: boolean('is_monthly').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.merchantKey] })],
);

export const expenseImports = pgTable(
  'expense_imports',
  {
    userId: ownerId(),
    /** The client's id, so that a repeated request adds nothing. */
    id: uuid('id').notNull(),
    fileName: text('file_name').notNull(),
    rows: integer('rows').notNull(),
    createdAt: instant('created_at').notNull(),
    undoneAt: instant('undone_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

export const importLayouts = pgTable(
  'import_layouts',
  {
    userId: ownerId(),
    /** Identifies the file's columns by their names. */
    fileKind: text('file_kind').notNull(),
    layout: jsonb('layout').$type<Layout>().notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fileKind] })],
);

// Like `costOfExpense` (packages/domain); a test compares them.
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
    bankTransactionId: bigint('bank_transaction_id', { mode: 'number' }),
    name: text('name').notNull(),
    /** As entered, perhaps negative; a bank's is positive. */
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
    seriesId: uuid('series_id'),
    /** First day of the occurrence's month, even after a move or deletion. */
    seriesMonth: day('series_month'),
    /** Neither listed nor counted until its day begins for the user (PD-31). */
    isUpcoming: boolean('is_upcoming').notNull().default(false),
    isPaid: boolean('is_paid').notNull().default(false),
    isPending: boolean('is_pending').notNull().default(false),
    kind: text('kind', { enum: ['spending', 'fixed-bill', 'transfer', 'card-payment', 'income', 'refund'] })
      .notNull()
      .default('spending'),
    countsByKind: boolean('counts_by_kind').notNull().default(true),
    /** Null without a choice of the user. */
    countedByHand: boolean('counted_by_hand'),
    /** The bank's amount before edits; null for a manual expense. */
    bankAmountCents: cents('bank_amount_cents'),
    refundedCents: cents('refunded_cents').notNull().default(0),
    /** Fields that the user changed; a sync leaves them alone. */
    editedFields: text('edited_fields')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Those of name, category and `countedByHand` that a rule set: a later rule may change them (PD-93). */
    ruledFields: text('ruled_fields')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The client's id of the request, so that a repeated one adds nothing. */
    requestId: uuid('request_id'),
    importId: uuid('import_id'),
    /** SHA-256 of its id in the file and its account. */
    importRef: bytes('import_ref'),
    deletedAt: instant('deleted_at'),
    withdrawnAt: instant('withdrawn_at'),
    /** On a manual expense: the bank expense that replaces it. */
    mergedIntoId: bigint('merged_into_id', { mode: 'number' }),
    /** On a bank expense: the fields taken from the merged manual one. */
    fieldsFromManual: text('fields_from_manual').array(),
    createdAt: instant('created_at').notNull(),
    isCounted: boolean('is_counted')
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`not (${isHidden}) and coalesce(counted_by_hand, counts_by_kind) and ${countsInUsd}`,
      ),
    costCents: cents('cost_cents')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${cost}`),
    /**
     * What the leaderboard counts. Expenses excluded, lowered or deleted by hand still weigh the bank's
     * amount (PD-21).
     */
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
    // For search, which reads the few distinct names.
    index().on(table.userId, table.name),
    uniqueIndex('expenses_one_a_request')
      .on(table.userId, table.requestId)
      .where(sql`request_id is not null`),
    uniqueIndex('expenses_one_a_month')
      .on(table.userId, table.seriesId, table.seriesMonth)
      .where(sql`series_id is not null`),
    uniqueIndex('expenses_one_merged_into')
      .on(table.userId, table.mergedIntoId)
      .where(sql`merged_into_id is not null`),
    index().on(table.userId, table.day, table.id),
    index('expenses_upcoming')
      .on(table.day, table.userId)
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
    // No action: a bank expense with a merged manual one can't be deleted.
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

/** Pairs that the user called different or unmerged. */
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

/** Null: as the bank says (PD-73). */
export const rules = pgTable(
  'rules',
  {
    userId: ownerId(),
    merchantKey: text('merchant_key').notNull(),
    /** The merchant's name when the rule was saved. */
    merchant: text('merchant').notNull(),
    name: text('name'),
    category: text('category'),
    isCounted: boolean('is_counted'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.merchantKey] }),
    check('rules_do_something', sql`num_nonnulls(name, category, is_counted) > 0`),
  ],
);

/** Which fields of existing expenses a rule changed at the user's wish, so that the change can be undone (PD-93). */
export const ruleChanges = pgTable(
  'rule_changes',
  {
    userId: ownerId(),
    /** One for all expenses that changed at once. */
    changeId: uuid('change_id').notNull(),
    expenseId: bigint('expense_id', { mode: 'number' }).notNull(),
    /** What the rule set; null where it changed nothing. */
    name: text('name'),
    category: text('category'),
    isCounted: boolean('is_counted'),
    /** What an earlier rule had set; null if it had set nothing. */
    nameBefore: text('name_before'),
    categoryBefore: text('category_before'),
    isCountedBefore: boolean('is_counted_before'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.changeId, table.expenseId] }),
    index().on(table.userId, table.expenseId),
    foreignKey({
      columns: [table.userId, table.expenseId],
      foreignColumns: [expenses.userId, expenses.id],
    }).onDelete('cascade'),
  ],
);

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

/** Written by `changeLedger` only. */
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

/**
 * A week's result, written when the week ends for its user (PD-24). Syncs of the week after add corrections.
 */
export const weeklyResults = pgTable(
  'weekly_results',
  {
    userId: ownerId(),
    weekStart: day('week_start').notNull(),
    /** Stays the week's budget for good (PD-11). */
    budgetCents: cents('budget_cents').notNull(),
    spentCents: cents('spent_cents').notNull(),
    rankedCents: cents('ranked_cents').notNull(),
    /** See `Competitor`, at the week's end. */
    wasActive: boolean('was_active').notNull(),
    closedAt: instant('closed_at').notNull(),
    correctedAt: instant('corrected_at'),
    /** What went well (PD-74); null if the week closed late. */
    highlight: jsonb('highlight').$type<Highlight>(),
    seenAt: instant('seen_at'),
  },
  // Migration 13 adds a board's columns to the key's index.
  (table) => [primaryKey({ columns: [table.userId, table.weekStart] })],
);

/** Two rows per friendship, one for each direction. */
export const friendships = pgTable(
  'friendships',
  {
    userId: ownerId(),
    friendId: looseUserId('friend_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.friendId] }), index().on(table.friendId)],
);

export const blocks = pgTable(
  'blocks',
  {
    userId: ownerId(),
    blockedId: looseUserId('blocked_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.blockedId] }), index().on(table.blockedId)],
);

export const friendInvites = pgTable(
  'friend_invites',
  {
    userId: looseUserId('user_id').primaryKey(),
    /** Not hashed: its owner sees the link again. */
    code: text('code').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Accounts created with this link. */
    signUps: integer('sign_ups').notNull().default(0),
  },
  (table) => [index().on(table.code)],
);

/** Makes a user's map public by link (PD-28). */
export const mapShares = pgTable(
  'map_shares',
  {
    userId: looseUserId('user_id').primaryKey(),
    /** Not hashed, because its owner sees the link again. */
    token: text('token').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index().on(table.token)],
);

export const notifications = pgTable(
  'notifications',
  {
    userId: ownerId(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    event: jsonb('event').$type<NotificationEvent>().notNull(),
    eventKey: text('event_key').notNull(),
    /** The friend or bank it is about; it is deleted with them. */
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

/**
 * `rate-limiter-flexible` needs these names in this order (SEC-13). Unlogged: counting restarts after a crash.
 */
export const rateLimits = pgTable('rate_limits', {
  /** Limit name, colon, user id or network. */
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** In ms since 1970. */
  expire: bigint('expire', { mode: 'number' }),
});

/** Requests on any process wait for it. */
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

/** A change that a sync has fetched but not yet committed. */
export const stagedChanges = pgTable(
  'staged_changes',
  {
    userId: uuid('user_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
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
