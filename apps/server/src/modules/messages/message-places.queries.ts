import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { messagePlaces } from '../../db/tables/messages.tables.ts';

export type MessagePlaceRow = typeof messagePlaces.$inferSelect;

/** Lists them, oldest first. */
export async function listPlaces(db: Database, userId: string): Promise<MessagePlaceRow[]> {
  return db
    .select()
    .from(messagePlaces)
    .where(eq(messagePlaces.userId, userId))
    .orderBy(asc(messagePlaces.createdAt), asc(messagePlaces.id));
}

export async function countPlaces(db: Database, userId: string): Promise<number> {
  return db.$count(messagePlaces, eq(messagePlaces.userId, userId));
}

export async function findPlace(
  db: Database,
  userId: string,
  id: string,
): Promise<MessagePlaceRow | undefined> {
  const [row] = await db.select().from(messagePlaces).where(isPlace(userId, id));
  return row;
}

export async function insertPlace(db: Database, row: MessagePlaceRow): Promise<void> {
  await db.insert(messagePlaces).values(row);
}

export async function updatePlace(
  db: Database,
  { userId, id }: Pick<MessagePlaceRow, 'userId' | 'id'>,
  changes: Partial<Omit<MessagePlaceRow, 'userId' | 'id'>>,
): Promise<void> {
  await db.update(messagePlaces).set(changes).where(isPlace(userId, id));
}

export async function deletePlace(db: Database, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(messagePlaces)
    .where(isPlace(userId, id))
    .returning({ id: messagePlaces.id });
  return deleted.length > 0;
}

export async function deletePlaces(db: Database, userId: string): Promise<void> {
  await db.delete(messagePlaces).where(eq(messagePlaces.userId, userId));
}

function isPlace(userId: string, id: string) {
  return and(eq(messagePlaces.userId, userId), eq(messagePlaces.id, id));
}
