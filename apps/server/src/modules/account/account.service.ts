import { inUserTransaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { forgetSpent } from '../../http/rate-limit.ts';
import { endAllAtProvider } from '../banking/index.ts';
import { deleteUser } from './account.queries.ts';

/**
 * Deletes an account with everything that is known of its user, all at once (DEL-3). Only what ends at the banks outlives it: durable
 * jobs that hold the sealed tokens, each until its bank has let go.
 */
export async function deleteAccount(deps: Pick<Deps, 'db' | 'queue'>, userId: string): Promise<void> {
  await inUserTransaction(deps.db, userId, async (tx) => {
    await endAllAtProvider(deps, tx, userId);
    await deps.queue.forgetUser(tx, userId);
    await forgetSpent(tx, userId);
    await deleteUser(tx, userId);
  });
}
