import { kindOfBankRow, merchantKey } from '@oinkly/domain/classification';
import type { Database } from '../../db/database.ts';
import { turnsOfWork } from '../../event-loop-turns.ts';
import type { BankChanges, BankTransaction } from './bank-changes.ts';
import { insertStagedRows, type StageRef, type StagedRow } from './staged-changes.queries.ts';

/** A provider's answer may have twenty times as many rows. */
const ROWS_PER_STATEMENT = 1_000;

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
      await pause();
      const part = rows.slice(first, first + ROWS_PER_STATEMENT).map(staged);
      await insertStagedRows(
        db,
        part.map((row, index) => ({ userId, connectionId, leaseOwner, seq: seq + index, ...row })),
      );
      seq += part.length;
    }
  };
  await stage(upserted, classified);
  await stage(removed, (one) => ({ ...one, isRemoval: true }));
  return seq;
}

type StagedTransaction = Omit<StagedRow, keyof StageRef | 'seq'>;

function classified(transaction: BankTransaction): StagedTransaction {
  const { category, ...reported } = transaction;
  return {
    ...reported,
    isRemoval: false,
    kind: kindOfBankRow(transaction),
    expenseCategory: category?.expenseCategory ?? 'Other',
    merchantKey: merchantKey(transaction.merchantName ?? transaction.name),
  };
}
