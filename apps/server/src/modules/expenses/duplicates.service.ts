import { addDays, dayInZone } from '@oinkly/domain/days';
import { compareExpenses, pairsToAskAbout } from '@oinkly/domain/duplicates';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { inTurns } from '../../concurrency/event-loop-turns.ts';
import {
  changeLedger,
  findCandidatePair,
  findExpenseRow,
  listQuestions,
  lockExpenseRow,
  mergeDuplicates,
  mergePair,
  readPairs,
  setSeparate,
  unmergeFrom,
  type ExpenseRow,
  type LedgerDeps,
  type LedgerTransaction,
  type PairIds,
} from '../ledger/index.ts';

const MAX_OFFERS = 50;
/** People don't remember a purchase of a year ago. */
const ASKED_ABOUT_DAYS = 366;

export interface Offer {
  manual: ExpenseRow;
  bank: ExpenseRow;
}

/** Pairs of the last year to ask the user about, newest first. Cost: n log n in the rows. */
export async function listOffers(
  { db, clock }: { db: Database; clock: () => Date },
  ownerId: string,
): Promise<Offer[]> {
  const since = addDays(dayInZone(clock(), 'UTC'), -ASKED_ABOUT_DAYS);
  const asked = await inTurns(pairsToAskAbout(await listQuestions(db, ownerId, since)));
  const pairs = asked.slice(0, MAX_OFFERS);
  const ids = pairs.map((pair) => ({ manualId: pair.manual.id, bankId: pair.bank.id }));
  const byManualId = new Map((await readPairs(db, ownerId, ids)).map((pair) => [pair.manual.id, pair]));
  return ids.flatMap(({ manualId }) => byManualId.get(manualId) ?? []);
}

/**
 * True merges, false never offers the pair again, null undoes a "no". Throws EXPENSE_NOT_FOUND if either is
 * missing or of the wrong kind, and PURCHASES_DIFFER for a merge of different ones.
 */
export async function answerDuplicate(
  deps: LedgerDeps,
  command: PairIds & { ownerId: string; isDuplicate: boolean | null },
): Promise<void> {
  const { ownerId, isDuplicate, ...ids } = command;
  await changeLedger(deps, ownerId, async (tx) => {
    const manual = await lockExpenseRow(tx, ownerId, ids.manualId);
    const bank = await lockExpenseRow(tx, ownerId, ids.bankId);
    if (
      manual?.bankTransactionId !== null ||
      bank?.bankTransactionId === null ||
      bank?.fieldsFromManual !== null
    )
      throw new AppError('EXPENSE_NOT_FOUND');
    if (isDuplicate === null) return setSeparate(tx, { manual, bank }, false);
    // Nothing is stored of pairs that are no question: there may be too many.
    if (!(await areSimilar(tx, ownerId, ids))) throw new AppError('PURCHASES_DIFFER');
    if (!isDuplicate) return setSeparate(tx, { manual, bank }, true);
    await mergePair(tx, ids);
  });
}

/** Unmerges a pair and stores both as separate. Throws MERGE_NOT_FOUND. */
export async function undoMerge(deps: LedgerDeps, command: { ownerId: string; id: number }): Promise<void> {
  const { ownerId, id } = command;
  await changeLedger(deps, ownerId, async (tx) => {
    const isUnmerged = (await lockExpenseRow(tx, ownerId, id)) && (await unmergeFrom(tx, id));
    if (!isUnmerged) throw new AppError('MERGE_NOT_FOUND');
  });
}

/** The bank expense if it was merged. */
export async function shownFor(tx: LedgerTransaction, { userId, id }: ExpenseRow): Promise<ExpenseRow> {
  await mergeDuplicates(tx);
  const now = await findExpenseRow(tx, userId, id);
  return now.mergedIntoId === null ? now : findExpenseRow(tx, userId, now.mergedIntoId);
}

async function areSimilar(db: Database, userId: string, ids: PairIds): Promise<boolean> {
  const pair = await findCandidatePair(db, userId, ids);
  return pair !== undefined && compareExpenses(pair) !== 'different';
}
