import { inUserTransaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { forgetSpent } from '../../http/rate-limit.ts';
import { endAllAtProvider, endOpenLinkSessions } from '../banking/index.ts';
import { forgetDeletedUser, leaveFriends } from '../friends/index.ts';
import { deleteIssuerAccount, deleteLogins, leaveIssuer } from '../identity/index.ts';
import { forgetUnsubscribeTokens } from '../mail/index.ts';
import { unshareAll } from '../sharing/index.ts';
import { deleteUser } from './account.queries.ts';
import type { IdentityDeps } from '../identity/index.ts';

/** Deletes a user. Durable jobs end bank connections, even ones being made, the issuer's account and other users' rows (DEL-3). */
export async function deleteAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'> &
    Pick<IdentityDeps, 'issuerAccounts'> & {
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
    await forgetUnsubscribeTokens(tx, userId);
    await unshareAll(tx, userId);
    await deleteLogins(tx, userId);
    await leaveFriends(deps, tx, userId);
    await deleteUser(tx, userId);
    return left;
  });
  await forgetDeletedUser(deps, userId).catch((error: unknown) => {
    log.warn({ err: error }, 'a deleted user is removed from their friends later');
  });
  // At once, so that signing up again creates a new account. The job retries failures.
  for (const subject of subjects) {
    await deleteIssuerAccount(deps, subject).catch((error: unknown) => {
      log.warn({ err: error }, 'the log-in of a deleted user is removed later');
    });
  }
}
