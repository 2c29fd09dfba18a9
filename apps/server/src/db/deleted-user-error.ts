import pg from 'pg';

const FOREIGN_KEY_VIOLATION = '23503';
/** The names of foreign keys to `users`; on a node of a cluster, with the number of a shard. */
const OF_USERS = /_users_id_fk(_\d+)?$/;

/** Whether a write failed because this user was deleted. */
export function isDeletedUserError(error: unknown, userId: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!(current instanceof pg.DatabaseError) || current.code !== FOREIGN_KEY_VIOLATION) continue;
    return OF_USERS.test(current.constraint ?? '') && current.detail?.includes(`=(${userId})`) === true;
  }
  return false;
}
