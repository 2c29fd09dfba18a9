import pg from 'pg';

const FOREIGN_KEY_VIOLATION = '23503';
/** How foreign keys to `users` end. */
const OF_USERS = '_users_id_fk';

/** Whether a write failed because this user was deleted. A row of two users may lack the other one, so the detail must name this one. */
export function isDeletedUserError(error: unknown, userId: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!(current instanceof pg.DatabaseError) || current.code !== FOREIGN_KEY_VIOLATION) continue;
    return (
      current.constraint?.endsWith(OF_USERS) === true && current.detail?.includes(`=(${userId})`) === true
    );
  }
  return false;
}
