import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import { deleteExpense } from '../expenses/index.ts';
import { findExpenseOfRequest, type LedgerDeps } from '../ledger/index.ts';
import { requestIdOf, type CurrentToken } from '../personal-tokens/index.ts';

const UNDO_MS = 24 * 60 * 60_000;

/**
 * Deletes what this token added with `key` in the last day, with its series. The key proves it: the id of a request is a digest of token
 * and key. Throws EXPENSE_NOT_FOUND, and EXPENSE_IS_BANKS if the bank reported it too.
 */
export async function undoAddition(
  deps: Deps & LedgerDeps,
  { token, user }: CurrentToken,
  key: string,
): Promise<void> {
  const added = await findExpenseOfRequest(deps.db, user.id, requestIdOf(token.id, key));
  if (!added || deps.clock().getTime() - added.createdAt.getTime() > UNDO_MS)
    throw new AppError('EXPENSE_NOT_FOUND');
  if (added.mergedIntoId !== null) throw new AppError('EXPENSE_IS_BANKS');
  await deleteExpense(deps, {
    ownerId: user.id,
    id: added.id,
    scope: added.seriesId === null ? 'one' : 'future',
  });
}
