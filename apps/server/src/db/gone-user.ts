import pg from 'pg';

const FOREIGN_KEY_VIOLATION = '23503';
/** The end of the names of foreign keys to `users`. */
const OF_USERS = '_users_id_fk';

/**
 * Whether a write failed because this user was deleted meanwhile. A row between two users may lack the other one, so PostgreSQL's detail
 * must name this user.
 */
export function isOfGoneUser(error: unknown, userId: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!(current instanceof pg.DatabaseError) || current.code !== FOREIGN_KEY_VIOLATION) continue;
    return (
      current.constraint?.endsWith(OF_USERS) === true && current.detail?.includes(`=(${userId})`) === true
    );
  }
  return false;
}
