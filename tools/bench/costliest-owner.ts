import {
  MAX_CONNECTIONS_PER_USER,
  MAX_EXPENSES_PER_USER,
  MAX_RULES_PER_USER,
  MAX_SERIES_PER_USER,
  MAX_TOKENS_PER_USER,
} from '@oinkly/contract/limits';
import { MAX_IMPORT_LINES } from '@oinkly/domain/statements/limits';
import { MAX_FRIENDS } from '@oinkly/server/modules/friends/friendship-rows';
import { FORGOTTEN_SECRET } from '@oinkly/server/security/token-box';
import { createECDH, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { fillGuests } from './costliest-guests.ts';
import { fillTokens } from './costliest-tokens.ts';
import { words } from './costliest-input.ts';
import { fillPlaces } from './costliest-places.ts';

/* A user at the quota, written by SQL: many equal rows near each other, long names, and everything that routes and jobs read. */

export interface OwnerSizes {
  expenses: number;
  /** Of the expenses: equal amounts on near days, as many as of the bank. */
  equal: number;
  /** Of the other expenses: the rows of one imported file. */
  imported: number;
  bankRows: number;
  series: number;
  rules: number;
  friends: number;
  connections: number;
  tokens: number;
  /** Each of imports, notifications, separate pairs, account twins and sessions. */
  others: number;
}

/** Room for what the measured requests add. */
const ROOM = { expenses: 40_000, series: 5, friends: 3, connections: 8, tokens: 3, rules: 3 };
const BANK_ROWS = 100_000;
const EQUAL = 10_000;
const OTHERS = 2_000;

export function sizesOf(share: number): OwnerSizes {
  const part = (count: number) => Math.max(1, Math.round(count * share));
  return {
    expenses: part(MAX_EXPENSES_PER_USER - ROOM.expenses),
    equal: part(EQUAL),
    imported: part(MAX_IMPORT_LINES),
    bankRows: part(BANK_ROWS),
    series: part(MAX_SERIES_PER_USER - ROOM.series),
    rules: part(MAX_RULES_PER_USER - ROOM.rules),
    friends: part(MAX_FRIENDS - ROOM.friends),
    connections: part(MAX_CONNECTIONS_PER_USER - ROOM.connections),
    tokens: part(MAX_TOKENS_PER_USER - ROOM.tokens),
    others: part(OTHERS),
  };
}

/** What all equal expenses cost. */
export const EQUAL_CENTS = 777;
const NAME = words(180);
const OTHER_NAME = words(180, 40);
const BANK = 'Costly Bank';

export type Client = Pick<pg.ClientBase, 'query'>;

/** Fills the account of a user who has just signed up. */
export async function fillOwner(
  client: Client,
  { userId, today, now }: { userId: string; today: string; now: Date },
  sizes: OwnerSizes,
): Promise<void> {
  const run: Run = (text, ...values) => client.query(owned(text), [userId, ...values]);
  await run(
    `update users set signup_completed = true, bank_linked = true, full_name = $2, time_zone = 'UTC', is_email_confirmed = true,
       wants_recap_mail = true, notification_kinds = '{budget,bank,result,friend}', has_chosen_notifications = true, board_view = 'kept',
       may_be_named = true, signs_pictures = true,
       promised_week = date_trunc('week', $3::date)::date
     where id = $1`,
    'W'.repeat(80),
    today,
  );
  await run(
    `insert into budget_changes (user_id, day, budget_cents)
     select $1, $2::date - i, 10000 + i * 100 from generate_series(0, $3::integer) i on conflict do nothing`,
    today,
    sizes.others,
  );
  await fillBanks(run, { today, now }, sizes);
  await fillExpenses(run, { today, now }, sizes);
  await fillSeries(run, { today, now }, sizes);
  await run(
    `insert into weekly_totals (user_id, week_start, spent_cents, ranked_cents, purchases)
     select user_id, week_start, coalesce(sum(cost_cents) filter (where is_counted), 0), sum(ranked_cents), count(*) filter (where is_counted)
     from expenses where user_id = $1 group by user_id, week_start
     on conflict (user_id, week_start) do update set spent_cents = excluded.spent_cents, ranked_cents = excluded.ranked_cents,
       purchases = excluded.purchases`,
  );
  await run(
    `insert into weekly_results (user_id, week_start, budget_cents, spent_cents, ranked_cents, was_active, closed_at)
     select user_id, week_start, 10000, spent_cents, ranked_cents, true, $2 from weekly_totals
     where user_id = $1 and week_start < $3::date - 7 on conflict do nothing`,
    now,
    today,
  );
  await fillFriends(run, { today, now }, sizes);
  await fillGuests(run, { today, now });
  await fillRest(run, now, sizes);
}

export type Run = (text: string, ...values: unknown[]) => Promise<pg.QueryResult>;

/** The first parameter is the user. */
export function owned(text: string): string {
  return text.replaceAll(/\$1(?!\d)/g, '$1::uuid');
}

export interface Moment {
  today: string;
  now: Date;
}

async function fillBanks(run: Run, { today, now }: Moment, sizes: OwnerSizes): Promise<void> {
  await run(
    `insert into connections (user_id, id, provider, provider_connection_id, institution_name, access_token, access_token_key_id, cursor,
       status, last_synced_at, created_at)
     select $1, gen_random_uuid(), 'plaid', 'item-' || $1 || i, $2, $3, $4, 'cursor', 'healthy', $5, $5 from generate_series(1, $6::integer) i`,
    BANK,
    FORGOTTEN_SECRET.sealed,
    FORGOTTEN_SECRET.keyId,
    now,
    sizes.connections,
  );
  await run(
    `insert into sync_runs (user_id, connection_id, stage, requested_at, finished_at)
     select user_id, id, 'done', $2, $2 from connections where user_id = $1`,
    now,
  );
  await run(
    `insert into bank_accounts (user_id, id, connection_id, provider, provider_account_id, institution_name, name, type, mask, current_cents,
       currency)
     select $1, gen_random_uuid(), c.id, 'plaid', c.id || '-' || i, $2, $3, 'depository', '1234', 100, 'USD'
     from connections c, generate_series(1, 10) i where c.user_id = $1`,
    BANK,
    NAME,
  );
  await run(
    `insert into bank_accounts (user_id, id, provider, provider_account_id, institution_name, name, type)
     select $1, gen_random_uuid(), 'plaid', 'twin-' || i, 'Twin Bank', $2, 'depository' from generate_series(1, 2 * $3::integer) i`,
    NAME,
    Math.min(sizes.others, 200),
  );
  await run(
    `insert into account_twins (user_id, id, older_account_id, younger_account_id, noticed_at)
     select $1, gen_random_uuid(), o.id, y.id, $2
     from (select *, row_number() over (order by id) as n from bank_accounts where user_id = $1 and connection_id is null) o
     join (select *, row_number() over (order by id) as n from bank_accounts where user_id = $1 and connection_id is null) y on y.n = o.n + 1
     where o.n % 2 = 1`,
    now,
  );
  // Equal purchases on near days first, then refunds without a purchase, then monthly payments of as many merchants as there are rules.
  await run(
    `insert into bank_transactions (user_id, account_id, connection_id, transaction_id, amount_cents, currency, day, posted_on, name,
       merchant_name, merchant_key, is_pending, kind, expense_category, created_at)
     select $1, a.id, a.connection_id, 'seeded-' || i, case when i <= $2::integer then $6::bigint when i <= 1.5 * $2::integer then -50000 - i else 999 end, 'USD', t.day,
       t.day, $7, m.merchant, m.merchant, false, case when i > $2::integer and i <= 1.5 * $2::integer then 'refund' else 'spending' end, 'Other', $5
     from generate_series(1, $3::integer) i
     cross join lateral (select case when i <= 1.5 * $2::integer then $4::date - 10 - i % 5 else $4::date - i % 720 end as day) t
     cross join lateral (select 'merchant' || translate((i % $8::integer)::text, '0123456789', 'abcdefghij') as merchant) m
     cross join (select id, connection_id from bank_accounts where user_id = $1 and connection_id is not null order by id limit 1) a`,
    sizes.equal,
    sizes.bankRows,
    today,
    now,
    EQUAL_CENTS,
    OTHER_NAME,
    sizes.rules,
  );
  await run(
    `insert into expenses (user_id, bank_transaction_id, name, amount_cents, bank_amount_cents, day, category, kind, created_at)
     select user_id, id, name, amount_cents, amount_cents, day, 'Other', kind, created_at from bank_transactions
     where user_id = $1 and amount_cents > 0`,
  );
}

async function fillExpenses(run: Run, { today, now }: Moment, sizes: OwnerSizes): Promise<void> {
  await run(
    `insert into expense_imports (user_id, id, file_name, rows, rows_in_all, created_at)
     select $1, gen_random_uuid(), $2::text || i, 1, 1, $3::timestamptz from generate_series(1, $4::integer) i`,
    'f'.repeat(190),
    now,
    sizes.others,
  );
  // All names differ, and every second one is a fixed bill. One import holds as many rows as a file.
  await run(
    `insert into expenses (user_id, name, amount_cents, day, category, kind, counts_by_kind, import_id, import_ref, deleted_at, created_at)
     select $1, $2::text || i, case when i <= $3::integer then $7::bigint else 100 + i % 90000 end,
       case when i <= $3::integer then $4::date - 10 - i % 5 else $4::date - i % 7300 end, 'Other',
       case when i % 2 = 0 and i > $3::integer then 'fixed-bill' else 'spending' end, i % 2 = 1 or i <= $3::integer,
       case when i > $3::integer and i <= $3::integer + $8::integer then imported.id end,
       case when i > $3::integer and i <= $3::integer + $8::integer then sha256(i::text::bytea) end,
       case when i % 10 = 9 then $6::timestamptz end, $6::timestamptz
     from generate_series(1, $5::integer) i
     cross join (select id from expense_imports where user_id = $1 order by id limit 1) imported`,
    NAME,
    sizes.equal,
    today,
    Math.max(sizes.expenses, sizes.equal + sizes.imported),
    now,
    EQUAL_CENTS,
    sizes.imported,
  );
  await run(
    `update expense_imports set rows = $2::integer, rows_in_all = $2::integer where user_id = $1 and id = (select id from expense_imports where user_id = $1 order by id limit 1)`,
    sizes.imported,
  );
  // Merged pairs, which everyone's export reads.
  await run(
    `with manual as (
       select id, row_number() over (order by id desc) as n from expenses
       where user_id = $1 and bank_transaction_id is null and deleted_at is null and kind = 'spending' order by id desc limit $2::integer
     ), bank as (
       select id, row_number() over (order by id desc) as n from expenses where user_id = $1 and bank_transaction_id is not null
       order by id desc limit $2::integer
     ), marked as (
       update expenses e set fields_from_manual = '{name}' from bank where e.user_id = $1 and e.id = bank.id and bank.n <= (select count(*) from manual)
     )
     update expenses e set merged_into_id = bank.id from manual join bank using (n) where e.user_id = $1 and e.id = manual.id`,
    sizes.others,
  );
  await run(
    `insert into separate_expenses (user_id, manual_expense_id, bank_expense_id)
     select $1, m.id, b.id from
       (select id, row_number() over (order by id) as n from expenses where user_id = $1 and bank_transaction_id is null limit $2::integer) m
       join (select id, row_number() over (order by id) as n from expenses where user_id = $1 and bank_transaction_id is not null limit $2::integer) b
       using (n)`,
    sizes.others,
  );
}

async function fillSeries(run: Run, { today, now }: Moment, sizes: OwnerSizes): Promise<void> {
  await run(
    `insert into recurring_series (user_id, id, name, amount_cents, category, day_of_month, next_on, created_at, ended_at)
     select $1, gen_random_uuid(), $2::text || i, 100 + i, 'Other', 31, $3::date + 1, $4::timestamptz, case when i = 1 then $4::timestamptz end
     from generate_series(1, $5::integer + 1) i`,
    NAME,
    today,
    now,
    sizes.series,
  );
  await run(
    `insert into expenses (user_id, name, amount_cents, day, category, type, day_of_month, series_id, series_month, deleted_at, created_at)
     select $1, s.name, s.amount_cents, month + 20, 'Other', 'recurring', 31, s.id, month, s.ended_at, $2::timestamptz
     from recurring_series s cross join lateral (
       select (date_trunc('month', $3::date) - make_interval(months => i))::date as month from generate_series(1, 12) i) m
     where s.user_id = $1`,
    now,
    today,
  );
}

async function fillFriends(run: Run, { today, now }: Moment, sizes: OwnerSizes): Promise<void> {
  await run(
    `with friends as (
       insert into users (id, email, full_name, time_zone, signup_completed, may_be_named, created_at)
       select gen_random_uuid(), $1 || '-' || i || '@example.org', $2::text, 'UTC', true, true, $3::timestamptz from generate_series(1, $4::integer) i returning id
     ), pairs as (
       insert into friendships (user_id, friend_id, created_at, pact_agreed_at, pact_from)
       select $1, id, $3::timestamptz, case when row_number() over () <= 4 then $3::timestamptz end, $5::date - 70 from friends
       union all select id, $1, $3::timestamptz, $3::timestamptz, $5::date - 70 from friends
     ), budgets as (
       insert into budget_changes (user_id, day, budget_cents) select id, $5::date - 100, 10000 from friends
     )
     insert into weekly_results (user_id, week_start, budget_cents, spent_cents, ranked_cents, was_active, closed_at)
     select id, $5::date - extract(isodow from $5::date)::integer + 1 - 7 * i, 10000, 100, 100, true, $3::timestamptz from friends, generate_series(1, 10) i`,
    'W'.repeat(80),
    now,
    sizes.friends,
    today,
  );
  await run(
    `with blocked as (
       insert into users (id, email, signup_completed, created_at) select gen_random_uuid(), $1 || '-blocked@example.org', true, $2::timestamptz returning id
     )
     insert into blocks (user_id, blocked_id, created_at) select $1, id, $2::timestamptz from blocked`,
    now,
  );
  // A deleted user whom all friends still list, and an inviter.
  await run(
    `insert into friendships (user_id, friend_id, created_at) select friend_id, $2::uuid, $3::timestamptz from friendships where user_id = $1`,
    GHOST,
    now,
  );
  await run(
    `with inviter as (
       insert into users (id, email, full_name, signup_completed, created_at)
       select gen_random_uuid(), $1 || '-inviter@example.org', $2::text, true, $3::timestamptz returning id
     )
     insert into friend_invites (user_id, code, created_at) select id, 'invited-by-' || id, $3::timestamptz from inviter`,
    'W'.repeat(80),
    now,
  );
}

/** Not a user any more. */
export const GHOST = '99999999-9999-4999-8999-999999999999';

async function fillRest(run: Run, now: Date, sizes: OwnerSizes): Promise<void> {
  await run(
    `insert into rules (user_id, merchant_key, merchant, name, category, is_counted)
     select $1, m, m, $2::text, 'Other', true
     from (select 'merchant' || translate(i::text, '0123456789', 'abcdefghij') as m from generate_series(1, $3::integer) i) merchants`,
    NAME,
    sizes.rules,
  );
  await run(
    `insert into rules (user_id, merchant_key, merchant, category)
     select $1, merchant_key, merchant_key, 'Travel' from bank_transactions where user_id = $1
     group by merchant_key order by count(*) desc limit 1 on conflict (user_id, merchant_key) do nothing`,
  );
  await run(
    `insert into rule_changes (user_id, change_id, expense_id, category, created_at)
     select $1, $2::uuid, id, category, $3::timestamptz from expenses
     where user_id = $1 and bank_transaction_id is not null order by id limit 10000`,
    GHOST,
    now,
  );
  await run(
    `insert into monthly_merchants (user_id, merchant_key, is_monthly) select user_id, merchant_key, true from rules where user_id = $1`,
  );
  await run(
    `insert into notifications (user_id, event, event_key, friend_id, created_at)
     select $1, '{"kind":"friend"}', 'friend ' || friend_id, friend_id, $2::timestamptz from friendships where user_id = $1`,
    now,
  );
  await run(
    `insert into notifications (user_id, event, event_key, guest_id, created_at)
     select $1, '{"kind":"friend","isGuest":true}', 'guest ' || id, id, $2::timestamptz from guests where user_id = $1`,
    now,
  );
  await run(
    `insert into notifications (user_id, event, event_key, created_at)
     select $1, '{"kind":"budget","mark":80,"weekStart":"2026-01-05"}', 'budget ' || i, $2::timestamptz - make_interval(days => i % 89)
     from generate_series(1, $3::integer) i`,
    now,
    sizes.others,
  );
  await fillTokens(run, now, sizes.tokens);
  await run(
    `insert into sessions (user_id, token_hash, created_at, last_seen_at, user_agent)
     select $1, sha256(($1 || i::text)::bytea), $2::timestamptz, $2::timestamptz, $3::text from generate_series(1, $4::integer) i`,
    now,
    `Mozilla/5.0 (X11; Linux x86_64) ${'A'.repeat(400)}`,
    sizes.others,
  );
  await fillPlaces(run, now);
  const key = createECDH('prime256v1').generateKeys('base64url');
  await run(
    `insert into push_subscriptions (user_id, endpoint_hash, endpoint, p256dh, auth, user_agent, created_at)
     select $1, sha256(endpoint::bytea), endpoint, $2::text, $3::text, 'Mozilla', $4::timestamptz
     from (select 'https://fcm.googleapis.com/fcm/send/' || repeat('a', 1900) || i as endpoint from generate_series(1, 10) i) endpoints`,
    key,
    'a'.repeat(22),
    now,
  );
  await run(
    `insert into import_layouts (user_id, file_kind, layout, used_at)
     select $1, $2::text || i, $3::jsonb, $4::timestamptz from generate_series(1, 50) i`,
    'k'.repeat(490),
    JSON.stringify(LAYOUT),
    now,
  );
  await run(`insert into unsubscribe_tokens (user_id, token) values ($1, $2)`, randomUUID());
}

const LAYOUT = {
  columns: {
    date: 0,
    name: 1,
    amount: 2,
    moneyOut: null,
    moneyIn: null,
    direction: null,
    category: null,
    currency: null,
  },
  dateOrder: 'ymd',
  decimalSign: '.',
  purchases: 'negative',
  currency: 'USD',
};
