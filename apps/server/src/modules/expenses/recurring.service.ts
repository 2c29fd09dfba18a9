import { addDays, type Day } from '@oinkly/domain/days';
import {
  findMonthlyPayments,
  MONTHLY_PAYMENTS_REACH_DAYS,
  withoutEntered,
  type MonthlyPayments,
} from '@oinkly/domain/monthly-payments';
import { mayBeBill } from '@oinkly/domain/bills';
import { compareExpenses, DUPLICATE_REACH_DAYS, MOST_CANDIDATES } from '@oinkly/domain/duplicates';
import { ReadNames } from '@oinkly/domain/name-likeness';
import { stillToCome, type StillToCome } from '@oinkly/domain/still-to-come';
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
  series: SeriesView[];
  merchants: (MonthlyPayments<PaymentRow> & {
    isConfirmed: boolean;
    /** It counts, looks like a bill, and no rule says whether it counts (PD-90). */
    mayBeBill: boolean;
  })[];
}

/** Lists what recurs, by next day, without merchants called 'not monthly' and the user's own series. */
export async function readRecurring(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  user: UserRow,
): Promise<RecurringView> {
  const today = todayOf(user, clock);
  const series = await listSeriesViews(db, user.id, user);
  const answers = await readMonthlyAnswers(db, user.id);
  return { series, merchants: await listMerchants(db, user.id, { today, series, answers }) };
}

/**
 * What is to come this week, and the monthly payments as `readRecurring` lists them; none if none is confirmed and none may be a bill to ask
 * about. Every page of weeks asks for it.
 */
export async function readComing(
  { db, clock }: { db: Database; clock: () => Date },
  user: UserRow,
): Promise<{ toCome: StillToCome; merchants: RecurringView['merchants'] }> {
  const today = todayOf(user, clock);
  const series = await listSeriesViews(db, user.id, user);
  const answers = await readMonthlyAnswers(db, user.id);
  const merchants =
    user.mayHaveBill || [...answers.values()].includes(true)
      ? await listMerchants(db, user.id, { today, series, answers })
      : [];
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
  return { toCome, merchants };
}

/** Remembers whether there is a bill to ask about. Cost: n log n in the user's bank transactions of about eight months. */
export async function lookForBills(tx: LedgerTransaction, today: Day): Promise<void> {
  const { owner } = tx.ledger;
  const { userId } = owner;
  const series = await listSeriesViews(tx, userId, owner);
  const answers = await readMonthlyAnswers(tx, userId);
  const merchants = await listMerchants(tx, userId, { today, series, answers });
  await setMayHaveBill(
    tx,
    userId,
    merchants.some((one) => one.mayBeBill),
  );
}

async function listMerchants(
  db: Database,
  userId: string,
  {
    today,
    series,
    answers,
  }: { today: Day; series: readonly SeriesView[]; answers: ReadonlyMap<string, boolean> },
): Promise<RecurringView['merchants']> {
  const found = await listMonthlyPayments(db, userId, today, series);
  if (found.length === 0) return [];
  const [decided, budget] = [
    await readMerchantsWithDecision(db, userId),
    await findLatestBudgetChange(db, userId),
  ];
  return found
    .filter(({ latest }) => answers.get(latest.merchantKey) !== false)
    .map((one) => ({
      ...one,
      isConfirmed: answers.has(one.latest.merchantKey),
      mayBeBill:
        one.latest.isCounted &&
        !decided.has(one.latest.merchantKey) &&
        mayBeBill(one.latest, budget?.budgetCents ?? null),
    }));
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
  entered: readonly SeriesView[],
): Promise<MonthlyPayments<PaymentRow>[]> {
  const since = addDays(today, -MONTHLY_PAYMENTS_REACH_DAYS);
  const found = await inTurns(findMonthlyPayments(await listRepeatedPayments(db, userId, since), today));
  return withoutEntered(
    found,
    entered.map(({ series }) => series),
  );
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
