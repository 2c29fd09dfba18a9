import { kindOfExpense } from '@oinkly/domain/classification';
import { countsByKind, type CountingSettings } from '@oinkly/domain/counted-kinds';
import { dayInZone, dayOfMonth, isDay, type Day } from '@oinkly/domain/days';
import type { ExpenseCategory } from '@oinkly/domain/expense-categories';
import { kindOfEdited, kindOfEntered } from '@oinkly/domain/entered-expense';
import type { SeriesColumn } from '@oinkly/domain/expense-fields';
import { centsFromDollars } from '@oinkly/domain/money';
import {
  earliestSeriesStart,
  monthOf,
  occurrenceIn,
  occurrenceInMonthAfter,
  occurrenceOnOrAfter,
  occurrencesThrough,
} from '@oinkly/domain/recurrence';
import { withoutUndefined } from '@oinkly/domain/without-undefined';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { forEachUser } from '../../db/for-each-user.ts';
import type { Deps } from '../deps.ts';
import { FIRST_ZONE, todayOf } from '../time/index.ts';
import type { UserRow } from '../identity/index.ts';
import {
  changeLedger,
  insertExpenseRow,
  insertOccurrences,
  listOccurrences,
  listUpcoming,
  markOccurrencesDeleted,
  markUpcoming,
  restoreOccurrences,
  updateExpenseRow,
  type ExpenseRow,
  type LedgerDeps,
  type LedgerTransaction,
  type NewExpenseRow,
  type SeriesRef,
} from '../ledger/index.ts';
import { requireRoomForSeries } from './expense-quota.ts';
import { sourceOf } from './present-expense.ts';
import {
  findSeries,
  insertSeries,
  listDaysOfSeries,
  listDueSeries,
  listSeries,
  listUpcomingDays,
  reopenSeries,
  updateNextOn,
  updateSeries,
  type DueDay,
  type SeriesRow,
} from './series.queries.ts';

/* Recurring expenses (PD-31). A series has at most one row of `expenses` a month, deleted or not, and `nextOn` is in a later month: so
   an occurrence is created once and a deleted one never returns. Code that moves `nextOn` creates the occurrences it passes in the same
   transaction. */

export type Owner = Pick<UserRow, 'id' | 'timeZone'>;

export interface SeriesView {
  series: SeriesRow;
  next: { day: Day; amountCents: number; isCounted: boolean; expenseId: number | null };
}

type SharedColumn = SeriesColumn | 'countedByHand';

export interface SeriesPatch {
  name?: string | undefined;
  amount?: number | undefined;
  category?: ExpenseCategory | undefined;
  dayOfMonth?: number | null | undefined;
  counted?: boolean | null | undefined;
}

/** Many, because users in later zones are read but not due. */
const PAGE_SIZE = 1000;

type FirstOccurrence = Omit<NewExpenseRow, 'userId' | 'type' | 'dayOfMonth' | 'seriesId' | 'seriesMonth'>;

/**
 * The first occurrence, on or after the day of `first`, is stored at once for the answer. Throws
 * VALIDATION_FAILED for a day too far back or at the calendar's end.
 */
export async function beginSeries(
  tx: LedgerTransaction,
  { owner, first, recursOn, now }: { owner: Owner; first: FirstOccurrence; recursOn: number; now: Date },
): Promise<ExpenseRow> {
  const today = todayOf(owner, () => now);
  refuseTooFarBack(first.day, today);
  const day = inCalendar(occurrenceOnOrAfter(first.day, recursOn));
  const series = await insertSeriesAfter(tx, { ...first, userId: owner.id, day }, recursOn);
  const row = await insertExpenseRow(tx, {
    ...first,
    userId: owner.id,
    day,
    type: 'recurring',
    dayOfMonth: recursOn,
    seriesId: series.id,
    seriesMonth: monthOf(day),
    isUpcoming: day > today,
  });
  await createOccurrences(tx, owner.id, [series], { today, now });
  return row;
}

/**
 * The expense becomes its month's occurrence, or rejoins its running series. Throws VALIDATION_FAILED like
 * `beginSeries`.
 */
