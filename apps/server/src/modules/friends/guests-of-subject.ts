import { inUserTransaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { EMBEDDED_ISSUER, findUserByIdentity } from '../identity/index.ts';
import { deleteInvite, findInvite } from './friends.queries.ts';
import { expiredBy } from './friends.service.ts';
import { countGuests, deleteGuests } from './guests.queries.ts';

/** Lets the embedded log-in pages remove a user's guests, and the invitation that could bring them back, together with an old password (SEC-34). */
export function guestsOfSubject({
  db,
  clock,
  hasGuests,
  log,
}: Pick<Deps, 'db' | 'clock' | 'hasGuests' | 'log'>) {
  const userOf = (subject: string) => findUserByIdentity(db, { issuer: EMBEDDED_ISSUER, subject });
  return {
    exists: async (subject: string) => {
      const user = await userOf(subject);
      if (!user) return false;
      return (
        (hasGuests && (await countGuests(db, user.id)) > 0) ||
        (await findInvite(db, user.id, expiredBy(clock()))) !== undefined
      );
    },
    remove: async (subject: string) => {
      const user = await userOf(subject);
      if (!user) return;
      await inUserTransaction(db, user.id, async (tx) => {
        await deleteGuests(tx, user.id);
        await deleteInvite(tx, user.id);
      });
      log.info({ event: 'guests_removed', userId: user.id }, 'guests removed with a changed password');
    },
  };
}
