import pg from 'pg';

const FOREIGN_KEY_VIOLATION = '23503';
/** How the keys end that refer to a user. */
const OF_USERS = '_users_id_fk';

/**
 * Whether something could not be written because it refers to this user, who has been deleted meanwhile. Looks through the causes: the query
 * builder wraps the driver's error. A row between two users may lack the other one, so PostgreSQL's detail is asked whom it means.
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
