import { startLocalPostgres } from '@oinkly/local-postgres';
import { IDENTITY_PART } from '@oinkly/server/db/identity-part';
import Fastify from 'fastify';
import pg from 'pg';

/*
 * Bare Fastify with prepared lookups by key: no call can be cheaper. `node bare-fastify.ts <data folder>` prints its address. `GET /2` runs
 * two statements in turn. `POST /9` runs nine in a transaction that adds a row.
 */

const [dataDir = ''] = process.argv.slice(2);
const USERS = 1_000;

const postgres = await startLocalPostgres({ dataDir, parts: [IDENTITY_PART], opensSuperuser: true });
const pool = new pg.Pool({ connectionString: postgres.superuserConnectionString, max: 10 });
// PostgreSQL may stop before the idle connections close.
pool.on('error', () => undefined);
await pool.query(`
  create table users (id uuid primary key default gen_random_uuid(), email text, full_name text, time_zone text, created_at timestamptz default now());
  insert into users (email, full_name, time_zone) select 'user' || n, 'User ' || n, 'Europe/Berlin' from generate_series(1, ${USERS}) n;
  create table sessions (token_hash bytea primary key, user_id uuid references users, created_at timestamptz default now(), last_seen_at timestamptz default now());
  insert into sessions (token_hash, user_id) select sha256(email::bytea), id from users;
  create table budgets (user_id uuid primary key references users, budget_cents bigint, day date);
  insert into budgets select id, 20000, '2026-01-05' from users;
  create table expenses (id bigint generated always as identity primary key, user_id uuid references users, name text, amount_cents bigint, day date);
  analyze;`);
const { rows } = await pool.query<{ hash: Buffer }>(
  'select token_hash as hash from sessions limit 1 offset 500',
);

const app = Fastify();
app.get<{ Params: { statements: string } }>('/:statements', async ({ params }) => {
  const user = await readUser();
  let budget: Budget | undefined;
  for (let count = 1; count < Number(params.statements); count += 1) budget = await readBudget(pool, user.id);
  return { email: user.email, ...budget };
});
app.post<{ Params: { statements: string }; Body: { name: string; amount: number; date: string } }>(
  '/:statements',
  async ({ params, body }) => {
    const user = await readUser();
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query({
        name: 'add',
        text: 'insert into expenses (user_id, name, amount_cents, day) values ($1, $2, $3, $4) returning *',
        values: [user.id, body.name, Math.round(body.amount * 100), body.date],
      });
      // The other four are the session, BEGIN, the insert and COMMIT.
      for (let count = 4; count < Number(params.statements); count += 1) await readBudget(client, user.id);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    return { name: body.name };
  },
);

interface Budget {
  budget_cents: string;
  day: string;
}

async function readUser(): Promise<{ id: string; email: string }> {
  const session = await pool.query<{ id: string; email: string }>({
    name: 'session',
    text: 'select u.*, s.created_at, s.last_seen_at from sessions s join users u on u.id = s.user_id where s.token_hash = $1',
    values: [rows[0]?.hash],
  });
  const [user] = session.rows;
  if (!user) throw new Error('The session has no user');
  return user;
}

async function readBudget(client: pg.Pool | pg.PoolClient, userId: string): Promise<Budget | undefined> {
  const { rows: budgets } = await client.query<Budget>({
    name: 'budget',
    text: 'select budget_cents, day::text from budgets where user_id = $1',
    values: [userId],
  });
  return budgets[0];
}

console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => pool.end())
    .then(() => postgres.stop());
});
