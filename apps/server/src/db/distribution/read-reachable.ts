import { isServerLost } from '../database-unavailable.ts';

/** Each user of a silent server takes the coordinator's patience. */
const PATIENCE_MS = 5_000;

/**
 * Reads rows of several users in one statement. If that fails because a server of a cluster is lost, it reads user by user, and
 * `unreachable` lists those whose rows it can't read. Cost then: n statements for n users.
 */
export async function readReachable<Row>(
  userIds: readonly string[],
  read: (userIds: readonly string[]) => Promise<Row[]>,
): Promise<{ rows: Row[]; unreachable: string[] }> {
  try {
    return { rows: await read(userIds), unreachable: [] };
  } catch (error) {
    if (!isServerLost(error)) throw error;
  }
  const until = performance.now() + PATIENCE_MS;
  const rows: Row[] = [];
  const unreachable: string[] = [];
  for (const userId of userIds) {
    const ofUser = performance.now() < until ? await readIfReachable(() => read([userId])) : null;
    if (ofUser === null) unreachable.push(userId);
    else rows.push(...ofUser);
  }
  return { rows, unreachable };
}

async function readIfReachable<Row>(read: () => Promise<Row[]>): Promise<Row[] | null> {
  try {
    return await read();
  } catch (error) {
    if (isServerLost(error)) return null;
    throw error;
  }
}