export async function beginSeriesWith(
  tx: LedgerTransaction,
  { owner, row, now }: { owner: Owner; row: ExpenseRow; now: Date },
): Promise<ExpenseRow> {
  const former =
    row.seriesId === null ? undefined : await findSeries(tx, { userId: owner.id, id: row.seriesId });
  if (former?.endedAt === null) return row;
  const today = todayOf(owner, () => now);
  refuseTooFarBack(row.day, today);
  const recursOn = row.dayOfMonth ?? dayOfMonth(row.day);
  const series = await insertSeriesAfter(tx, { ...row, createdAt: now }, recursOn);
  const first = await updateExpenseRow(tx, owner.id, row.id, {
    seriesId: series.id,
    seriesMonth: monthOf(row.day),
  });
  await createOccurrences(tx, owner.id, [series], { today, now });
  return first;
}

async function insertSeriesAfter(
  tx: LedgerTransaction,
  first: Pick<
    NewExpenseRow,
    'userId' | 'name' | 'amountCents' | 'category' | 'day' | 'countedByHand' | 'createdAt'
  >,
  recursOn: number,
): Promise<SeriesRow> {
  await requireRoomForSeries(tx, first.userId);
  const nextOn = inCalendar(occurrenceInMonthAfter(first.day, recursOn));
  const { userId, name, amountCents, category, countedByHand, createdAt } = first;
  const shared = {
    name,
    amountCents,
    category,
    countedByHand,
    dayOfMonth: recursOn,
  } satisfies Record<SharedColumn, unknown>;
  return insertSeries(tx, { userId, id: randomUUID(), ...shared, nextOn, createdAt });
}

/** `all` must be as stored. */
async function createOccurrences(
  tx: LedgerTransaction,
  userId: string,
  all: readonly SeriesRow[],
  { today, now }: { today: Day; now: Date },
): Promise<void> {
  const due = all.map((series) => ({
    series,
    days: occurrencesThrough(series.nextOn, today, series.dayOfMonth),
  }));
  const occurrences = due.flatMap(({ series, days }) =>
    days.map((day) => ({ seriesId: series.id, day, ...kindOfEntered(series, tx.ledger.owner) })),
  );
  if (occurrences.length === 0) return;
  await insertOccurrences(tx, userId, occurrences, now);
  const next = due.flatMap(({ series: { id, dayOfMonth: recursOn }, days }) =>
    days.slice(-1).map((last) => ({ id, nextOn: occurrenceInMonthAfter(last, recursOn) })),
  );
  await updateNextOn(tx, userId, next);
}

/** The scheduled job, on any number of processes. The next run retries a user's failure. */
export async function createDueOccurrences(
  deps: LedgerDeps & Pick<Deps, 'log'>,
  signal: AbortSignal,
  pageSize = PAGE_SIZE,
): Promise<void> {
  const { db, clock, log } = deps;
  const createOf = async (owner: Owner) => {
    try {
      await changeLedger(deps, owner.id, (tx) => createDueOccurrencesOf(tx, owner, clock()));
    } catch (error) {
      log.error({ err: error, userId: owner.id }, 'the recurring expenses of a user were not created');
    }
  };
  const lastDay = dayInZone(clock(), FIRST_ZONE);
  for (const listDays of [listDaysOfSeries, listUpcomingDays]) {
    let after: DueDay | undefined;
    do {
      const page = await listDays(db, lastDay, after, pageSize);
      await forEachUser(ownersOfDue(page, clock), createOf, () => signal.aborted);
      after = page.at(-1);
    } while (after && !signal.aborted);
  }
}

/** The users whose day it is in their zone, each once. */
function ownersOfDue(days: readonly DueDay[], clock: () => Date): Owner[] {
  const owners = new Map<string, Owner>();
  for (const [timeZone, ofZone] of Map.groupBy(days, (due) => due.timeZone)) {
    const today = todayOf({ timeZone }, clock);
    for (const { day, userId: id } of ofZone) if (day <= today) owners.set(id, { id, timeZone });
  }
  return [...owners.values()];
}

