import type { Deps } from '../deps.ts';
import { EMBEDDED_ISSUER, findUserByIdentity } from '../identity/index.ts';
import { countPlaces, deletePlaces } from './message-places.queries.ts';

/** Lets the embedded log-in pages remove a user's places for messages together with an old password (SEC-34). */
export function placesOfSubject({ db, log }: Pick<Deps, 'db' | 'log'>) {
  const userOf = (subject: string) => findUserByIdentity(db, { issuer: EMBEDDED_ISSUER, subject });
  return {
    exists: async (subject: string) => {
      const user = await userOf(subject);
      return user !== undefined && (await countPlaces(db, user.id)) > 0;
    },
    remove: async (subject: string) => {
      const user = await userOf(subject);
      if (!user) return;
      await deletePlaces(db, user.id);
      log.info(
        { event: 'message_places_removed', userId: user.id },
        'places for messages removed with a changed password',
      );
    },
  };
}
