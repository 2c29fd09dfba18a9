import { addDays } from '@oinkly/domain/days';
import { occurrenceInMonthAfter, occurrenceOnOrAfter } from '@oinkly/domain/recurrence';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { firstMigrations, MIGRATIONS_DIR, readJournal } from '../test-support/first-migrations.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { ageOfSchema, migrate } from './migrate.ts';

const journal = await readJournal();

/** SHA-256 of every released migration. A released text never changes: databases have applied it. */
const CHECKSUMS: Record<string, string> = {
  '0000_house': '4729dd5e1b5ad893f1a66a0f8e544eae41cb5a3b08545f955adabbeed33925c1',
  '0001_weekly_totals': '797cc916f0e22a1199e52ef43089b3b98a98af1a68aed68e37b93db26b95c917',
  '0002_lease_owners_and_token_results': '9448a1082698a16420b51ec4b50160b859bc1873338e272edf5b7e12b9a079c1',
  '0003_sync_schedule': '6110ddcf624e351ddac4e72bda5135a85d2c36486f2e75f92a2ccadf972a348b',
  '0004_link_repair': '4ce4a39ff5d1087f93516ad2d79622545993d244c5956de58b867584f3ebeb61',
  '0005_public_token_hash': '9ac525d7628986865ebd41e5f33e9ac79bb6d7d8a2f4257ecc795924b1b3085e',
  '0006_merchant_categories': '3ec3674e46cffabaa535db6863289e4098c8af1672a38b18a30de728211fd62a',
  '0007_recurring': 'c2186a216b3d2ee840085eb822ac503d3b5a5130a18ea7b8a66ba737c17b3b89',
  '0008_expense_requests': 'e9b95ad8db337fa40e5f72bf5998b215fde8a1ef7f8e8faf04d6d8f57e7fb61a',
  '0009_purchase_merges': '43ad373a5c67ae431b2b534037dab864e2e41d2b6f443bc49140173f890b2bd1',
  '0010_expense_imports': 'c496880afd9e05ea35c93ccc92da72491ed68bae1db7078f1b1db4088b855c0e',
  '0011_friends': 'f5650383c868ee28cfdcefb24af4083db140ef9f1481bf4874d4b37a08cb53d2',
  '0012_map_shares': '64285f23db0fd7c0713c1b5d2e48615353e1e183f6cbf0235344785d0d74ea44',
  '0013_results_in_their_key': 'cc545c35a95b6a95a22459fe5f0942efe0a76c655bebf8fa28a2b2f84161ab55',
  '0014_notifications': '6799bc0e8c9126baeb38973cdbaeb372fa187cc66225267c707e76683a93e664',
  '0015_rate_limits': '274ff2008af6be66d590fd147623b1cc123bbbf42be27afc234b2a8fe94fe68b',
  '0016_recent_sign_ins': '1eca5c6903cd74ddbf15e6d08eda9af86069bab6dcbf5310b37cf966cfa76f74',
  '0017_bank_consents': 'f4c6095dac933d6a3810b379bcdb17c8d4670535652ff7231713b6453f16afc2',
  '0018_embedded_issuer': '2a769a28d5a26724462ed0ca1666a134eb106fb38dbdf15e80e379a1a0a218d6',
  '0019_sessions_ended_at': '033eda92812dc04ea8e7a82b2255c2c50e16e0269968b45e2920d2c6d536363a',
  '0020_upcoming_occurrences': '226d7fa814ab5d22bb16fc5fdd7e95f1cb533c2b3789d645f8bea10ac8abe2da',
  '0021_lowest_budgets': 'f52bb38b8c9f67fd4afe1b410b779720cc0f82bacc2b324e77a56e03e3eb75e7',
  '0022_dismissed_refunds': 'a8cfed9d1186d30ab59f54e6af2a8949d7b561239ee6d1e46a5f254d3f6f5203',
  '0023_no_triggers': '45f9358a5ade17d0f573f88aff5324a55754a120fc87ea19c3dbd93f604fe43e',
  '0024_link_sessions': 'bb129a004b5666585e623695d25f75685bb99601fe5192e15ef761b1be87249d',
  '0025_provider_words': '7708bc26e89dd956da926ba4c51dc83c90ec1178d1e9ecfa9d936b6988b9b265',
  '0026_bank_categories': 'e143f5f7fb9bafd14f016046b455c70f54ea808c05f19bbb9dc011d515bfbef2',
  '0027_field_words': '7c262dda2ea8acfbe16b0c2edefa522bd0c200358634bdd025c3bf328eccc0b9',
  '0028_long_histories': '649c49ee8bbbedbfd86c2c3dd37745b1b8351c922a46373b9d895a784ebcd098',
  '0029_search_names': '05ef8349fbe2dae105a09eee569457ded802d9ad6daf9927fe26efb84184b74e',
  '0030_personal_tokens': 'a0a1b43ecc353a89621e11b47cf1f34d8d6d14765138c8e138aa5886e2aad072',
  '0031_rules': '756edc3596c344e8469a2d986dc7df599c75fcbf86ac7a84fe9ede617557cb67',
  '0032_week_highlights': 'fd72608c0aa20ab244c85594a70135e4d3bf493c4a02008866cf8b6f448b4c85',
  '0033_board_view': '909d561262e79c692afed98a4309b26fe3f17f88cc77f12df899d4d15895a79c',
  '0034_offered_notifications': '8a7fcfa81321b9f6215fd94480fcc27691ef59a385889f6e02a24066ae59ea08',
  '0035_bank_problems': '16a1dcc30eb8441a89d2d4ba1c7fc007af4ab0505ea429cea564d306bab32dad',
  '0036_provider_requests': 'c324a78fa1883a7f05f25034d896bd41b84b5e75b08dd3e52f29a7ef180af0b7',
  '0037_account_twins': '2680d2654a4d7fe0f557b1cd9ce222f3b952a68671fb002cf5412bd82157ad68',
  '0038_sign_up_invites': '7e89cfcbcd1b5723be79c080d503443a33c72413b1235ad0e561b201a3e1ee17',
  '0039_mail': '6eaa0036ddb4b5c229deb44116321576071617d8904084fe9e647d6229fbea54',
  '0040_two_users': '2909bdeee7aee0826b195e23b19cc19d82ea10f4db95a7e09b2d3ba9c4504a8b',
  '0041_due_series': '8fd438fcd8e9d3f6611b9fab8e1ae657a513c2eaf42bca1aa144200767583e81',
  '0042_token_expiry': '3e4468314681e36d1e7a839695e1810681f81ef387b81ddb591e9aaa2af2fa01',
  '0043_unfinished_jobs': 'b0f917af55fe4d556027692cf6ee13cedec5b799c77620bfbcad80b506d55388',
  '0044_friend_sign_ups': '018b3aa4ef4959d29141702feb7ce75c8c961614c532e1fd7179e7dff05a9faa',
  '0045_rule_changes': 'fe8c5366e5cfab4e8485f880b4cf80ab2abc4c83a483887b2c653119ab9c9832',
  '0046_ruled_fields': 'bd6760a3e311b11d06b224e5380c8702ac3e5754b9ae5fa57b59fda7c698ce23',
  '0047_announced_runs': '9e3338a225a09361d6a2cba45131bd3be6a79ec3a27ceb26c427850187c1ddd2',
  '0048_bills_to_ask_about': 'fdd0e3c106869aa4511d75a33cd3c986ec56f6f65362d25968073f574b5dd63b',
};

