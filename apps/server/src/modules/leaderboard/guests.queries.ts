import type { Day } from '@oinkly/domain/days';
import { and, eq, gte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { guests, guestTaps, tappedWeeks } from '../../db/tables/readable-tables.ts';

export interface Guest {
  id: string;
  name: string;
  firstWeek: Day;
  createdAt: Date;
  /** The Monday of the first week that a pact can count; null without a pact. */
  pactFrom: Day | null;
  /** By the week's Monday. */
  taps: ReadonlyMap<Day, boolean>;
}

/** Lists the guests of a user with their taps from one week on or ever. */
export async function listGuests(db: Database, userId: string, from?: Day): Promise<Guest[]> {
  const rows = await db
    .select({
      id: guests.id,
      name: guests.name,
      firstWeek: guests.firstWeek,
      createdAt: guests.createdAt,
      pactFrom: guests.pactFrom,
    })
    .from(guests)
    .where(eq(guests.userId, userId));
  if (rows.length === 0) return [];
  const isRead = from === undefined ? undefined : gte(guestTaps.weekStart, from);
  const taps = await db
    .select()
    .from(guestTaps)
    .where(and(eq(guestTaps.userId, userId), isRead));
  return rows.map((guest) => {
    const own = taps.filter(({ guestId }) => guestId === guest.id);
    return { ...guest, taps: new Map(own.map(({ weekStart, isKept }) => [weekStart, isKept])) };
  });
}

/** Returns what these users tapped as guests, before their accounts, from one week on or ever. */
export async function listTappedWeeks(
  db: Database,
  userIds: readonly string[],
  from?: Day,
): Promise<Map<string, Map<Day, boolean>>> {
  const rows = await db
    .select()
    .from(tappedWeeks)
    .where(
      and(
        isOneOf(tappedWeeks.userId, userIds),
        from === undefined ? undefined : gte(tappedWeeks.weekStart, from),
      ),
    );
  const byUser = new Map<string, Map<Day, boolean>>();
  for (const { userId, weekStart, isKept } of rows)
    byUser.set(userId, (byUser.get(userId) ?? new Map<Day, boolean>()).set(weekStart, isKept));
  return byUser;
}
