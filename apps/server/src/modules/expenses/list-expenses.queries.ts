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
import { preparedStatement } from '../../db/prepared-query.ts';
import { expenses } from '../../db/schema.ts';
import { isThere, type ExpenseRow } from '../ledger/index.ts';

/** Reading these takes a third of the time of whole rows. */
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

/** The last row of the previous page. */
export interface ExpenseCursor {
  day: Day;
  id: number;
}

export interface ExpenseFilter {
  from?: Day | undefined;
  to?: Day | undefined;
  /** Part of the name, or an amount such as `25` or `$4.50`. */
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
  if (filter.search) {
    const names = await findNamesLike(db, userId, filter.search);
    const matches = matchesSearch(filter.search, names);
    if (!matches) return [];
    conditions.push(matches);
  }
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

/** A name per statement text. Rarer filters have too many texts for the connections' memory. */
function statementName(filter: ExpenseFilter): string | undefined {
  const { from, to, counted, after, search, category, source, type } = filter;
  if (search || category || source || type) return undefined;
  return ['list_expenses', from && 'from', to && 'to', counted, after && 'after'].filter(Boolean).join('_');
}

/** By name and by amount before and after refunds. `names`: null if too many to know. Undefined if nothing can match. */
function matchesSearch(text: string, names: readonly string[] | null): SQL | undefined {
  const amounts = centsOfSearch(text);
  const magnitude = sql`abs(${expenses.amountCents})`;
  const conditions = [
    ...(names === null ? [ilike(expenses.name, patternOf(text))] : []),
    ...(names?.length ? [sql`${expenses.name} = any(${sql.param(names)}::text[])`] : []),
    ...(amounts
      ? [
          between(magnitude, amounts.from, amounts.to),
          between(sql`${magnitude} - ${expenses.refundedCents}`, amounts.from, amounts.to),
        ]
      : []),
  ];
  return conditions.length === 0 ? undefined : or(...conditions);
}

/** With more, reading the rows is faster. */
const MAX_NAMES = 2_000;

/** Null with more than `MAX_NAMES` names. */
async function findNamesLike(db: Database, userId: string, text: string): Promise<string[] | null> {
  const [row] = await selectNamesLike(db, { userId, pattern: patternOf(text) });
  return row && row.total <= MAX_NAMES ? row.matching : null;
}

/** Jumps from name to name in the index: the cost depends on names, not rows. */
const selectNamesLike = preparedStatement<
  { userId: string; pattern: string },
  { total: number; matching: string[] }
>(
  'find_names_like',
  (value) => sql`
    with recursive names as (
      (select name from expenses where user_id = ${value('userId')} order by name limit 1)
      union all
      select (select e.name from expenses e where e.user_id = ${value('userId')} and e.name > names.name order by e.name limit 1)
      from names where names.name is not null
    ), known as (select name from names where name is not null limit ${sql.raw(String(MAX_NAMES + 1))})
    select count(*)::integer as total, coalesce(array_agg(name) filter (where name ilike ${value('pattern')}), '{}') as matching
    from known`,
);

function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
