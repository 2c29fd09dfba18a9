import { addDays, type Day } from '@oinkly/domain/days';
import {
  findMonthlyPayments,
  isOfEntered,
  MONTHLY_PAYMENTS_REACH_DAYS,
  type MonthlyPayments,
} from '@oinkly/domain/monthly-payments';
import { compareExpenses, DUPLICATE_REACH_DAYS } from '@oinkly/domain/duplicates';
import { stillToComeCents } from '@oinkly/domain/still-to-come';
import { AppError } from '../../app-error.ts';
import { inUserTransaction, type Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { todayOf } from '../time/index.ts';
import type { UserRow } from '../identity/index.ts';
import {
  deleteMonthlyAnswer,
  hasPaidMerchant,
  listPayments,
  listRepeatedPayments,
  readMonthlyAnswers,
  storeMonthlyAnswer,
  type PaymentRow,
} from './monthly-payments.queries.ts';
import { listSeriesViews, type SeriesView } from './series.service.ts';

/** What recurs: what the user entered, and what was found in bank history. */
export interface RecurringView {
  series: SeriesView[];
  merchants: (MonthlyPayments<PaymentRow> & { isConfirmed: boolean })[];
}

/**
 * What recurs for a user, each with its next day, the next to come first. Merchants that the user called 'not monthly' are left out, and
 * payments that are what they entered themselves.
 */
export async function readRecurring(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: UserRow,
): Promise<RecurringView> {
  const today = todayOf(user, clock);
  const series = await listSeriesViews(db, user.id);
  const [found, answers] = [
    await listMonthlyPayments(db, user.id, today, series),
    await readMonthlyAnswers(db, user.id),
  ];
  const merchants = found
    .filter(({ latest }) => answers.get(latest.merchantKey) !== false)
    .map((one) => ({ ...one, isConfirmed: answers.has(one.latest.merchantKey) }));
  return { series, merchants };
}

/**
 * The sum of what is still to come this week and will count, in cents. Payments that the user has not confirmed as monthly are not part of
 * it, nor is an occurrence that a bank has paid early: that is spending already.
 */
export async function readStillToCome(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: UserRow,
): Promise<number> {
  const today = todayOf(user, clock);
  const [series, answers] = [await listSeriesViews(db, user.id), await readMonthlyAnswers(db, user.id)];
  const isConfirmed = (merchantKey: string) => answers.get(merchantKey) === true;
  const found = [...answers.keys()].some(isConfirmed)
    ? await listMonthlyPayments(db, user.id, today, series)
    : [];
  return stillToComeCents(
    [
      ...(await listUnpaid(db, user.id, today, series)).map(({ next }) => next),
      ...found
        .filter(({ latest }) => isConfirmed(latest.merchantKey))
        .map(({ latest, expectedOn }) => ({ ...latest, day: expectedOn })),
    ],
    today,
  );
}

/** The series whose next occurrence no bank has reported early. Such a one is merged into the bank's on its day. */
async function listUnpaid(
  db: Database,
  userId: string,
  today: Day,
  series: readonly SeriesView[],
): Promise<SeriesView[]> {
  if (series.length === 0) return [];
  const payments = await listPayments(db, userId, addDays(today, -DUPLICATE_REACH_DAYS));
  return series.filter(({ series: { name }, next: { day, amountCents } }) => {
    const manual = { id: 0, name, amountCents, day, isOfSeries: true };
    return !payments.some(
      (payment) =>
        payment.isCounted &&
        compareExpenses({ manual, bank: { ...payment, names: [payment.name], isDayOfPurchase: false } }) ===
          'duplicate',
    );
  });
}

/** Payments that look monthly, but for those that are one of these series: it would be to come twice. */
async function listMonthlyPayments(
  db: Database,
  userId: string,
  today: Day,
  entered: readonly SeriesView[],
): Promise<MonthlyPayments<PaymentRow>[]> {
  const since = addDays(today, -MONTHLY_PAYMENTS_REACH_DAYS);
  return findMonthlyPayments(await listRepeatedPayments(db, userId, since), today).filter(
    ({ latest }) => !entered.some(({ series }) => isOfEntered(latest, series)),
  );
}

/**
 * Remembers whether payments to a merchant are monthly, or with null that nobody has answered. What is, is shown as to come; nothing is
 * created, because the bank brings it. Throws RECURRING_NOT_FOUND for a merchant that no bank of the user's ever named.
 */
export async function answerMonthly(
  { db }: Pick<Deps, 'db'>,
  command: { ownerId: string; merchantKey: string; isMonthly: boolean | null },
): Promise<void> {
  const { ownerId: userId, merchantKey, isMonthly } = command;
  await inUserTransaction(db, userId, async (tx) => {
    if (!(await hasPaidMerchant(tx, userId, merchantKey))) throw new AppError('RECURRING_NOT_FOUND');
    if (isMonthly === null) await deleteMonthlyAnswer(tx, userId, merchantKey);
    else await storeMonthlyAnswer(tx, { userId, merchantKey, isMonthly });
  });
}