/** Creates a user's due occurrences and shows those whose day has come. */
export async function createDueOccurrencesOf(tx: LedgerTransaction, owner: Owner, now: Date): Promise<void> {
  const today = todayOf(owner, () => now);
  const due = await listDueSeries(tx, owner.id, today);
  await createOccurrences(tx, owner.id, due, { today, now });
  await markUpcoming(tx, owner.id, today);
}

/** Lists them by next occurrence. */
export async function listSeriesViews(
  db: Database,
  userId: string,
  settings: CountingSettings,
): Promise<SeriesView[]> {
  const all = await listSeries(db, userId);
  if (all.length === 0) return [];
  const upcomingOf = Map.groupBy(await listUpcoming(db, userId), ({ seriesId }) => seriesId);
  const views = all.map((series) => {
    const next = upcomingOf.get(series.id)?.find(({ day }) => day <= series.nextOn);
    const { day, amountCents, countedByHand } = next ?? { ...series, day: series.nextOn };
    const isOfCountedKind = next?.countsByKind ?? countsByKind(kindOfExpense(series), settings);
    const expenseId = next?.id ?? null;
    return { series, next: { day, amountCents, isCounted: countedByHand ?? isOfCountedKind, expenseId } };
  });
  return views.toSorted((a, b) => a.next.day.localeCompare(b.next.day));
}

/** Changes a series and its occurrences after today. Throws RECURRING_NOT_FOUND, also for an ended one. */
export async function changeSeries(
  deps: LedgerDeps,
  command: { owner: Owner; id: string; patch: SeriesPatch },
): Promise<void> {
  const { owner } = command;
  await changeLedger(deps, owner.id, async (tx) => {
    const series = await liveSeries(tx, { userId: owner.id, id: command.id });
    const today = todayOf(owner, deps.clock);
    await applyToSeries(tx, series, command.patch, await listOccurrences(tx, series, { after: today }));
    await markUpcoming(tx, owner.id, today);
  });
}

/**
 * Changes a series from `occurrence` on. A new date sets the day of the month. Throws VALIDATION_FAILED for
 * another month.
 */
export async function changeSeriesFrom(
  tx: LedgerTransaction,
  occurrence: ExpenseRow,
  patch: SeriesPatch & { date?: Day | undefined; type?: ExpenseRow['type'] | undefined },
  now: Date,
): Promise<void> {
  const place = placeInSeries(occurrence);
  const series = place && (await findSeries(tx, place));
  if (!series) return;
  const isMoved = patch.date !== undefined && patch.date !== occurrence.day;
  if (isMoved && monthOf(patch.date ?? '') !== place.month) {
    throw new AppError('VALIDATION_FAILED', {
      fields: [{ path: 'date', message: 'All later ones can only move within their months' }],
    });
  }
  const recursOn = patch.dayOfMonth ?? (isMoved ? dayOfMonth(patch.date ?? '') : undefined);
  const occurrences = await listOccurrences(tx, series, place);
  await applyToSeries(tx, series, { ...patch, dayOfMonth: recursOn }, occurrences);
  if (patch.type === 'one-time') {
    for (const { id } of occurrences) {
      await updateExpenseRow(tx, series.userId, id, { type: 'one-time', dayOfMonth: null });
    }
    if (series.endedAt === null) await updateSeries(tx, series, { endedAt: now });
  }
}

async function applyToSeries(
  tx: LedgerTransaction,
  series: SeriesRow,
  patch: SeriesPatch,
  occurrences: readonly ExpenseRow[],
): Promise<void> {
  const shared = withoutUndefined({
    name: patch.name,
    amountCents: patch.amount === undefined ? undefined : centsFromDollars(patch.amount),
    category: patch.category,
    countedByHand: patch.counted,
  } satisfies Record<Exclude<SharedColumn, 'dayOfMonth'>, unknown>);
  const recursOn = patch.dayOfMonth ?? null;
  const onItsDay = (month: Day) =>
    recursOn === null ? {} : { day: occurrenceIn(month, recursOn), dayOfMonth: recursOn };
  await updateSeries(tx, series, {
    ...shared,
    ...(recursOn !== null && {
      dayOfMonth: recursOn,
      nextOn: occurrenceIn(monthOf(series.nextOn), recursOn),
    }),
  });
  for (const occurrence of occurrences) {
    const { userId, id, day, seriesMonth } = occurrence;
    const before = { ...occurrence, source: sourceOf(occurrence) };
    const kind = kindOfEdited(before, { ...occurrence, ...shared }, tx.ledger.owner);
    const changes = { ...shared, ...kind, ...onItsDay(seriesMonth ?? monthOf(day)) };
    if (Object.keys(changes).length > 0) await updateExpenseRow(tx, userId, id, changes);
  }
}

