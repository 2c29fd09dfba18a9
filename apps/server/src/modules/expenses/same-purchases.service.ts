import { daysAround } from '@oinkly/domain/days';
import {
  comparePurchases,
  pairsToAskAbout,
  SAME_PURCHASE_REACH_DAYS,
  unmistakablePairs,
  type TypedPurchase,
} from '@oinkly/domain/same-purchase';
import { AppError } from '../../app-error.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { changeLedger, touchWeeks, type LedgerDeps, type LedgerTransaction } from '../ledger/index.ts';
import { findExpenseRow, lockExpenseRow, type ExpenseRow } from './expenses.queries.ts';
import { merged, returned, takenApart, type MergeChanges } from './lending.ts';
import {
  deleteSeparate,
  findMerged,
  listMergedIntoWithdrawn,
  listMergedRows,
  listPairs,
  listSeparate,
  listTypedAlone,
  readPairs,
  storeSeparate,
  writeMergeChanges,
  type MergedPair,
  type PairIds,
} from './same-purchases.queries.ts';

/*
 * A purchase that was typed and that a bank reports too is one purchase. The bank's expense remains, because the bank goes on telling of it;
 * the typed one stays as it is, hidden, so that both can be two again.
 */

/** So many pairs a person is asked about at a time. */
const MOST_OFFERS = 50;

/** Two expenses that may be one purchase. */
export interface Offer {
  typed: ExpenseRow;
  bank: ExpenseRow;
}

/**
 * Brings merges up to date: typed expenses return if the bank has withdrawn its transaction, and unmistakable duplicates are merged. Call it
 * in the transaction that changed expenses.
 */
export async function settleSamePurchases(tx: LedgerTransaction, ownerId: string): Promise<void> {
  await write(tx, ownerId, await listMergedIntoWithdrawn(tx, ownerId), returned);
  const typed = await listTypedAlone(tx, ownerId);
  if (typed.every(({ isDeleted }) => isDeleted)) return;
  const found = unmistakablePairs(await listPairs(tx, ownerId, typed, 'exact'));
  if (found.length > 0) await merge(tx, ownerId, found.map(idsOfPair));
}

/**
 * Merges an expense that was just added if it is unmistakably a bank's. Reads only the days that can speak for or against that, so that
 * adding costs the same however long the history is. Another typed expense competes for the same bank's one at most twice the reach away.
 */
export async function mergeAdded(tx: LedgerTransaction, { userId, id, day }: ExpenseRow): Promise<void> {
  const near = daysAround(day, 2 * SAME_PURCHASE_REACH_DAYS);
  const typed = await listTypedAlone(tx, userId, { from: near[0] ?? day, to: near.at(-1) ?? day });
  const found = unmistakablePairs(await listPairs(tx, userId, typed, 'exact')).filter(
    (pair) => pair.typed.id === id,
  );
  if (found.length > 0) await merge(tx, userId, found.map(idsOfPair));
}

/** The pairs that a person is to be asked about, newest first. */
export async function listOffers({ db }: Pick<Deps, 'db'>, ownerId: string): Promise<Offer[]> {
  const typed = (await listTypedAlone(db, ownerId)).filter(({ isDeleted }) => !isDeleted);
  if (typed.length === 0) return [];
  const pairs = pairsToAskAbout(await listPairs(db, ownerId, typed, 'close')).slice(0, MOST_OFFERS);
  if (pairs.length === 0) return [];
  const whole = await readPairs(db, ownerId, pairs.map(idsOfPair));
  const byTypedId = new Map(whole.map((pair) => [pair.typed.id, pair]));
  return pairs.flatMap((pair) => byTypedId.get(pair.typed.id) ?? []);
}

/**
 * Takes a person's answer whether a typed expense and a bank's one are the same purchase: they are merged, or never offered again; with
 * null, a 'no' is taken back. Throws EXPENSE_NOT_FOUND when one of them is not there as such, and PURCHASES_DIFFER when two that are not
 * alike are called one.
 */
