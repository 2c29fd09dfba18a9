import { addDays, type Day } from '@oinkly/domain/days';
import type { BankCategory } from '@oinkly/domain/classification';
import { kindOfMoneyIn } from '@oinkly/domain/statements/money-direction';
import { categoryOfStatement, kindOfStatement } from '@oinkly/domain/statements/statement-category';
import { z } from 'zod';
import { turnsOfWork } from '../../../../concurrency/event-loop-turns.ts';
import type { BankTransaction, CoveredDays } from '../../../ledger/index.ts';
import { plainText } from './plain-text.ts';
import type { ReportedAccount } from './simplefin-account-set.ts';
import { categoryOfCode } from './simplefin-categories.ts';
import {
  centsOf,
  dayOf,
  epochSeconds,
  idOf,
  NO_ID,
  numericText,
  optionalText,
  storableId,
} from './simplefin-values.ts';

/** The days of a request, both included. */
export interface RequestedDays {
  from: Day;
  to: Day;
}

/** The oldest and the newest day of posted rows. */
export interface PostedDays {
  oldest: Day;
  newest: Day;
}

/** Rows so close to the edge of the requested days may only have moved over it. */
export const EDGE_DAYS = 3;
/** A purchase so far from its posting has a wrong date. */
const LONGEST_POSTING_DAYS = 60;
/** No pending payment is older. */
const LONGEST_PENDING_DAYS = 90;

const transactionRow = z.object({
  id: numericText.pipe(storableId),
  posted: epochSeconds,
  amount: numericText,
  description: z.string().catch(''),
  payee: optionalText,
  transacted_at: epochSeconds.catch(null),
  pending: z.boolean().nullish(),
  mcc: storableId.nullish().catch(null),
});

export interface ReadRows {
  upserted: BankTransaction[];
  unreadable: string[];
  /** Whether some of these have another shape than the protocol's; others have days that were not asked for. */
  hasMalformed: boolean;
  /** The pending rows without a day of the bank, by id, with the days that they were first seen. */
  firstSeen: ReadonlyMap<string, Day>;
}

/**
 * What an answer changes in an account. A posted row wins over a pending one of its id. A row without a day has the day of `seenBefore` or the user's.
 * Other requests are served meanwhile.
 */
export async function toTransactions(
  account: ReportedAccount,
  requested: RequestedDays,
  userDay: Day,
  seenBefore: ReadonlyMap<string, Day>,
): Promise<ReadRows> {
  const upserted: BankTransaction[] = [];
  const unreadable: string[] = [];
  let hasMalformed = false;
  const pause = turnsOfWork();
  for (const given of account.rows ?? []) {
    await pause();
    const transaction = toTransaction(given, account, seenBefore.get(idOf(given)) ?? userDay);
    if (transaction && isPlausible(transaction, requested)) upserted.push(transaction);
    else unreadable.push(idOf(given));
    hasMalformed ||= !transaction;
  }
  const withoutDay = upserted.filter(({ isPending, authorizedOn }) => isPending && authorizedOn === null);
  return {
    upserted: await withDistinctIds(withoutPostedTwins(upserted)),
    unreadable,
    hasMalformed,
    firstSeen: new Map(withoutDay.map(({ transactionId, postedOn }) => [transactionId, postedOn])),
  };
}

/**
 * Null without a usable id, amount or day. Positive amounts are money in at SimpleFIN, and money out here. Instants become UTC days:
 * the protocol names no zone, and banks send noon UTC.
 */
export function toTransaction(
  given: unknown,
  { providerAccountId, currency, cards }: Pick<ReportedAccount, 'providerAccountId' | 'currency' | 'cards'>,
  dayWithoutDate: Day,
): BankTransaction | null {
  const row = transactionRow.safeParse(given).data;
  const cents = centsOf(row?.amount);
  if (!row || cents === null) return null;
  const isPosted = (row.posted ?? 0) > 0;
  const purchasedOn = dayOf(row.transacted_at);
  const postedOn = isPosted ? dayOf(row.posted) : (purchasedOn ?? dayWithoutDate);
  if (postedOn === null) return null;
  const amountCents = cents === 0 ? 0 : -cents;
  const description = plainText(row.description);
  const merchantName = plainText(row.payee ?? '') || null;
  return {
    transactionId: row.id,
    providerAccountId,
    pendingTransactionId: null,
    amountCents,
    currency,
    postedOn,
    authorizedOn: purchasedOn !== null && isNear(purchasedOn, postedOn) ? purchasedOn : null,
    name: merchantName ?? (description || 'Card purchase'),
    merchantName,
    isPending: row.pending === true || !isPosted,
    category: categoryOf({ amountCents, code: row.mcc ?? '', description, merchantName, cards }),
    reportedCategory: row.mcc ?? null,
  };
}

