import { dayInZone, addDays, type Day } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import { newUserToken } from '@oinkly/server/security/secret-token';
import { FORGOTTEN_SECRET } from '@oinkly/server/security/token-box';
import { randomInt } from 'node:crypto';
import type pg from 'pg';

/* What a board reads of users after a year, written by SQL. */

/** All users share one zone, so that their weeks end together. */
export const CROWD_ZONE = 'UTC';

const CLOSED_WEEKS = 10;

export interface CrowdSize {
  users: number;
  viewers: number;
  friendsEach: number;
}

/**
 * Replaces all users of a stopped server's database and returns the viewers' session cookies. Each user has a budget, an expense of this
 * week and ten closed weeks. Every second user has a healthy bank. The server closes no week before the one after next.
 */
export async function makeCrowd(
  client: pg.Client,
  { users, viewers, friendsEach }: CrowdSize,
  now: Date,
): Promise<string[]> {
  const today = dayInZone(now, CROWD_ZONE);
  const thisWeek = weekStartOf(today);
  await client.query('begin');
  // PostgreSQL writes no WAL for tables that one transaction truncates and fills.
  await client.query('truncate users cascade');
  await client.query("set local maintenance_work_mem = '256MB'");
  // Checking foreign keys would take longer than writing.
  await client.query('set local session_replication_role = replica');
  await insertUsers(client, users, thisWeek, now);
  await insertResults(client, thisWeek, now);
  await client.query('set local session_replication_role = origin');
  await client.query(
    `insert into expenses (user_id, name, amount_cents, day, category, created_at)
     select id, 'Lunch', 500 + (random() * 15000)::bigint, $1, 'Dining', $2 from crowd order by n`,
    [today, now],
  );
  await client.query(
    `insert into weekly_totals (user_id, week_start, spent_cents, ranked_cents, purchases)
     select user_id, week_start, cost_cents, ranked_cents, is_counted::integer from expenses where day = $1`,
    [today],
  );
  const places = Array.from({ length: viewers }, (_, index) => Math.floor(((index + 0.5) * users) / viewers));
  await befriend(client, places, { users, friendsEach }, now);
  const cookies = await openSessions(client, places, now);
  await client.query('commit');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  return cookies;
}

async function insertUsers(client: pg.Client, users: number, thisWeek: Day, now: Date): Promise<void> {
  await client.query(
    `create temporary table crowd on commit drop as
     select row_number() over (order by id) - 1 as n, id from (
       select gen_random_uuid() as id from generate_series(1, $1::integer)
     ) as ids order by id`,
    [users],
  );
  await client.query('create unique index on crowd (n)');
  await client.query('analyze crowd');
  const signedUpAt = new Date(now.getTime() - 365 * 86_400_000);
  await client.query(
    `insert into users (id, email, full_name, time_zone, bank_linked, signup_completed, next_week_close_at, created_at)
     select id, id || '@example.org', 'Person ' || n, $1, true, true, $2::date + 14, $3 from crowd order by n`,
    [CROWD_ZONE, thisWeek, signedUpAt],
  );
  await client.query(
    `insert into budget_changes (user_id, day, budget_cents)
     select id, $1, 10000 + 2500 * (n % 7) from crowd order by n`,
    [dayInZone(signedUpAt, CROWD_ZONE)],
  );
  await client.query(
    `insert into connections (user_id, id, provider, provider_connection_id, institution_name, access_token, access_token_key_id, cursor,
       last_synced_at, created_at)
     select id, gen_random_uuid(), 'plaid', id::text, 'First Platypus Bank', $3, $4, 'cursor',
       $1, $2 from crowd where n % 2 = 0 order by n`,
    // A forgotten token, because the server does not start with tokens whose key it lacks. No bank is called.
    [now, signedUpAt, FORGOTTEN_SECRET.sealed, FORGOTTEN_SECRET.keyId],
  );
}

/** Inserts in the order of closing, so that one user's rows are far apart, as in a real database. */
async function insertResults(client: pg.Client, thisWeek: Day, now: Date): Promise<void> {
  for (let weeksAgo = CLOSED_WEEKS; weeksAgo >= 1; weeksAgo -= 1) {
    await client.query(
      `insert into weekly_results (user_id, week_start, budget_cents, spent_cents, ranked_cents, was_active, closed_at)
       select id, $1, 10000 + 2500 * (n % 7), spent, spent, true, $2
       from (select n, id, (random() * 20000)::bigint as spent from crowd) as ended order by n`,
      [addDays(thisWeek, -7 * weeksAgo), now],
    );
  }
}

/** Viewers are not each other's friends, or they would have too many. */
async function befriend(
  client: pg.Client,
  viewers: readonly number[],
  { users, friendsEach }: Pick<CrowdSize, 'users' | 'friendsEach'>,
  now: Date,
): Promise<void> {
  const looking = new Set(viewers);
  const pairs = viewers.flatMap((viewer) => {
    const friends = new Set<number>();
    while (friends.size < friendsEach) {
      const friend = randomInt(users);
      if (!looking.has(friend)) friends.add(friend);
    }
    return [...friends].map((friend) => ({ viewer, friend }));
  });
  await client.query(
    `with pairs as (select * from unnest($1::bigint[], $2::bigint[]) as pair (one, other))
     insert into friendships (user_id, friend_id, created_at)
     select a.id, b.id, $3 from (select one, other from pairs union all select other, one from pairs) as pair
     join crowd a on a.n = pair.one join crowd b on b.n = pair.other`,
    [pairs.map(({ viewer }) => viewer), pairs.map(({ friend }) => friend), now],
  );
}

async function openSessions(client: pg.Client, places: readonly number[], now: Date): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from unnest($1::bigint[]) with ordinality as viewer (place, at) join crowd on n = place order by at',
    [places],
  );
  const tokens = rows.map(({ id }) => newUserToken(id));
  await client.query(
    `insert into sessions (user_id, token_hash, created_at, last_seen_at, user_agent)
     select id, hash, $3, $3, 'bench' from unnest($1::bigint[], $2::bytea[]) as session (place, hash) join crowd on n = place`,
    [places, tokens.map(({ hash }) => hash), now],
  );
  return tokens.map(({ token }) => `session=${token}`);
}
