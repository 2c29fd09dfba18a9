import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { AdminError } from './admin-error.ts';
import { findUsersByEmail, findUser, type AdminUser } from './admin-users.queries.ts';

/** Throws an `AdminError` unless exactly one user has this email or id. */
export async function findOneUser(db: Database, who: string): Promise<AdminUser> {
  const users = isId(who) ? [await findUser(db, who)] : await findUsersByEmail(db, who.trim());
  const [user, ...others] = users.filter((found) => found !== undefined);
  if (!user) throw new AdminError(`No user has the ${isId(who) ? 'id' : 'email'} ${who}.`);
  if (others.length > 0) {
    const ids = [user, ...others].map(({ id }) => id).join(', ');
    throw new AdminError(`Several users have the email ${who}. Give one of their ids instead: ${ids}.`);
  }
  return user;
}

export function isId(who: string): boolean {
  return z.uuid().safeParse(who).success;
}
