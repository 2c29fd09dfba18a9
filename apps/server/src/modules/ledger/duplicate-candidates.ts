import { daysAround, type Day } from '@oinkly/domain/days';
import {
  closeAmounts,
  DUPLICATE_REACH_DAYS,
  pairCloseAmounts,
  pairExactAmounts,
  type CandidatePair,
} from '@oinkly/domain/duplicates';
import type { Database } from '../../db/database.ts';
import { inTurns, turnsOfWork } from '../../concurrency/event-loop-turns.ts';
import {
  findBankExpense,
  findUnmerged,
  listBankExpenses,
  listNewestUnmerged,
  listSeparate,
  readTransactions,
  type BankExpenseRow,
  type PairIds,
  type UnmergedExpense,
} from './duplicates.queries.ts';

/** Comparing names of more would take seconds, and only a few pairs are shown. */
const MOST_QUESTIONS = 20_000;

/** Pairs manual expenses with bank expenses of near days and the same amount. Cost: n log n in the rows. */
export async function listExactPairs(
  db: Database,
  userId: string,
  manual: readonly UnmergedExpense[],
): Promise<(CandidatePair & { isCrowded: boolean })[]> {
  const cents = new Set(manual.map(({ amountCents }) => Math.abs(amountCents)));
  const bank = await listBankExpenses(db, userId, daysNearAll(manual), [...cents]);
  const pairs = await inTurns(pairExactAmounts(manual, bank));
  if (pairs.length === 0) return [];
  return withNames(db, userId, pairs, await separatedBy(db, userId));
}

/**
 * Pairs a user's newest manual expenses since a day with bank expenses of near days and close amounts, except those that were decided.
 * Cost: n log n in the rows.
 */
export async function listQuestions(db: Database, userId: string, since: Day): Promise<CandidatePair[]> {
  const manual = await listNewestUnmerged(db, userId, since);
  if (manual.length === 0) return [];
  const bank = await listBankExpenses(db, userId, daysNearAll(manual), null);
  const isSeparate = await separatedBy(db, userId);
  const pairs = await inTurns(
    pairCloseAmounts(manual, bank, {
      reachOf,
      isOpen: (one, other) => !isSeparate({ manual: one, bank: other }),
      limit: MOST_QUESTIONS,
    }),
  );
  return withNames(db, userId, pairs, isSeparate);
}

/** The pair, if the expenses are of near days and close amounts, and neither is merged. */
export async function findCandidatePair(
  db: Database,
  userId: string,
  { manualId, bankId }: PairIds,
): Promise<CandidatePair | undefined> {
  const [manual, bank] = [
    await findUnmerged(db, userId, manualId),
    await findBankExpense(db, userId, bankId),
  ];
  if (!manual || !bank || !daysNear(manual.day).includes(bank.day)) return undefined;
  const { low, high } = reachOf(manual);
  if (bank.amountCents < low || bank.amountCents > high) return undefined;
  const [pair] = await withNames(db, userId, [{ manual, bank }], () => false);
  return pair;
}

interface NearPair {
  manual: UnmergedExpense;
  bank: BankExpenseRow;
}

async function withNames<Pair extends NearPair>(
  db: Database,
  userId: string,
  pairs: readonly Pair[],
  isSeparate: (pair: NearPair) => boolean,
): Promise<(Omit<Pair, 'bank'> & CandidatePair)[]> {
  if (pairs.length === 0) return [];
  const ids = new Set(pairs.map(({ bank }) => bank.bankTransactionId));
  const transactions = await readTransactions(db, userId, [...ids]);
  const named: (Omit<Pair, 'bank'> & CandidatePair)[] = [];
  const pause = turnsOfWork();
  for (const pair of pairs) {
    await pause();
    const transaction = transactions.get(pair.bank.bankTransactionId);
    if (!transaction) continue;
    const { name, merchantName, authorizedOn } = transaction;
    const { id, amountCents, day } = pair.bank;
    const names = merchantName === null ? [name] : [merchantName, name];
    const bank = { id, amountCents, day, names, isDayOfPurchase: authorizedOn !== null };
    named.push({ ...pair, bank, isSeparate: isSeparate(pair) });
  }
  return named;
}

/** Whether the user, a deletion or the import has decided that these are two expenses. */
async function separatedBy(db: Database, userId: string): Promise<(pair: NearPair) => boolean> {
  const separate = new Set((await listSeparate(db, userId)).map(keyOf));
  return ({ manual, bank }) => {
    const isComparedByImport =
      bank.amountCents === Math.abs(manual.amountCents) &&
      manual.importedAt !== null &&
      bank.createdAt < manual.importedAt;
    const isDecided = bank.isDeleted || manual.isDeleted || isComparedByImport;
    return isDecided || separate.has(keyOf({ manualId: manual.id, bankId: bank.id }));
  };
}

function reachOf({ amountCents, importedAt }: UnmergedExpense): { low: number; high: number } {
  const cents = Math.abs(amountCents);
  // Files hold posted amounts, which need no tolerance.
  return importedAt === null ? closeAmounts(cents) : { low: cents, high: cents };
}

function daysNearAll(expenses: readonly { day: Day }[]): Day[] {
  return [...new Set([...new Set(expenses.map(({ day }) => day))].flatMap(daysNear))];
}

function daysNear(day: Day): Day[] {
  return daysAround(day, DUPLICATE_REACH_DAYS);
}

function keyOf({ manualId, bankId }: PairIds): string {
  return `${manualId} ${bankId}`;
}
