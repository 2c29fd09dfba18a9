import type { Day } from '@oinkly/domain/days';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import { centsOfSearch } from '@oinkly/domain/money-input';
import {
  and,
  between,
  desc,
  eq,
  gte,
  ilike,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { expenses } from '../../db/schema.ts';
import { isThere, type ExpenseRow } from '../ledger/index.ts';

/** Selecting these takes a third of the time of whole rows. */
const shownColumns = {
  id: expenses.id,
  userId: expenses.userId,
  bankTransactionId: expenses.bankTransactionId,
  name: expenses.name,
  amountCents: expenses.amountCents,
  currency: expenses.currency,
  day: expenses.day,
  category: expenses.category,
  type: expenses.type,
  dayOfMonth: expenses.dayOfMonth,
  seriesId: expenses.seriesId,
  isPaid: expenses.isPaid,
  isPending: expenses.isPending,
  kind: expenses.kind,
  isCounted: expenses.isCounted,
  isUpcoming: expenses.isUpcoming,
  countsByKind: expenses.countsByKind,
  countedByHand: expenses.countedByHand,
  refundedCents: expenses.refundedCents,
  fieldsFromManual: expenses.fieldsFromManual,
};

export type ShownExpense = Pick<ExpenseRow, keyof typeof shownColumns>;

/** The last row of the previous page, newest first. */
export interface ExpenseCursor {
  day: Day;
  id: number;
}

export interface ExpenseFilter {
  from?: Day | undefined;
  to?: Day | undefined;
  /** Part of the name, in any case, or an amount such as `25` or `$4.50`. */
  search?: string | undefined;
  counted: 'counted' | 'not' | 'all';
  category?: ExpenseCategory | undefined;
  source?: 'bank' | 'manual' | undefined;
  type?: ExpenseRow['type'] | undefined;
  after?: ExpenseCursor | undefined;
  limit: number;
}

/** Newest day first, ties by higher id. */
export async function listExpenseRows(
  db: Database,
  userId: string,
  filter: ExpenseFilter,
): Promise<ShownExpense[]> {
  const conditions: (SQL | undefined)[] = [
    eq(expenses.userId, userId),
    isThere,
    eq(expenses.isUpcoming, false),
  ];
  if (filter.from) conditions.push(gte(expenses.day, filter.from));
  if (filter.to) conditions.push(lte(expenses.day, filter.to));
  if (filter.search) conditions.push(matchesSearch(filter.search));
  if (filter.counted !== 'all') conditions.push(eq(expenses.isCounted, filter.counted === 'counted'));
  if (filter.category) conditions.push(eq(expenses.category, filter.category));
  if (filter.type) conditions.push(eq(expenses.type, filter.type));
  if (filter.source === 'manual') conditions.push(isNull(expenses.bankTransactionId));
  if (filter.source === 'bank') conditions.push(isNotNull(expenses.bankTransactionId));
  if (filter.after) {
    const { day, id } = filter.after;
    conditions.push(or(lt(expenses.day, day), and(eq(expenses.day, day), lt(expenses.id, id))));
  }
  const query = db
    .select(shownColumns)
    .from(expenses)
    .where(and(...conditions))
    .orderBy(desc(expenses.day), desc(expenses.id))
    .limit(filter.limit);
  const name = statementName(filter);
  return name === undefined ? query : query.prepare(name).execute();
}

/** A name per statement text. Rarer filters are not prepared: their many texts would fill the connections' memory. */
function statementName(filter: ExpenseFilter): string | undefined {
  const { from, to, counted, after, search, category, source, type } = filter;
  if (search || category || source || type) return undefined;
  return ['list_expenses', from && 'from', to && 'to', counted, after && 'after'].filter(Boolean).join('_');
}

/** Finds the original amount and the amount after refunds. Reads one user's rows at most. */
function matchesSearch(text: string): SQL | undefined {
  const sums = centsOfSearch(text);
  const magnitude = sql`abs(${expenses.amountCents})`;
  return or(
    ilike(expenses.name, `%${escapeLike(text)}%`),
    ...(sums
      ? [
          between(magnitude, sums.from, sums.to),
          between(sql`${magnitude} - ${expenses.refundedCents}`, sums.from, sums.to),
        ]
      : []),
  );
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
