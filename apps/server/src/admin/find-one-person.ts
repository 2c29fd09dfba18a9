import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { AdminError } from './admin-error.ts';
import { findPeopleByEmail, findPerson, type Person } from './people.queries.ts';

/** The one person with this e-mail or id. Throws an `AdminError` when there is none, or several have the e-mail. */
export async function findOnePerson(db: Database, who: string): Promise<Person> {
  const people = isId(who) ? [await findPerson(db, who)] : await findPeopleByEmail(db, who.trim());
  const [person, ...others] = people.filter((found) => found !== undefined);
  if (!person) throw new AdminError(`There is nobody with the ${isId(who) ? 'id' : 'e-mail'} ${who}.`);
  if (others.length > 0) {
    // Who somebody is, is told by issuer and subject: an e-mail can be several people's, or the same person's at two issuers.
    const ids = [person, ...others].map(({ id }) => id).join(', ');
    throw new AdminError(
      `Several people have the e-mail ${who}, which need not be one's own: give one of their ids instead (${ids}).`,
    );
  }
  return person;
}

/** Whether this is the id of a person, as `users` shows it, rather than an e-mail. */
export function isId(who: string): boolean {
  return z.uuid().safeParse(who).success;
}
