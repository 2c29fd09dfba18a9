import type { Deps } from '../deps.ts';
import { EMBEDDED_ISSUER } from './embedded-issuer.ts';
import { findUserByIdentity, markEmailConfirmed } from './identity.queries.ts';

/** Marks the email of an account at the embedded issuer. Its next login would do the same. Returns the user's id, if there is one. */
export async function confirmEmailOfSubject({ db }: Pick<Deps, 'db'>, subject: string): Promise<void> {
  const user = await findUserByIdentity(db, { issuer: EMBEDDED_ISSUER, subject });
  if (user) await markEmailConfirmed(db, user.id);
}
