import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import { bankAccounts, connections } from '../../db/tables/readable-tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import type { UserRow } from '../identity/index.ts';
import { unreadOf, type UnreadCounts } from '../notifications/index.ts';

export type UserChanges = Partial<
  Pick<
    UserRow,
    | 'fullName'
    | 'timeZone'
    | 'bankLinked'
    | 'friendsAdded'
    | 'signupCompleted'
    | 'countFixedBills'
    | 'isOnBoard'
    | 'boardView'
    | 'mayBeNamed'
    | 'signsPictures'
    | 'nextWeekCloseAt'
  >
>;

export async function updateUserRow(db: Database, userId: string, changes: UserChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.update(users).set(changes).where(eq(users.id, userId));
}

/** Null if the user has none, or is deleted. */
export async function readTimeZone(db: Database, userId: string): Promise<Pick<UserRow, 'timeZone'>> {
  const [row] = await db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId));
  return row ?? { timeZone: null };
}

type ConnectionRow = typeof connections.$inferSelect;

/** A connection as a row of JSON, whose instants are text. */
export interface BankRow extends Pick<
  ConnectionRow,
  'provider' | 'providerConnectionId' | 'institutionName' | 'errorCode' | 'problems'
> {
  /** Of the banks whose accounts it has. */
  bankNames: string[];
  lastSyncedAt: string | null;
  createdAt: string;
}

/** What the marks on the tabs say, on every screen. */
export interface Marks {
  unread: UnreadCounts;
  /** Oldest first. */
  banks: BankRow[];
}

export async function readMarks(
  { db, hasGuests }: { db: Database; hasGuests: boolean },
  userId: string,
): Promise<Marks> {
  const [row] = await selectMarks(db, { userId, hasGuests });
  return row ?? { unread: { all: 0, friends: 0 }, banks: [] };
}

// One statement, because the first view waits for it.
const selectMarks = preparedQuery<{ userId: string; hasGuests: boolean }, Marks>(
  'read_marks',
  (value, db) => {
    const { provider, providerConnectionId, institutionName, errorCode, problems, lastSyncedAt, createdAt } =
      connections;
    const bankNames = db
      .select({
        names: sql`coalesce(json_agg(distinct ${bankAccounts.institutionName}), '[]'::json)`,
      })
      .from(bankAccounts)
      .where(and(eq(bankAccounts.userId, value('userId')), eq(bankAccounts.connectionId, connections.id)));
    const bank = sql`json_build_object(
    'provider', ${provider}, 'providerConnectionId', ${providerConnectionId}, 'institutionName', ${institutionName},
    'bankNames', (${bankNames}), 'errorCode', ${errorCode}, 'problems', ${problems}, 'lastSyncedAt', ${lastSyncedAt}, 'createdAt', ${createdAt}
  )`;
    const banks = db
      .select({ rows: sql`coalesce(json_agg(${bank} order by ${createdAt}, ${connections.id}), '[]'::json)` })
      .from(connections)
      .where(eq(connections.userId, value('userId')));
    return db
      .select({
        unread: sql<UnreadCounts>`(${unreadOf(db, value('userId'), value('hasGuests'))})`,
        banks: sql<BankRow[]>`(${banks})`,
      })
      .from(users)
      .where(eq(users.id, value('userId')));
  },
);
