import { daysAround, type Day } from '@oinkly/domain/days';
import { closeAmounts, DUPLICATE_REACH_DAYS, type CandidatePair } from '@oinkly/domain/duplicates';
import type { Database } from '../../db/database.ts';
import {
  listBankExpenses,
  listSeparate,
  readTransactions,
  type BankExpenseRow,
  type PairIds,
  type UnmergedExpense,
} from './duplicates.queries.ts';

/** Pairs each manual expense with bank expenses of near days, whose amounts are equal or close. */
export async function listCandidates(
  db: Database,
  userId: string,
  manualExpenses: readonly UnmergedExpense[],
  amounts: 'exact' | 'close',
): Promise<CandidatePair[]> {
  const days = new Set([...new Set(manualExpenses.map(({ day }) => day))].flatMap(daysNear));
  const cents = new Set(manualExpenses.map(({ amountCents }) => Math.abs(amountCents)));
  const bankExpenses = await listBankExpenses(db, userId, [...days], amounts === 'exact' ? [...cents] : null);
  const near = pairNear(manualExpenses, bankExpenses, amounts);
  if (near.length === 0) return [];
  const transactions = await readTransactions(
    db,
    userId,
    near.map(({ bank }) => bank.bankTransactionId),
  );
  const separate = new Set((await listSeparate(db, userId)).map(keyOf));
  return near.flatMap(({ manual, bank }) => {
    const transaction = transactions.get(bank.bankTransactionId);
    if (!transaction) return [];
    const { name, merchantName, authorizedOn } = transaction;
    const { id, amountCents, day } = bank;
    const names = merchantName === null ? [name] : [merchantName, name];
    const isSeparate =
      separate.has(keyOf({ manualId: manual.id, bankId: id })) || isDecided({ manual, bank });
    return [
      { manual, bank: { id, amountCents, day, names, isDayOfPurchase: authorizedOn !== null }, isSeparate },
    ];
  });
}

interface NearPair {
  manual: UnmergedExpense;
  bank: BankExpenseRow;
}

/** A deletion or the import has already decided that these are two expenses. */
function isDecided({ manual, bank }: NearPair): boolean {
  const isComparedByImport =
    bank.amountCents === Math.abs(manual.amountCents) &&
    manual.importedAt !== null &&
    bank.createdAt < manual.importedAt;
  return bank.isDeleted || manual.isDeleted || isComparedByImport;
}

/** Pairs in memory, because the planner joins long histories slowly. */
function pairNear(
  manualExpenses: readonly UnmergedExpense[],
  bankExpenses: readonly BankExpenseRow[],
  amounts: 'exact' | 'close',
): NearPair[] {
  const byDay = Map.groupBy(bankExpenses, ({ day }) => day);
  return [...Map.groupBy(manualExpenses, ({ day }) => day)].flatMap(([day, ofDay]) => {
    const bankNear = daysNear(day).flatMap((one) => byDay.get(one) ?? []);
    return ofDay.flatMap((manual) => {
      const { low, high } = amountsOf(manual, amounts);
      return bankNear
        .filter(({ amountCents }) => amountCents >= low && amountCents <= high)
        .map((bank) => ({ manual, bank }));
    });
  });
}

function amountsOf({ amountCents, importedAt }: UnmergedExpense, amounts: 'exact' | 'close') {
  const cents = Math.abs(amountCents);
  // Files hold posted amounts, which need no tolerance.
  return amounts === 'close' && importedAt === null ? closeAmounts(cents) : { low: cents, high: cents };
}

function daysNear(day: Day): Day[] {
  return daysAround(day, DUPLICATE_REACH_DAYS);
}

function keyOf({ manualId, bankId }: PairIds): string {
  return `${manualId} ${bankId}`;
}
