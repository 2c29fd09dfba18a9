import type { Day } from '@oinkly/domain/days';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import type { CentsRange, ExpenseSearch, SearchReading } from '@oinkly/domain/expense-search';
import {
  and,
  desc,
  eq,
  gte,
  ilike,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { expenses } from '../../db/tables/readable-tables.ts';
import { isExistingExpense, type ExpenseRow } from '../ledger/index.ts';

/** Reading these columns takes a third of the time of whole rows. */
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
  requestId: expenses.requestId,
};

export type ShownExpense = Pick<ExpenseRow, keyof typeof shownColumns>;

/** Names the last row of the previous page. */
export interface ExpenseCursor {
  day: Day;
  id: number;
}

export interface ExpenseFilter {
  from?: Day | undefined;
  to?: Day | undefined;
  search?: ExpenseSearch | undefined;
  counted: 'counted' | 'not' | 'all';
  category?: ExpenseCategory | undefined;
  source?: 'bank' | 'manual' | undefined;
  type?: ExpenseRow['type'] | undefined;
}

export interface ExpensePageFilter extends ExpenseFilter {
  after?: ExpenseCursor | undefined;
  limit: number;
}

/** Returns the newest day first, and the higher id first within a day. */
export async function listExpenseRows(
  db: Database,
  userId: string,
  filter: ExpensePageFilter,
): Promise<ShownExpense[]> {
  const { search, category, type, source, after, limit } = filter;
  if (!search && !category && !type && !source) {
    const { from, to } = filter;
    const values = { userId, from, to, afterDay: after?.day, afterId: after?.id, limit };
    return withRequestsOfMerged(db, userId, await preparedPage(filter)(db, values));
  }
  const conditions = await conditionsOf(db, userId, filter);
  if (conditions === null) return [];
  return withRequestsOfMerged(db, userId, await selectPage(db, conditions, limit));
}

/**
 * A merged expense has the manual one's request id: only the bank's is listed. Read for all at once: PostgreSQL may have planned for an almost
 * empty table, and would read all rows for each of them.
 */
async function withRequestsOfMerged(
  db: Database,
  userId: string,
  rows: ShownExpense[],
): Promise<ShownExpense[]> {
  const merged = rows.filter(({ fieldsFromManual }) => fieldsFromManual !== null).map(({ id }) => id);
  if (merged.length === 0) return rows;
  const manual = await db
    .select({ into: expenses.mergedIntoId, requestId: expenses.requestId })
    .from(expenses)
    .where(and(eq(expenses.userId, userId), isOneOf(expenses.mergedIntoId, merged)));
  const requestIdOf = new Map(manual.map(({ into, requestId }) => [into, requestId]));
  return rows.map((row) =>
    row.fieldsFromManual === null ? row : { ...row, requestId: requestIdOf.get(row.id) ?? null },
  );
}

export interface ExpenseSum {
  expenses: number;
  /** How many of them count. */
  counted: number;
  /** What the counted ones cost after refunds. */
  spentCents: number;
}

/** Sums everything that a list of pages would show, in one statement that reads the user's rows once. */
export async function sumExpenseRows(
  db: Database,
  userId: string,
  filter: ExpenseFilter,
): Promise<ExpenseSum> {
  const conditions = await conditionsOf(db, userId, filter);
  if (conditions === null) return { expenses: 0, counted: 0, spentCents: 0 };
  const ofCounted = sql`filter (where ${expenses.isCounted})`;
  const [sums] = await db
    .select({
      expenses: sql<string>`count(*)`,
      counted: sql<string>`count(*) ${ofCounted}`,
      spentCents: sql<string>`coalesce(sum(${expenses.costCents}) ${ofCounted}, 0)`,
    })
    .from(expenses)
    .where(and(...conditions));
  if (!sums) throw new Error('A sum returned no row');
  return {
    expenses: Number(sums.expenses),
    counted: Number(sums.counted),
    spentCents: Number(sums.spentCents),
  };
}

/** Returns null if nothing can match. */
async function conditionsOf(
  db: Database,
  userId: string,
  filter: ExpenseFilter & Pick<ExpensePageFilter, 'after'>,
): Promise<(SQL | undefined)[] | null> {
  const { search, category, type, source } = filter;
  const conditions = pageConditions({ ...filter, userId });
  if (search) {
    const matches = await matchesSearch(db, userId, search);
    if (!matches) return null;
    conditions.push(matches);
  }
  if (category) conditions.push(eq(expenses.category, category));
  if (type) conditions.push(eq(expenses.type, type));
  if (source === 'manual') conditions.push(isNull(expenses.bankTransactionId));
  if (source === 'bank') conditions.push(isNotNull(expenses.bankTransactionId));
  return conditions;
}

type PreparedPage = ReturnType<typeof preparedQuery<PageValues, ShownExpense>>;

interface PageValues extends Record<string, unknown> {
  userId: string;
  from: Day | undefined;
  to: Day | undefined;
  afterDay: Day | undefined;
  afterId: number | undefined;
  limit: number;
}

/** Keyed by statement name. Preparing other filters too would take too much memory per connection. */
const preparedPages = new Map<string, PreparedPage>();

