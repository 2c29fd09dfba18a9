import { inUserTransaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { forgetSpent } from '../../http/rate-limit.ts';
import { endAllAtProvider, endOpenLinkSessions } from '../banking/index.ts';
import { deleteIssuerAccount, leaveIssuer } from '../identity/index.ts';
import { deleteUser } from './account.queries.ts';

/** Durable jobs end bank connections, even ones being made, and the embedded issuer's account (DEL-3). */
export async function deleteAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'issuerAccounts'> & {
    log: { warn: (about: { err: unknown }, what: string) => void };
  },
  userId: string,
): Promise<void> {
  const { db, queue, log } = deps;
  const subjects = await inUserTransaction(db, userId, async (tx) => {
    await endAllAtProvider(deps, tx, userId);
    await endOpenLinkSessions(deps, tx, userId);
    const left = await leaveIssuer(deps, tx, userId);
    await queue.forgetUser(tx, userId);
    await forgetSpent(tx, userId);
    await deleteUser(tx, userId);
    return left;
  });
  // At once, so that signing up again creates a new account. The job retries failures.
  for (const subject of subjects) {
    await deleteIssuerAccount(deps, subject).catch((error: unknown) => {
      log.warn({ err: error }, 'the log-in of a deleted user is removed later');
    });
  }
}
