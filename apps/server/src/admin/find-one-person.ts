import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { AdminError } from './admin-error.ts';
import { findPeopleByEmail, findPerson, type Person } from './people.queries.ts';

/** Returns the one user with this email or id. Throws an `AdminError` when there is none, or several have the email. */
export async function findOnePerson(db: Database, who: string): Promise<Person> {
  const people = isId(who) ? [await findPerson(db, who)] : await findPeopleByEmail(db, who.trim());
  const [person, ...others] = people.filter((found) => found !== undefined);
  if (!person) throw new AdminError(`No user has the ${isId(who) ? 'id' : 'email'} ${who}.`);
  if (others.length > 0) {
    // Issuer and subject identify a user: several can have one email.
    const ids = [person, ...others].map(({ id }) => id).join(', ');
    throw new AdminError(`Several users have the email ${who}. Give one of their ids instead: ${ids}.`);
  }
  return person;
}

/** Returns whether this is a user id, as `users` shows it, rather than an email. */
export function isId(who: string): boolean {
  return z.uuid().safeParse(who).success;
}