/** Covers the frequent filters: by day, by counting and after a row. */
function preparedPage({ from, to, counted, after }: ExpensePageFilter): PreparedPage {
  const name = ['list_expenses', from && 'from', to && 'to', counted, after && 'after']
    .filter(Boolean)
    .join('_');
  const known = preparedPages.get(name);
  if (known) return known;
  const page = preparedQuery<PageValues, ShownExpense>(name, (value, db) =>
    selectPage(
      db,
      pageConditions({
        userId: value('userId'),
        from: from && value('from'),
        to: to && value('to'),
        counted,
        after: after && { day: value('afterDay'), id: value('afterId') },
      }),
      value('limit'),
    ),
  );
  preparedPages.set(name, page);
  return page;
}

/** Holds values, or placeholders in a prepared query. */
interface PageFilter {
  userId: string | Placeholder;
  from?: Day | Placeholder | undefined;
  to?: Day | Placeholder | undefined;
  counted: ExpenseFilter['counted'];
  after?: { day: Day | Placeholder; id: number | Placeholder } | undefined;
}

function pageConditions({ userId, from, to, counted, after }: PageFilter): (SQL | undefined)[] {
  return [
    eq(expenses.userId, userId),
    isExistingExpense,
    eq(expenses.isUpcoming, false),
    from ? gte(expenses.day, from) : undefined,
    to ? lte(expenses.day, to) : undefined,
    counted === 'all' ? undefined : eq(expenses.isCounted, counted === 'counted'),
    // A comparison of rows is a place in the index. With `or`, each page reads all earlier ones again.
    after && sql`(${expenses.day}, ${expenses.id}) < (${after.day}, ${after.id})`,
  ];
}

function selectPage(db: Database, conditions: readonly (SQL | undefined)[], limit: number | Placeholder) {
  return db
    .select(shownColumns)
    .from(expenses)
    .where(and(...conditions))
    .orderBy(desc(expenses.day), desc(expenses.id))
    .limit(limit);
}

/** As `isFound` says. Returns undefined if nothing can match. */
async function matchesSearch(
  db: Database,
  userId: string,
  { name, reading }: ExpenseSearch,
): Promise<SQL | undefined> {
  const parts = [name ?? '', reading?.name ?? ''].filter((part) => part !== '');
  const matching = parts.length === 0 ? [] : await findNamesLike(db, userId, parts);
  const isNamed = (part: string) => {
    // With too many names, each row is compared.
    const names = matching?.[parts.indexOf(part)];
    if (!names) return ilike(expenses.name, patternOf(part));
    return names.length > 0 ? isOneOf(expenses.name, names) : undefined;
  };
  const wholeName = name === null ? undefined : isNamed(name);
  const named = reading === null || reading.name === '' ? undefined : isNamed(reading.name);
  const canRead = reading !== null && (reading.name === '' || named !== undefined);
  return or(wholeName, canRead ? and(named, ...conditionsOfReading(reading)) : undefined);
}

function conditionsOfReading({ categories, days, cents }: SearchReading): (SQL | undefined)[] {
  const isWithin = (amount: SQL, { from, to }: CentsRange) =>
    and(from === null ? undefined : gte(amount, from), to === null ? undefined : lte(amount, to));
  return [
    categories.length > 0 ? isOneOf(expenses.category, categories) : undefined,
    days ? and(gte(expenses.day, days.from), lte(expenses.day, days.to)) : undefined,
    cents
      ? or(isWithin(sql`abs(${expenses.amountCents})`, cents), isWithin(sql`${expenses.costCents}`, cents))
      : undefined,
  ];
}

/** With more names, reading all rows is faster. */
const MAX_NAMES = 2_000;

/** Returns the names that contain each part, or null if the user has more than `MAX_NAMES` names. */
async function findNamesLike(
  db: Database,
  userId: string,
  [first, second]: readonly string[],
): Promise<string[][] | null> {
  const [pattern, other] = [first ?? '', second ?? first ?? ''].map(patternOf);
  const [row] = await selectNamesLike(db, { userId, pattern, other });
  return row && row.total <= MAX_NAMES ? [row.matching, row.matchingOther] : null;
}

/** Jumps from name to name in the index: the cost depends on names, not rows. */
const selectNamesLike = preparedQuery<
  { userId: string; pattern: string | undefined; other: string | undefined },
  { total: number; matching: string[]; matchingOther: string[] }
>(
  'find_names_like',
  (value) => sql`
    with recursive names as (
      (select name from expenses where user_id = ${value('userId')} order by name limit 1)
      union all
      select (select e.name from expenses e where e.user_id = ${value('userId')} and e.name > names.name order by e.name limit 1)
      from names where names.name is not null
    ), known as (select name from names where name is not null limit ${sql.raw(String(MAX_NAMES + 1))})
    select count(*)::integer as total, coalesce(array_agg(name) filter (where name ilike ${value('pattern')}), '{}') as matching,
      coalesce(array_agg(name) filter (where name ilike ${value('other')}), '{}') as "matchingOther"
    from known`,
);

function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
