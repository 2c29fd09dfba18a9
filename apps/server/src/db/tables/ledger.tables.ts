import { EXPENSE_TYPES } from '@oinkly/domain/expense-fields';
import { MONEY_KINDS } from '@oinkly/domain/money-kinds';
import { sql, type SQL } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, cents, day, instant } from '../columns.ts';
import { ownerId } from '../user-columns.ts';
import { bankAccounts, connections } from './banking.tables.ts';
import { recurringSeries } from './expenses.tables.ts';
import { expenseImports } from './expense-import.tables.ts';

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
      enum: MONEY_KINDS,
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
    type: text('type', { enum: EXPENSE_TYPES }).notNull().default('one-time'),
    dayOfMonth: integer('day_of_month'),
    seriesId: uuid('series_id'),
    /** First day of the occurrence's month, even after a move or deletion. */
    seriesMonth: day('series_month'),
    /** Neither listed nor counted until its day begins for the user (PD-31). */
    isUpcoming: boolean('is_upcoming').notNull().default(false),
    isPaid: boolean('is_paid').notNull().default(false),
    isPending: boolean('is_pending').notNull().default(false),
    kind: text('kind', { enum: MONEY_KINDS }).notNull().default('spending'),
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
      // PostgreSQL cuts off the end of the name that Drizzle would give.
      name: 'separate_expenses_user_id_bank_expense_id_expenses_user_id_id_',
      columns: [table.userId, table.bankExpenseId],
      foreignColumns: [expenses.userId, expenses.id],
    }).onDelete('cascade'),
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
