import { inUserTransaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { forgetSpent } from '../../http/rate-limit.ts';
import { endAllAtProvider } from '../banking/index.ts';
import { listSubjects } from '../identity/index.ts';
import { deleteUser } from './account.queries.ts';

/**
 * Deletes an account with everything that is known of its user, all at once (DEL-3). Durable jobs outlive it, each until it has worked:
 * they end its connections at the banks, and remove its log-in where the embedded issuer keeps that.
 */
export async function deleteAccount(
  deps: Pick<Deps, 'db' | 'queue' | 'issuerAccounts'>,
  userId: string,
): Promise<void> {
  await inUserTransaction(deps.db, userId, async (tx) => {
    await endAllAtProvider(deps, tx, userId);
    if (deps.issuerAccounts) {
      for (const subject of await listSubjects(tx, userId))
        await deps.queue.send('delete-issuer-account', { subject }, { tx });
    }
    await deps.queue.forgetUser(tx, userId);
    await forgetSpent(tx, userId);
    await deleteUser(tx, userId);
  });
}
