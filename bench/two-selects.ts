import { startLocalPostgres } from '@oinkly/local-postgres';
import { IDENTITY_PART } from '@oinkly/server/db/identity-part';
import Fastify from 'fastify';
import pg from 'pg';

/* The floor of an authenticated GET: bare Fastify with two prepared SELECTs by key. `node two-selects.ts <data folder>` prints its address. */

const [dataDir = ''] = process.argv.slice(2);
const USERS = 1_000;

const postgres = await startLocalPostgres({ dataDir, parts: [IDENTITY_PART], opensSuperuser: true });
const pool = new pg.Pool({ connectionString: postgres.superuserConnectionString, max: 10 });
await pool.query(`
  create table users (id uuid primary key default gen_random_uuid(), email text, full_name text, time_zone text, created_at timestamptz default now());
  insert into users (email, full_name, time_zone) select 'user' || n, 'User ' || n, 'Europe/Berlin' from generate_series(1, ${USERS}) n;
  create table sessions (token_hash bytea primary key, user_id uuid references users, created_at timestamptz default now(), last_seen_at timestamptz default now());
  insert into sessions (token_hash, user_id) select sha256(email::bytea), id from users;
  create table budgets (user_id uuid primary key references users, budget_cents bigint, day date);
  insert into budgets select id, 20000, '2026-01-05' from users;
  analyze;`);
const { rows } = await pool.query<{ hash: Buffer }>(
  'select token_hash as hash from sessions limit 1 offset 500',
);

const app = Fastify();
app.get('/', async () => {
  const session = await pool.query<{ id: string; email: string }>({
    name: 'session',
    text: 'select u.*, s.created_at, s.last_seen_at from sessions s join users u on u.id = s.user_id where s.token_hash = $1',
    values: [rows[0]?.hash],
  });
  const [user] = session.rows;
  const budget = await pool.query<{ budget_cents: string; day: string }>({
    name: 'budget',
    text: 'select budget_cents, day::text from budgets where user_id = $1',
    values: [user?.id],
  });
  return { email: user?.email, ...budget.rows[0] };
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => pool.end())
    .then(() => postgres.stop());
});