let database: TestDatabase | undefined;
afterEach(async () => {
  await database?.drop();
  database = undefined;
});

test('no migration that a database may have applied is changed afterwards', async () => {
  const checksums = journal.entries.map(
    async ({ tag }) => [tag, sha256(await readFile(join(MIGRATIONS_DIR, `${tag}.sql`), 'utf8'))] as const,
  );
  expect(Object.fromEntries(await Promise.all(checksums))).toEqual(CHECKSUMS);
});

test('a database is older until the newest migration is applied, and no timeout ends a migration', async () => {
  database = await createTestDatabase('template0');
  const folder = await firstMigrations(1);
  expect(await ageOfSchema(database.db, folder)).toBe('older');
  await writeFile(
    join(folder, '0000_house.sql'),
    "CREATE TABLE setting AS SELECT current_setting('statement_timeout') AS timeout",
  );
  await migrate(database.db, folder);
  expect(await query('SELECT timeout FROM setting')).toEqual([{ timeout: '0' }]);
  expect(await query("SELECT current_setting('statement_timeout') AS timeout")).not.toEqual([
    { timeout: '0' },
  ]);
  expect(await ageOfSchema(database.db, folder)).toBe('current');
  expect(await ageOfSchema(database.db, MIGRATIONS_DIR)).toBe('older');
});

