import { addDays, daysAround, type Day } from '@oinkly/domain/days';
import { clearDuplicates, DUPLICATE_REACH_DAYS } from '@oinkly/domain/duplicates';
import { inTurns } from '../../concurrency/event-loop-turns.ts';
import { listExactPairs } from './duplicate-candidates.ts';
import {
  deleteSeparate,
  findMerged,
  listEqualAmounts,
  listMergedIntoWithdrawn,
  listUnmergedExpenses,
  readPairs,
  storeSeparate,
  writeMergeChanges,
  type PairIds,
} from './duplicates.queries.ts';
import { touchWeeks, type LedgerTransaction } from './ledger-transaction.ts';
import {
  merged,
  unmerged,
  unmergedFromWithdrawn,
  type MergeChanges,
  type MergedPair,
} from './merge-expenses.ts';

/*
 * The bank keeps updating its expense, so that one remains, with the user's name and category as edits (PD-7). The manual one is hidden
 * unchanged, ranks as 0 and returns if the bank withdraws its transaction. One with a matched refund never merges. Expenses that the user
 * separated, deleted or imported beside a bank's never merge by themselves, but count as candidates: after two separated coffees, the third
 * is a question. Every ledger change merges what it made certain, so the order of changes does not matter.
 */

/** A change affects manual expenses this near, because they can match the same bank expense. */
const AFFECTED_DAYS = 2 * DUPLICATE_REACH_DAYS;
/** The competitors of affected expenses are this near. */
const COMPETING_DAYS = 2 * AFFECTED_DAYS;

/** A first sync touches all weeks. So many are read at once. */
const WEEKS_PER_PART = 26;

/**
 * Merges certain duplicates and returns whether any expense changed. It reads only days near the touched weeks, so the cost does not grow
 * with the history. Cost: n log n in the rows of these days.
 */
export async function mergeDuplicates(tx: LedgerTransaction): Promise<boolean> {
  const { userId, weeksToCheck, hasWithdrawn } = tx.ledger;
  if (weeksToCheck.size === 0) return false;
  const withdrawn = hasWithdrawn ? await listMergedIntoWithdrawn(tx, userId, daysNear(weeksToCheck, 0)) : [];
  await write(tx, withdrawn, unmergedFromWithdrawn);
  const weekStarts = [...weeksToCheck].toSorted();
  weeksToCheck.clear();
  // Usually no amounts are equal, and this one statement is all that an addition costs.
  const cents = await listEqualAmounts(
    tx,
    userId,
    daysNear(weekStarts, COMPETING_DAYS + DUPLICATE_REACH_DAYS),
  );
  if (cents.length === 0) return withdrawn.length > 0;
  let hasMerged = false;
  // Merging removes both candidates and makes no other pair certain, so parts may follow each other.
  for (let first = 0; first < weekStarts.length; first += WEEKS_PER_PART)
    hasMerged = (await mergeNear(tx, weekStarts.slice(first, first + WEEKS_PER_PART), cents)) || hasMerged;
  weeksToCheck.clear();
  return withdrawn.length > 0 || hasMerged;
}

async function mergeNear(
  tx: LedgerTransaction,
  weekStarts: readonly Day[],
  cents: readonly number[],
): Promise<boolean> {
  const { userId } = tx.ledger;
  const manual = await listUnmergedExpenses(tx, userId, daysNear(weekStarts, COMPETING_DAYS), cents);
  if (manual.every(({ isDeleted }) => isDeleted)) return false;
  const affected = new Set(daysNear(weekStarts, AFFECTED_DAYS));
  const pairs = await inTurns(clearDuplicates(await listExactPairs(tx, userId, manual)));
  const found = pairs
    .filter((pair) => affected.has(pair.manual.day))
    .map((pair) => ({ manualId: pair.manual.id, bankId: pair.bank.id }));
  await write(tx, await readPairs(tx, userId, found), merged);
  return found.length > 0;
}

/** Merges two expenses that are not merged yet. */
export async function mergePair(tx: LedgerTransaction, ids: PairIds): Promise<void> {
  await deleteSeparate(tx, tx.ledger.userId, ids);
  await write(tx, await readPairs(tx, tx.ledger.userId, [ids]), merged);
}

export async function setSeparate(
  tx: LedgerTransaction,
  pair: { manual: ExpenseOfWeek; bank: ExpenseOfWeek },
  isSeparate: boolean,
): Promise<void> {
  const ids = { manualId: pair.manual.id, bankId: pair.bank.id };
  await (isSeparate ? storeSeparate : deleteSeparate)(tx, tx.ledger.userId, ids);
  touchWeeks(tx, [pair.manual, pair.bank]);
}

interface ExpenseOfWeek {
  id: number;
  weekStart: Day;
}

/** Unmerges a bank expense and stores the pair as separate. Returns false if nothing was merged into it. */
export async function unmergeFrom(tx: LedgerTransaction, bankId: number): Promise<boolean> {
  const pair = await findMerged(tx, tx.ledger.userId, bankId);
  if (!pair) return false;
  await write(tx, [pair], unmerged);
  await setSeparate(tx, pair, true);
  return true;
}

async function write(
  tx: LedgerTransaction,
  pairs: readonly MergedPair[],
  changesOf: (pair: MergedPair) => { manual: MergeChanges; bank: MergeChanges },
): Promise<void> {
  if (pairs.length === 0) return;
  const rows = pairs.flatMap((pair) => {
    const { manual, bank } = changesOf(pair);
    return [
      { ...pair.manual, ...manual },
      { ...pair.bank, ...bank },
    ];
  });
  touchWeeks(
    tx,
    pairs.flatMap(({ manual, bank }) => [manual, bank]),
  );
  await writeMergeChanges(tx, tx.ledger.userId, rows);
}

function daysNear(weekStarts: Iterable<Day>, reachDays: number): Day[] {
  return [...new Set([...weekStarts].flatMap((monday) => daysAround(addDays(monday, 3), 3 + reachDays)))];
}
