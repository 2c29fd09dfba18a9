import { kindOfBankRow, merchantKey } from '@oinkly/domain/classification';
import { merchantOf } from '@oinkly/domain/merchants/merchant-names';
import type { MoneyKind } from '@oinkly/domain/money-kinds';
import type { Database } from '../../db/database.ts';
import { turnsOfWork } from '../../concurrency/event-loop-turns.ts';
import type { BankChanges, BankTransaction } from './bank-changes.ts';
import { insertStagedRows, type StageRef, type StagedRow } from './staged-changes.queries.ts';

/** Of 1,000 rows with the longest texts, sending alone took 40 ms. */
const ROWS_PER_STATEMENT = 250;

/** Numbers rows from `firstSeq`. Returns the next number. Leaves turns to other requests. */
export async function stagePage(
  db: Database,
  run: StageRef,
  { upserted, removed }: Pick<BankChanges, 'upserted' | 'removed'>,
  firstSeq: number,
): Promise<number> {
  const { userId, connectionId, leaseOwner } = run;
  const pause = turnsOfWork();
  let seq = firstSeq;
  const stage = async <Row>(rows: readonly Row[], staged: (row: Row) => StagedTransaction) => {
    for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
      const part: StagedRow[] = [];
      for (const row of rows.slice(first, first + ROWS_PER_STATEMENT)) {
        part.push({ userId, connectionId, leaseOwner, seq, ...staged(row) });
        seq += 1;
        await pause();
      }
      await insertStagedRows(db, part);
    }
  };
  await stage(upserted, classified);
  await stage(removed, (one) => ({ ...one, isRemoval: true }));
  return seq;
}

type StagedTransaction = Omit<StagedRow, keyof StageRef | 'seq'>;

/** Transfers and income keep the bank's own words: their numbers name accounts. */
const OF_A_MERCHANT: ReadonlySet<MoneyKind> = new Set<MoneyKind>(['spending', 'fixed-bill', 'refund']);

/** The merchant is read the same way for every provider, and decides the category that its bank leaves open. */
function classified(transaction: BankTransaction): StagedTransaction {
  const { category, ...reported } = transaction;
  const kind = kindOfBankRow(transaction);
  const merchant = OF_A_MERCHANT.has(kind) ? merchantOf(transaction.merchantName ?? transaction.name) : null;
  const merchantName = merchant?.name ?? transaction.merchantName;
  const ofBank = category?.expenseCategory ?? 'Other';
  return {
    ...reported,
    merchantName,
    isRemoval: false,
    kind,
    expenseCategory: ofBank === 'Other' ? (merchant?.category ?? ofBank) : ofBank,
    merchantKey: merchantKey(merchantName ?? transaction.name),
  };
}