test('a database with a migration that this version does not know is newer', async () => {
  database = await createTestDatabase('template0');
  await migrate(database.db, MIGRATIONS_DIR);
  expect(await ageOfSchema(database.db, await firstMigrations(journal.entries.length - 1))).toBe('newer');
});

test('an interrupted update changes nothing, and the next start completes it', async () => {
  database = await createTestDatabase('template0');
  const { db } = database;
  await migrate(db, await firstMigrations(1));
  await query(
    `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.com', now())`,
  );
  const folder = await firstMigrations(3);
  const last = join(folder, '0002_lease_owners_and_token_results.sql');
  const text = await readFile(last, 'utf8');
  await writeFile(last, `${text}\n--> statement-breakpoint\nSELECT pg_terminate_backend(pg_backend_pid())`);
  await expect(migrate(db, folder)).rejects.toThrow();
  const applied = () => query('SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations');
  expect(await applied()).toEqual([{ n: 1 }]);

  await migrate(db, MIGRATIONS_DIR);
  expect(await applied()).toEqual([{ n: journal.entries.length }]);
  expect(await query('SELECT email FROM users')).toEqual([{ email: 'ana@example.com' }]);
});

test('migrations are numbered in the order in which databases meet them', () => {
  const times = journal.entries.map(({ when }) => when);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
});

test.for(journal.entries.slice(0, -1).map(({ tag }, index) => ({ tag, applied: index + 1 })))(
  'a database that stopped at $tag comes up to date and keeps what it holds',
  async ({ applied }) => {
    database = await createTestDatabase('template0');
    const { db } = database;
    await migrate(db, await firstMigrations(applied));
    await db.$client.query(
      `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.com', now())`,
    );

    await migrate(db, MIGRATIONS_DIR);
    await migrate(db, MIGRATIONS_DIR);

    const { rows } = await db.$client.query('SELECT email FROM users');
    expect(rows).toEqual([{ email: 'ana@example.com' }]);
    const { rows: known } = await db.$client.query(
      'SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations',
    );
    expect(known).toEqual([{ n: journal.entries.length }]);
  },
);

test('recurring expenses become one series per name, due from their next day [PD-31]', async () => {
  database = await createTestDatabase('template0');
  const { db } = database;
  await migrate(db, await firstMigrations(7));
  const [dates] = await query<Record<'today' | 'month' | 'before', string>>(
    `SELECT current_date::text AS today, date_trunc('month', current_date)::date::text AS month,
       (date_trunc('month', current_date) - interval '3 months')::date::text AS before`,
  );
  if (!dates) throw new Error('A query returned no row');
  const { today, month, before } = dates;
  await query(
    `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.com', now())`,
  );
  const add = (name: string, day: string, dayOfMonth: number | null, fields: Record<string, string> = {}) =>
    query(
      `INSERT INTO expenses (user_id, name, amount_cents, day, category, type, day_of_month, created_at, deleted_at)
       SELECT id, $1, $2, $3, 'Housing', $4, $5, now(), $6 FROM users`,
      [name, fields.cents ?? '100', day, fields.type ?? 'recurring', dayOfMonth, fields.deletedAt ?? null],
    );
  await add('Rent', before, 31, { cents: '90000' });
  await add('rent', month, 31, { cents: '95000' });
  await add('Gym', before, null);
  await add('Gym', before, null);
  await add('Cake', before, null, { type: 'one-time' });
  await add('Gone', before, 3, { deletedAt: today });

  await migrate(db, MIGRATIONS_DIR);

  const series = await query<{ name: string; amount: string; next: string; day: number; entries: number }>(
    `SELECT s.name, s.amount_cents AS amount, s.next_on::text AS next, s.day_of_month AS day, count(e.id)::integer AS entries
     FROM recurring_series s JOIN expenses e ON e.user_id = s.user_id AND e.series_id = s.id
     GROUP BY s.user_id, s.id ORDER BY s.name, s.id`,
  );
  const nextRent = occurrenceInMonthAfter(month, 31);
  const nextGym = occurrenceOnOrAfter(addDays(today, 1), 1);
  expect(series).toEqual([
    { name: 'Gym', amount: '100', next: nextGym, day: 1, entries: 1 },
    { name: 'Gym', amount: '100', next: nextGym, day: 1, entries: 1 },
    { name: 'rent', amount: '95000', next: nextRent, day: 31, entries: 2 },
  ]);
  expect(await query('SELECT id FROM expenses')).toHaveLength(6);
});