export async function answerSamePurchase(
  deps: LedgerDeps,
  command: PairIds & { ownerId: string; isSame: boolean | null },
): Promise<void> {
  const { ownerId, isSame, ...ids } = command;
  await changeLedger(deps, ownerId, async (tx) => {
    const typed = await lockExpenseRow(tx, ownerId, ids.typedId);
    const bank = await lockExpenseRow(tx, ownerId, ids.bankId);
    if (typed?.bankRecordId !== null || bank?.bankRecordId === null || bank?.lentFields !== null)
      throw new AppError('EXPENSE_NOT_FOUND');
    // What was called two may be called one after all.
    await deleteSeparate(tx, ownerId, ids);
    if (isSame === false) await storeSeparate(tx, ownerId, ids);
    if (isSame !== true) return;
    if (!(await areAlike(tx, ownerId, ids))) throw new AppError('PURCHASES_DIFFER');
    await merge(tx, ownerId, [ids]);
  });
}

/**
 * Makes two of a bank's expense that a typed one was merged into, as they were, and remembers that they are two. Throws MERGE_NOT_FOUND
 * when nothing is merged into it.
 */
export async function undoMerge(deps: LedgerDeps, command: { ownerId: string; id: number }): Promise<void> {
  const { ownerId, id } = command;
  await changeLedger(deps, ownerId, async (tx) => {
    const pair = (await lockExpenseRow(tx, ownerId, id)) && (await findMerged(tx, ownerId, id));
    if (!pair) throw new AppError('MERGE_NOT_FOUND');
    await write(tx, ownerId, [pair], takenApart);
    await storeSeparate(tx, ownerId, { typedId: pair.typed.id, bankId: id });
  });
}

/** What of a user's was typed and is merged into a bank's expense, and the pairs that they called two. */
export async function listSamePurchases(
  { db }: Pick<Deps, 'db'>,
  ownerId: string,
): Promise<{ merged: (ExpenseRow & { mergedIntoId: number })[]; separate: PairIds[] }> {
  return { merged: await listMergedRows(db, ownerId), separate: await listSeparate(db, ownerId) };
}

/** What is shown of an expense that was just written: of one that is merged, the one that it was merged into. */
export async function shownFor(tx: Transaction, row: ExpenseRow): Promise<ExpenseRow> {
  const now = await findExpenseRow(tx, row.userId, row.id);
  return now.mergedIntoId === null ? now : findExpenseRow(tx, row.userId, now.mergedIntoId);
}

async function merge(tx: LedgerTransaction, ownerId: string, pairs: readonly PairIds[]): Promise<void> {
  await write(tx, ownerId, await readPairs(tx, ownerId, pairs), merged);
}

async function write(
  tx: LedgerTransaction,
  ownerId: string,
  pairs: readonly MergedPair[],
  changesOf: (pair: MergedPair) => { typed: MergeChanges; bank: MergeChanges },
): Promise<void> {
  const rows = pairs.flatMap((pair) => {
    const { typed, bank } = changesOf(pair);
    return [
      { ...pair.typed, ...typed },
      { ...pair.bank, ...bank },
    ];
  });
  touchWeeks(
    tx,
    pairs.flatMap(({ typed, bank }) => [typed, bank]),
  );
  await writeMergeChanges(tx, ownerId, rows);
}

async function areAlike(db: Database, ownerId: string, { typedId, bankId }: PairIds): Promise<boolean> {
  const typed = (await listTypedAlone(db, ownerId)).filter(({ id }) => id === typedId);
  const pairs = await listPairs(db, ownerId, typed, 'close');
  return pairs.some((pair) => pair.told.id === bankId && comparePurchases(pair) !== 'different');
}

function idsOfPair({ typed, told }: { typed: TypedPurchase; told: { id: number } }): PairIds {
  return { typedId: typed.id, bankId: told.id };
}
