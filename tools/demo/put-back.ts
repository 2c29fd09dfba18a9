import { dayInZone } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import { startLocalPostgres } from '@oinkly/local-postgres';
import { IDENTITY_PART } from '@oinkly/server/db/identity-part';
import { join } from 'node:path';
import pg from 'pg';

/** Hours since each friend joined, the newest first. Each start deletes notifications of over 90 days. */
const FRIENDS_JOINED_H = [30, 24 * 40, 24 * 80] as const;
const INBOX_WEEKS = 12;
const PACTS_MADE_MS = 5 * 7 * 86_400_000;

/** Sign-ups, budgets and friendships of a stopped server's database, which no API call can move. */
export async function putSignUpsBack(dataDir: string, to: Date): Promise<void> {
  await changeDatabase(dataDir, async (client) => {
    await client.query(`update users set created_at = $1, next_week_close_at = 'epoch'`, [to]);
    await client.query('update budget_changes set day = $1::timestamptz::date', [to]);
    await client.query('update friendships set created_at = $1', [to]);
    await client.query(
      `update friendships set pact_agreed_at = $1, pact_from = date_trunc('week', $1::timestamptz)::date + 7
       where pact_agreed_at is not null`,
      [new Date(Date.now() - PACTS_MADE_MS)],
    );
    // On any day: the server takes a promise until Wednesday only.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await client.query(
      `update users set promised_week = $1 where id = (
         select min(user_id::text)::uuid from friendships where pact_agreed_at is not null
           and user_id in (select user_id from friendships group by user_id having count(*) = 1)
       )`,
      [weekStartOf(dayInZone(new Date(), timeZone))],
    );
    await client.query(
      `update guests set created_at = $1, first_week = date_trunc('week', $1::timestamptz)::date`,
      [new Date(Date.now() - PACTS_MADE_MS)],
    );
    await client.query(
      `insert into guest_taps (user_id, guest_id, week_start, is_kept)
       select user_id, id, first_week + 7 * i, i <> 1 from guests, generate_series(0, 4) i`,
    );
  });
}

/**
 * Fills the lists of notifications with what the year would have left there: the last weeks' results, read but for the newest, and friends who
 * joined one by one. Only the newest week's result is news to the server, which closes the year at once.
 */
export async function fillInboxes(dataDir: string, now: Date): Promise<void> {
  await changeDatabase(dataDir, async (client) => {
    await client.query(
      `insert into notifications (user_id, event, event_key, created_at, read_at)
       select user_id,
         jsonb_build_object('kind', 'result', 'weekStart', week_start, 'isUnder', spent_cents <= budget_cents,
           'highlight', jsonb_build_object('kind', case when spent_cents <= budget_cents then 'budget-kept' else 'fresh-start' end)),
         'week ' || week_start, week_start + 7, week_start + 7
       from weekly_results where week_start > $1::timestamptz::date - 7 * $2::integer
       on conflict do nothing`,
      [now, INBOX_WEEKS],
    );
    await client.query(
      `update notifications set created_at = (event->>'weekStart')::date + 7
       where event->>'kind' = 'result'`,
    );
    // A bank that was linked a year ago is no news, and neither is a pact.
    await client.query(`delete from notifications where event->>'kind' = 'import' or event ? 'pact'`);
    await client.query(
      `update notifications n set created_at = guests.created_at, read_at = guests.created_at
       from guests where guests.user_id = n.user_id and guests.id = n.guest_id`,
    );
    for (const [place, hours] of FRIENDS_JOINED_H.entries()) {
      const joinedAt = new Date(now.getTime() - hours * 3_600_000);
      await client.query(
        `with joined as (
           select user_id, friend_id, row_number() over (partition by user_id order by id desc) - 1 as place
           from notifications where friend_id is not null
         ), moved as (
           update notifications n set created_at = $2::timestamptz,
             read_at = case when $1::integer = 0 then null else $2::timestamptz end
           from joined j where n.user_id = j.user_id and n.friend_id = j.friend_id and j.place = $1::integer
           returning n.user_id, n.friend_id
         )
         update friendships f set created_at = $2::timestamptz from moved m
         where (f.user_id, f.friend_id) in ((m.user_id, m.friend_id), (m.friend_id, m.user_id))`,
        [place, joinedAt],
      );
    }
  });
}

async function changeDatabase(dataDir: string, change: (client: pg.Client) => Promise<void>): Promise<void> {
  const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), parts: [IDENTITY_PART] });
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  try {
    await client.query('begin');
    await change(client);
    await client.query('commit');
  } finally {
    await client.end();
    await postgres.stop();
  }
}