test('users of the embedded issuer keep their accounts when its address changed [AU-1]', async () => {
  database = await createTestDatabase('template0');
  const { db } = database;
  await migrate(db, await firstMigrations(18));
  await query('CREATE SCHEMA identity');
  await query('CREATE TABLE identity.accounts (id text PRIMARY KEY)');
  await query(`INSERT INTO identity.accounts VALUES ('ana'), ('bo'), ('cy')`);
  const add = async (email: string, day: number, issuer: string, subject: string) => {
    const [user] = await query<{ id: string }>(
      `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), $1, make_date(2026, 6, $2)) RETURNING id`,
      [email, day],
    );
    await query('INSERT INTO identities (issuer, subject, user_id) VALUES ($1, $2, $3)', [
      issuer,
      subject,
      user?.id,
    ]);
    await query(
      `INSERT INTO sessions (user_id, token_hash, created_at, last_seen_at, user_agent)
       VALUES ($1, sha256($2::text::bytea), now(), now(), '')`,
      [user?.id, email],
    );
    return user?.id;
  };
  await add('ana, the first', 1, 'http://localhost:3000/idp', 'ana');
  const full = await add('ana, with expenses', 2, 'http://house:3000/idp', 'ana');
  await query(
    `INSERT INTO expenses (user_id, name, amount_cents, day, category, type, created_at)
     VALUES ($1, 'Tea', 100, '2026-06-02', 'Groceries', 'one-time', now())`,
    [full],
  );
  await add('bo, moved', 2, 'http://localhost:4000/idp', 'bo');
  await add('bo, the first', 1, 'http://localhost:3000/idp', 'bo');
  await add('cy, unmoved', 1, 'http://localhost:3000/idp', 'cy');
  await add('dee, elsewhere', 1, 'https://login.example/idp', 'dee');

  await migrate(db, MIGRATIONS_DIR);

  const users = `SELECT email, issuer, subject FROM users JOIN identities ON user_id = id`;
  expect(await query(`${users} ORDER BY email`)).toEqual([
    { email: 'ana, the first', issuer: 'http://localhost:3000/idp', subject: 'ana' },
    { email: 'ana, with expenses', issuer: 'embedded', subject: 'ana' },
    { email: 'bo, moved', issuer: 'http://localhost:4000/idp', subject: 'bo' },
    { email: 'bo, the first', issuer: 'embedded', subject: 'bo' },
    { email: 'cy, unmoved', issuer: 'embedded', subject: 'cy' },
    { email: 'dee, elsewhere', issuer: 'https://login.example/idp', subject: 'dee' },
  ]);
  // Otherwise, browsers of the new user would keep showing that account.
  const signedIn = await query('SELECT email FROM users JOIN sessions ON user_id = id ORDER BY email');
  expect(signedIn.map(({ email }: { email?: string }) => email)).toEqual([
    'ana, with expenses',
    'bo, the first',
    'cy, unmoved',
    'dee, elsewhere',
  ]);
});