/** Deletes its occurrences after today. Throws RECURRING_NOT_FOUND, also for an ended one. */
export async function endSeries(deps: LedgerDeps, command: { owner: Owner; id: string }): Promise<void> {
  const { owner } = command;
  await changeLedger(deps, owner.id, async (tx) => {
    const series = await liveSeries(tx, { userId: owner.id, id: command.id });
    await endSeriesFrom(tx, series, { after: todayOf(owner, deps.clock) }, deps.clock());
  });
}

/**
 * Ends an occurrence's series and deletes the later ones at `now`, by which `restoreDeletedAt` finds them.
 * Ignores other expenses.
 */
export async function endSeriesWith(tx: LedgerTransaction, occurrence: ExpenseRow, now: Date): Promise<void> {
  const place = placeInSeries(occurrence);
  if (place) await endSeriesFrom(tx, place, place, now);
}

async function endSeriesFrom(
  tx: LedgerTransaction,
  ref: SeriesRef,
  from: { month: Day } | { after: Day },
  now: Date,
): Promise<void> {
  await markOccurrencesDeleted(tx, ref, from, now);
  const series = await findSeries(tx, ref);
  if (series?.endedAt === null) await updateSeries(tx, ref, { endedAt: now });
}

/** Null for other expenses. */
function placeInSeries({
  userId,
  type,
  seriesId,
  seriesMonth,
}: ExpenseRow): (SeriesRef & { month: Day }) | null {
  if (type !== 'recurring' || seriesId === null || seriesMonth === null) return null;
  return { userId, id: seriesId, month: seriesMonth };
}

/** Restores a series and the occurrences deleted at `deletedAt`, if it ended then. */
export async function restoreDeletedAt(
  tx: LedgerTransaction,
  ref: SeriesRef,
  deletedAt: Date,
): Promise<void> {
  await restoreOccurrences(tx, ref, deletedAt);
  await reopenSeries(tx, ref, deletedAt);
}

/** Undoes the end of a series and its deletions. Throws RECURRING_NOT_FOUND if it has not ended. */
export async function restoreSeries(
  deps: LedgerDeps,
  command: { ownerId: string; id: string },
): Promise<void> {
  const ref = { userId: command.ownerId, id: command.id };
  await changeLedger(deps, ref.userId, async (tx) => {
    const series = await findSeries(tx, ref);
    if (!series?.endedAt) throw new AppError('RECURRING_NOT_FOUND');
    await restoreDeletedAt(tx, ref, series.endedAt);
  });
}

async function liveSeries(tx: LedgerTransaction, ref: SeriesRef): Promise<SeriesRow> {
  const series = await findSeries(tx, ref);
  if (!series || series.endedAt !== null) throw new AppError('RECURRING_NOT_FOUND');
  return series;
}

/** Throws VALIDATION_FAILED: all occurrences since would be created at once. */
function refuseTooFarBack(day: Day, today: Day): void {
  const earliest = earliestSeriesStart(today);
  if (day >= earliest) return;
  throw new AppError('VALIDATION_FAILED', {
    fields: [{ path: 'date', message: `A recurring expense can start on ${earliest} at the earliest` }],
  });
}

/** Throws VALIDATION_FAILED beyond the calendar's end. */
function inCalendar(day: Day): Day {
  if (isDay(day)) return day;
  throw new AppError('VALIDATION_FAILED', {
    fields: [{ path: 'date', message: 'The calendar ends before the next one' }],
  });
}
