import { addDays, type Day } from '@oinkly/domain/days';
import {
  enteredPayments,
  findMonthlyPayments,
  MONTHLY_PAYMENTS_REACH_DAYS,
  type MonthlyPayments,
} from '@oinkly/domain/monthly-payments';
import { mayBeBill } from '@oinkly/domain/bills';
import { compareExpenses, DUPLICATE_REACH_DAYS, MOST_CANDIDATES } from '@oinkly/domain/duplicates';
import { ReadNames } from '@oinkly/domain/name-likeness';
import type { PriceChange } from '@oinkly/domain/price-changes';
import { stillToCome, type StillToCome } from '@oinkly/domain/still-to-come';
import { weekStartOf } from '@oinkly/domain/weeks';
import { AppError } from '../../errors/app-error.ts';
import { inUserTransaction, type Database } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { inTurns } from '../../concurrency/event-loop-turns.ts';
import { findLatestBudgetChange, setMayHaveBill } from '../budget/index.ts';
import type { LedgerTransaction } from '../ledger/index.ts';
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
import { readMerchantsWithDecision } from './rules.queries.ts';
import { listSeriesViews, type SeriesView } from './series.service.ts';

export interface RecurringView {
  /** What the bank charges for it may have changed (PD-112). */
  series: (SeriesView & { priceChange: PriceChange | null })[];
  merchants: (MonthlyPayments<PaymentRow> & {
    isConfirmed: boolean;
    /** It counts, looks like a bill, and no rule says whether it counts (PD-90). */
    mayBeBill: boolean;
  })[];
}

/** A monthly payment's change of price, with its name on the user's lists. */
export type NamedPriceChange = PriceChange & { name: string };

/** Lists what recurs, by next day, without merchants called 'not monthly' and the user's own series. */
export async function readRecurring(
  { db, clock }: { db: Database; clock: () => Date },
  user: UserRow,
): Promise<RecurringView> {
  const today = todayOf(user, clock);
  const series = await listSeriesViews(db, user.id, user);
  const answers = await readMonthlyAnswers(db, user.id);
  const { merchants, ofSeries } = await listMonthly(db, user.id, { today, series, answers });
  const changeOf = new Map(ofSeries.map(({ seriesId, priceChange }) => [seriesId, priceChange]));
  return {
    series: series.map((view) => ({ ...view, priceChange: changeOf.get(view.series.id) ?? null })),
    merchants,
  };
}

/**
 * What is to come this week, prices that changed since last Monday, and the monthly payments as `readRecurring` lists them; no payments and no
 * changes if no payment is confirmed, may be a bill to ask about, or changed its price lately. Every page of weeks asks for it.
 */
export async function readComing(
  { db, clock }: { db: Database; clock: () => Date },
  user: UserRow,
): Promise<{
  toCome: StillToCome;
  priceChanges: NamedPriceChange[];
  merchants: RecurringView['merchants'];
}> {
  const today = todayOf(user, clock);
  const series = await listSeriesViews(db, user.id, user);
  const answers = await readMonthlyAnswers(db, user.id);
  const { merchants, ofSeries } =
    user.mayHaveBill || [...answers.values()].includes(true)
      ? await listMonthly(db, user.id, { today, series, answers })
      : NOTHING_MONTHLY;
  const unpaid = await listUnpaid(db, user.id, today, series);
  // Omits unconfirmed payments and occurrences that a bank reported early.
  const toCome = stillToCome(
    [
      ...unpaid.map(({ series: { name }, next }) => ({ ...next, name })),
      ...merchants
        .filter(({ isConfirmed }) => isConfirmed)
        .map(({ latest, expectedOn }) => ({ ...latest, day: expectedOn })),
    ],
    today,
  );
  const priceChanges = [
    ...merchants.map(({ latest: { name }, priceChange }) => ({ name, priceChange })),
    ...ofSeries,
  ].flatMap(({ name, priceChange }) => (isOfLastWeeks(priceChange, today) ? [{ ...priceChange, name }] : []));
  return { toCome, priceChanges, merchants };
}

