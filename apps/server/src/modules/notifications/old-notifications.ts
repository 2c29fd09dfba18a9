import { lt } from 'drizzle-orm';
import { deleteExpiredOfUsers } from '../../db/delete-expired.ts';
import { notifications } from '../../db/tables/notifications.tables.ts';
import type { Deps } from '../deps.ts';
import { RETENTION_MS } from './notify.service.ts';

/** Deletes old ones, also of users who get no new ones. */
export async function removeOldNotifications(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const oldest = new Date(clock().getTime() - RETENTION_MS);
  await deleteExpiredOfUsers(db, notifications, lt(notifications.createdAt, oldest), signal);
}