/**
 * What the answer says of the requested days; null if it leaves the rows out. Banks report less than what was asked for, and some days
 * late, so it is complete only from the oldest posted row to the newest.
 */
export function coveredDaysOf(
  { providerAccountId, rows, hasProblem }: ReportedAccount,
  { upserted, unreadable }: Pick<ReadRows, 'upserted' | 'unreadable'>,
  requested: RequestedDays,
  asksForPending: boolean,
): CoveredDays | null {
  if (rows === null) return null;
  // A row without an id may be any of the stored ones.
  const isComplete = !hasProblem && !unreadable.includes(NO_ID);
  const posted = isComplete ? postedDaysOf(upserted) : null;
  return {
    providerAccountId,
    ...requested,
    complete: posted && {
      from: laterOf(posted.oldest, addDays(requested.from, EDGE_DAYS)),
      to: posted.newest,
    },
    coversPending: asksForPending && isComplete,
    unreadableIds: [...unreadable],
  };
}

/** The oldest and the newest day of the posted rows; null without any. */
export function postedDaysOf(transactions: readonly BankTransaction[]): PostedDays | null {
  const days = transactions
    .filter(({ isPending }) => !isPending)
    .map(({ postedOn }) => postedOn)
    .toSorted();
  const [oldest, newest] = [days[0], days.at(-1)];
  return oldest === undefined || newest === undefined ? null : { oldest, newest };
}

/** The merchant's category code if it is known, else what the bank's text says. */
function categoryOf(row: {
  amountCents: number;
  code: string;
  description: string;
  merchantName: string | null;
  cards: ReadonlySet<string>;
}): BankCategory {
  const text = row.description || (row.merchantName ?? '');
  const kind = kindOfStatement('', text);
  const kindIn = row.amountCents < 0 ? kindOfMoneyIn(text) : null;
  if (kind === 'card-payment' || kindIn === 'card-payment' || paysCard(text, row.cards))
    return { paymentType: 'card-payment', expenseCategory: 'Other' };
  const byCode = categoryOfCode(row.code);
  if (byCode) return byCode;
  if (kind === 'transfer') return { paymentType: 'transfer', expenseCategory: 'Other' };
  if (kindIn === 'income') return { paymentType: 'income', expenseCategory: 'Other' };
  const byText = categoryOfStatement('', text);
  return {
    paymentType: kind === 'fixed-bill' ? kind : 'purchase',
    expenseCategory: byText === 'Other' ? categoryOfStatement('', row.merchantName ?? '') : byText,
  };
}

const PAYS = /\b(?:auto ?pay|e?payment|e?pmt|pymt)\b/i;

/** A payment to one of the user's own cards would count its purchases twice. */
function paysCard(text: string, cards: ReadonlySet<string>): boolean {
  return PAYS.test(text) && (text.match(/\d{4,}/g) ?? []).some((digits) => cards.has(digits));
}

/** A bank may send a date that is a year off. */
function isPlausible({ postedOn, isPending }: BankTransaction, { from, to }: RequestedDays): boolean {
  return postedOn <= to && postedOn >= (isPending ? addDays(to, -LONGEST_PENDING_DAYS) : from);
}

function isNear(day: Day, other: Day): boolean {
  return day >= addDays(other, -LONGEST_POSTING_DAYS) && day <= addDays(other, LONGEST_POSTING_DAYS);
}

/** A payment that is reported as pending and as posted under one id is posted. */
function withoutPostedTwins(transactions: readonly BankTransaction[]): BankTransaction[] {
  const postedIds = new Set(
    transactions.filter((one) => !one.isPending).map(({ transactionId }) => transactionId),
  );
  return transactions.filter((one) => !one.isPending || !postedIds.has(one.transactionId));
}

/** Rows that differ under one id get an id each, so that none is lost. Other requests are served meanwhile. */
async function withDistinctIds(transactions: readonly BankTransaction[]): Promise<BankTransaction[]> {
  const pause = turnsOfWork();
  const byId = new Map<string, Map<string, BankTransaction>>();
  for (const row of transactions) {
    await pause();
    const byLook = byId.get(row.transactionId) ?? new Map<string, BankTransaction>();
    byId.set(row.transactionId, byLook.set(lookOf(row), row));
  }
  const distinct: BankTransaction[] = [];
  for (const [id, byLook] of byId)
    for (const [index, [, row]] of [...byLook].toSorted(byText).entries()) {
      await pause();
      distinct.push({ ...row, transactionId: index === 0 ? id : `${id} (${index + 1})` });
    }
  return distinct;
}

function byText([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function lookOf({ amountCents, name, authorizedOn, postedOn }: BankTransaction): string {
  return JSON.stringify([amountCents, name, authorizedOn ?? postedOn]);
}

function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other;
}
