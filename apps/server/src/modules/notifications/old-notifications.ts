import { lt } from 'drizzle-orm';
import { deleteInParts } from '../../db/delete-in-parts.ts';
import { notifications } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { KEPT_MS } from './notify.service.ts';

/** Deletes what anybody was told so long ago that it is kept no longer, also of those who are told of nothing new. */
export async function removeOldNotifications(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const oldest = new Date(clock().getTime() - KEPT_MS);
  await deleteInParts(db, notifications, lt(notifications.createdAt, oldest), signal);
}
