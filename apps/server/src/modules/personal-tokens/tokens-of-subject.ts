import type { Deps } from '../deps.ts';
import { EMBEDDED_ISSUER, findUserByIdentity } from '../identity/index.ts';
import { countTokens, deleteAllTokens } from './personal-tokens.queries.ts';

/** Lets the embedded log-in pages remove a user's personal tokens together with an old password (SEC-34). */
export function tokensOfSubject({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const userOf = (subject: string) => findUserByIdentity(db, { issuer: EMBEDDED_ISSUER, subject });
  return {
    exists: async (subject: string) => {
      const user = await userOf(subject);
      return user !== undefined && (await countTokens(db, user.id, clock())) > 0;
    },
    remove: async (subject: string) => {
      const user = await userOf(subject);
      if (!user) return;
      await deleteAllTokens(db, user.id);
      log.info(
        { event: 'tokens_revoked', userId: user.id },
        'personal tokens revoked with a changed password',
      );
    },
  };
}