test("a merchant's category becomes a rule, and later syncs keep it on its expenses [PD-73]", async () => {
  database = await createTestDatabase('template0');
  const { db } = database;
  await migrate(db, await firstMigrations(30));
  const [user] = await query<{ id: string }>(
    `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.com', now()) RETURNING id`,
  );
  await query(
    `INSERT INTO connections (user_id, id, provider, provider_connection_id, institution_name, access_token, access_token_key_id, created_at)
     VALUES ($1, gen_random_uuid(), 'plaid', 'item', 'Bank', '', 'key', now())`,
    [user?.id],
  );
  await query(
    `INSERT INTO bank_accounts (user_id, id, connection_id, provider, provider_account_id, institution_name, name, type)
     SELECT user_id, gen_random_uuid(), id, provider, 'account', 'Bank', 'Checking', 'depository' FROM connections`,
  );
  const add = async (merchant: string, bankCategory: string, category: string, edited: string[]) => {
    const [transaction] = await query<{ id: string }>(
      `INSERT INTO bank_transactions (user_id, account_id, connection_id, transaction_id, amount_cents, currency, day, posted_on,
         name, merchant_name, merchant_key, is_pending, kind, expense_category, created_at)
       SELECT user_id, id, connection_id, gen_random_uuid(), 100, 'USD', '2026-06-02', '2026-06-02',
         'CARD', $1, lower($1), false, 'spending', $2, now() FROM bank_accounts RETURNING id`,
      [merchant, bankCategory],
    );
    await query(
      `INSERT INTO expenses (user_id, bank_transaction_id, name, amount_cents, day, category, edited_fields, created_at)
       VALUES ($1, $2, $3, 100, '2026-06-02', $4, $5, now())`,
      [user?.id, transaction?.id, merchant, category, edited],
    );
  };
  await add('LIDL', 'Shopping', 'Groceries', []);
  await add('Lidl', 'Shopping', 'Travel', ['name', 'category']);
  await add('Aldi', 'Shopping', 'Shopping', []);
  await query(`INSERT INTO merchant_categories SELECT id, 'lidl', 'Groceries' FROM users`);
  await query(`INSERT INTO merchant_categories SELECT id, 'erased', 'Dining' FROM users`);

  await migrate(db, MIGRATIONS_DIR);

  const rules = 'SELECT merchant_key AS key, merchant, name, category, is_counted AS counted FROM rules';
  expect(await query(`${rules} ORDER BY 1`)).toEqual([
    { key: 'erased', merchant: 'erased', name: null, category: 'Dining', counted: null },
    { key: 'lidl', merchant: 'Lidl', name: null, category: 'Groceries', counted: null },
  ]);
  expect(await query('SELECT name, category, edited_fields AS edited FROM expenses ORDER BY id')).toEqual([
    { name: 'LIDL', category: 'Groceries', edited: ['category'] },
    { name: 'Lidl', category: 'Travel', edited: ['name', 'category'] },
    { name: 'Aldi', category: 'Shopping', edited: [] },
  ]);
});

test('personal tokens of older versions expire a year after the update [SEC-34]', async () => {
  database = await createTestDatabase('template0');
  const { db } = database;
  await migrate(db, await firstMigrations(42));
  await query(
    `INSERT INTO users (id, email, created_at) VALUES (gen_random_uuid(), 'ana@example.com', '2020-01-01')`,
  );
  await query(
    `INSERT INTO personal_tokens (user_id, id, token_hash, name, scopes, created_at)
     SELECT id, gen_random_uuid(), '', 'Phone', '{week:read}', created_at FROM users`,
  );
  await migrate(db, MIGRATIONS_DIR);
  const [token] = await query<{ isAYear: boolean }>(
    `SELECT expires_at > now() + interval '1 year' - interval '1 day' AND expires_at <= now() + interval '1 year' AS "isAYear"
     FROM personal_tokens`,
  );
  expect(token).toEqual({ isAYear: true });
});

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  if (!database) throw new Error('There is no database yet');
  return (await database.db.$client.query<Row>(text, values)).rows;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