/** Remembers whether there is a bill to ask about or a changed price. Cost: n log n in the user's bank transactions of about eight months. */
export async function lookForBills(tx: LedgerTransaction, today: Day): Promise<void> {
  const { owner } = tx.ledger;
  const { userId } = owner;
  const series = await listSeriesViews(tx, userId, owner);
  const answers = await readMonthlyAnswers(tx, userId);
  const { merchants, ofSeries } = await listMonthly(tx, userId, { today, series, answers });
  await setMayHaveBill(
    tx,
    userId,
    ofSeries.some(({ priceChange }) => isOfLastWeeks(priceChange, today)) ||
      merchants.some(({ mayBeBill: isBill, priceChange }) => isBill || isOfLastWeeks(priceChange, today)),
  );
}

/** Of this week or the last, which recaps name. */
function isOfLastWeeks(change: PriceChange | null, today: Day): change is PriceChange {
  return change !== null && change.day >= addDays(weekStartOf(today), -7);
}

interface Monthly {
  merchants: RecurringView['merchants'];
  /** Those of the user's own series whose price changed. */
  ofSeries: { seriesId: string; name: string; priceChange: PriceChange }[];
}

const NOTHING_MONTHLY: Monthly = { merchants: [], ofSeries: [] };

/** Lists the monthly payments in bank history that the user did not call 'not monthly'. */
async function listMonthly(
  db: Database,
  userId: string,
  {
    today,
    series,
    answers,
  }: { today: Day; series: readonly SeriesView[]; answers: ReadonlyMap<string, boolean> },
): Promise<Monthly> {
  const found = (await listMonthlyPayments(db, userId, today)).filter(
    ({ latest }) => answers.get(latest.merchantKey) !== false,
  );
  if (found.length === 0) return NOTHING_MONTHLY;
  const seriesOf = enteredPayments(
    found,
    series.map((view) => view.series),
  );
  const [decided, budget] = [
    await readMerchantsWithDecision(db, userId),
    await findLatestBudgetChange(db, userId),
  ];
  const merchants = found
    .filter((one) => !seriesOf.has(one))
    .map((one) => ({
      ...one,
      isConfirmed: answers.has(one.latest.merchantKey),
      mayBeBill:
        one.latest.isCounted &&
        !decided.has(one.latest.merchantKey) &&
        mayBeBill(one.latest, budget?.budgetCents ?? null),
    }));
  const ofSeries = Array.from(seriesOf).flatMap(([{ priceChange }, { id: seriesId, name }]) =>
    priceChange ? [{ seriesId, name, priceChange }] : [],
  );
  return { merchants, ofSeries };
}

/** An occurrence paid early merges with the bank's on its day. */
async function listUnpaid(
  db: Database,
  userId: string,
  today: Day,
  series: readonly SeriesView[],
): Promise<SeriesView[]> {
  if (series.length === 0) return [];
  const payments = await listPayments(db, userId, addDays(today, -DUPLICATE_REACH_DAYS));
  const counted = payments.filter(({ isCounted }) => isCounted);
  const ofAmount = Map.groupBy(counted, ({ amountCents }) => amountCents);
  const names = new ReadNames();
  return series.filter(({ series: { name }, next: { day, amountCents } }) => {
    const manual = { id: 0, name, amountCents, day, isOfSeries: true };
    const candidates = ofAmount.get(Math.abs(amountCents))?.slice(0, MOST_CANDIDATES) ?? [];
    return !candidates.some((payment) => {
      const bank = { ...payment, names: [payment.name], isDayOfPurchase: false };
      return compareExpenses({ manual, bank }, names) === 'duplicate';
    });
  });
}

async function listMonthlyPayments(
  db: Database,
  userId: string,
  today: Day,
): Promise<MonthlyPayments<PaymentRow>[]> {
  const since = addDays(today, -MONTHLY_PAYMENTS_REACH_DAYS);
  return inTurns(findMonthlyPayments(await listRepeatedPayments(db, userId, since), today));
}

/** Null deletes the answer. Creates no expense: the bank brings it. Throws RECURRING_NOT_FOUND. */
export async function answerMonthly(
  { db }: Pick<Deps, 'db'>,
  command: { ownerId: string; merchantKey: string; isMonthly: boolean | null },
): Promise<void> {
  const { ownerId: userId, merchantKey, isMonthly } = command;
  await inUserTransaction(db, userId, async (tx) => {
    if (!(await hasPaidMerchant(tx, userId, merchantKey))) throw new AppError('RECURRING_NOT_FOUND');
    if (isMonthly === null) {
      await deleteMonthlyAnswer(tx, userId, merchantKey);
      await setMayHaveBill(tx, userId, true);
    } else await storeMonthlyAnswer(tx, { userId, merchantKey, isMonthly });
  });
}
