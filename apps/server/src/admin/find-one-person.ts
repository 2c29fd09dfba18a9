import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { AdminError } from './admin-error.ts';
import { findPeopleByEmail, findPerson, type Person } from './people.queries.ts';

/** Throws an `AdminError` unless exactly one user has this email or id. */
export async function findOnePerson(db: Database, who: string): Promise<Person> {
  const people = isId(who) ? [await findPerson(db, who)] : await findPeopleByEmail(db, who.trim());
  const [person, ...others] = people.filter((found) => found !== undefined);
  if (!person) throw new AdminError(`No user has the ${isId(who) ? 'id' : 'email'} ${who}.`);
  if (others.length > 0) {
    // Several users can have one email.
    const ids = [person, ...others].map(({ id }) => id).join(', ');
    throw new AdminError(`Several users have the email ${who}. Give one of their ids instead: ${ids}.`);
  }
  return person;
}

/** Whether this is a user id rather than an email. */
export function isId(who: string): boolean {
  return z.uuid().safeParse(who).success;
}
