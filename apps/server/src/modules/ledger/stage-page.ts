import { kindOfBankRow, merchantKey } from '@oinkly/domain/classification';
import type { Database } from '../../db/database.ts';
import type { BankChanges, BankTransaction } from './bank-changes.ts';
import { insertStagedRows, type StageRef, type StagedRow } from './staged-changes.queries.ts';

/** Numbers rows from `firstSeq`. Returns the next number. */
export async function stagePage(
  db: Database,
  run: StageRef,
  { upserted, removed }: Pick<BankChanges, 'upserted' | 'removed'>,
  firstSeq: number,
): Promise<number> {
  const { userId, connectionId, leaseOwner } = run;
  const changes = [...upserted.map(classified), ...removed.map((one) => ({ ...one, isRemoval: true }))];
  await insertStagedRows(
    db,
    changes.map((change, index) => ({ userId, connectionId, leaseOwner, seq: firstSeq + index, ...change })),
  );
  return firstSeq + changes.length;
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
