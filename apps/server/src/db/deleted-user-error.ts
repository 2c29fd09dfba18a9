import pg from 'pg';

const FOREIGN_KEY_VIOLATION = '23503';
/** The names of foreign keys to `users`. A cluster adds the number of a shard, and has the name in the message only. */
const OF_USERS = /_users_id_fk(_\d+)?\b/;

/** Whether a write failed because this user was deleted. */
export function isDeletedUserError(error: unknown, userId: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!(current instanceof pg.DatabaseError) || current.code !== FOREIGN_KEY_VIOLATION) continue;
    return (
      OF_USERS.test(current.constraint ?? current.message) &&
      current.detail?.includes(`=(${userId})`) === true
    );
  }
  return false;
}
