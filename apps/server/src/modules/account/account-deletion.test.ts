import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { identities } from '../../db/tables/identity.tables.ts';
import { TABLES } from '../../db/tables/readable-tables.ts';
import { addUserEverywhere } from '../../test-support/user-everywhere.ts';
import { chosenBank, ScriptedBank } from '../../test-support/scripted-bank.ts';
import { deleteIssuerAccount, EMBEDDED_ISSUER } from '../identity/index.ts';
import { NO_ISSUER_ACCOUNTS } from '../../test-support/no-issuer-accounts.ts';
import { interceptStatements } from '../../test-support/intercept-statements.ts';
import { createTestApp, type TestApp } from '../../test-support/test-app.ts';
import { A_WHILE } from '../../test-support/a-while.ts';

const issuerAccounts = { ...NO_ISSUER_ACCOUNTS, endLogins: vi.fn(), deleteAccount: vi.fn() };

let t: TestApp;
let bank: ScriptedBank;

beforeAll(async () => {
  bank = new ScriptedBank();
  t = await createTestApp({ provider: bank, issuerAccounts });
});
afterAll(() => t.close());

/**
 * Of the job queue only what its jobs are: workers and its own monitoring change the rest by the clock. Without the job that deletes the user
 * from friends: it is kept for an hour, and holds only an id.
 */
async function rowsWith(...texts: string[]): Promise<Record<string, unknown[]>> {
  const { $client } = t.database.db;
  const { rows: tables } = await $client.query<{ name: string; row: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       case n.nspname when 'pgboss' then $$jsonb_build_object('name', r.name, 'data', r.data)$$ else 'to_jsonb(r)' end as row
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
       and (n.nspname <> 'pgboss' or c.relname in ('job', 'job_common')) order by 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name, row } of tables) {
    const { rows } = await $client.query<{ row: unknown }>(
      `select ${row} as row from ${name} r
       where exists (select from unnest($1::text[]) text where strpos(lower(${row}::text), lower(text)) > 0)
         and to_jsonb(r) ->> 'name' is distinct from 'forget-deleted-user'
       order by ${row}::text`,
      [texts],
    );
    if (rows.length > 0) found[name] = rows.map((one) => one.row);
  }
  return found;
}

const TABLES_WITHOUT_USERS = [
  'job_starts',
  'push_keys',
  'provider_requests',
  'provider_links',
  'sign_up_invites',
  'first_sign_up',
];

test('removes the user from every table, the job queue included, and keeps all others [DEL-3]', async () => {
  const ana = await addUserEverywhere(t, bank, 'Zyxwina');
  const bo = await addUserEverywhere(t, bank, 'Qvutbo');
  issuerAccounts.deleteAccount.mockReset();
  const ofAna = () => rowsWith(ana.id, 'Zyxwina');
  const ofBo = () => rowsWith(bo.id, 'Qvutbo');

  const before = await ofAna();
  const tables = TABLES.map(getTableName).filter((name) => !TABLES_WITHOUT_USERS.includes(name));
  expect(Object.keys(before)).toEqual(expect.arrayContaining(tables.map((name) => `public.${name}`)));
  const jobsBefore = Object.keys(before).filter((name) => name.startsWith('pgboss.'));
  expect(jobsBefore).not.toEqual([]);
  const othersBefore = await ofBo();

  expect((await ana.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(200);
  const { 'pgboss.job_common': jobs, ...rest } = await ofAna();
  expect(rest).toEqual({});
  // The job that deletes the account at the issuer.
  expect(jobs).toEqual([
    expect.objectContaining({ name: 'delete-issuer-account', data: { subject: 'Zyxwina' } }),
  ]);
  expect(await ofBo()).toEqual(othersBefore);
});

test('a job ends the bank connections after the user is deleted [DEL-3] [SEC-12]', async () => {
  const ana = await addUserEverywhere(t, bank, 'Xwvuna');
  const remove = vi.spyOn(bank, 'removeConnection').mockRejectedValueOnce(new Error('The bank is away'));
  onTestFinished(() => remove.mockRestore());
  expect((await ana.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(200);
  expect(await rowsWith(ana.id)).toEqual({});

  const { $client } = t.database.db;
  const waiting = `name = 'remove-connection' and state = 'retry'`;
  const jobs = async () => (await $client.query(`select 1 from pgboss.job where ${waiting}`)).rowCount;
  await expect.poll(jobs).toBe(1);
  await $client.query(`update pgboss.job set start_after = now() where ${waiting}`);
  await vi.waitFor(() => expect(remove).toHaveBeenCalledTimes(2), A_WHILE);
  expect(remove.mock.calls[1]).toEqual(remove.mock.calls[0]);
});

describe('an open link session', () => {
  /** Sets the session's banks and runs the job. */
  const lookFor = async (...oneTimeTokens: string[]) => {
    bank.linkOutcome = {
      status: 'connected',
      banks: oneTimeTokens.map(chosenBank),
    };
    await t.database.db.$client.query(
      `update pgboss.job set start_after = now() where name = 'remove-link' and state = 'retry'`,
    );
  };
  const states = async () => {
    const { rows } = await t.database.db.$client.query<{ state: string }>(
      `select state from pgboss.job where name = 'remove-link' order by created_on desc limit 1`,
    );
    return rows.map(({ state }) => state);
  };
  let removed: Set<string>;

  beforeEach(() => {
    bank.linkOutcome = { status: 'open' };
    removed = new Set(bank.removed);
    onTestFinished(() => {
      bank.linkOutcome = { status: 'open' };
      t.setNow('2026-06-05T19:00:00Z');
    });
  });
  const endedNow = () =>
    bank.removed
      .filter((token) => !removed.has(token))
      .map((token) => bank.exchanged[Number(token.replace('access-', '')) - 1]);

  test('ends banks linked later too, until the link session expires [DEL-3] [SEC-12]', async () => {
    const ana = await t.signUp();
    await ana.send({ url: '/api/plaid/create-link-token' });
    expect((await ana.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(200);
    expect(await rowsWith(ana.id)).toEqual({});
    await expect.poll(states).toEqual(['retry']);

    await lookFor('late-1');
    await expect.poll(endedNow).toEqual(['late-1']);
    // The first token is spent, which must not matter.
    await expect.poll(states).toEqual(['retry']);
    await lookFor('late-1', 'late-2');
    await expect.poll(endedNow).toEqual(['late-1', 'late-2']);
    expect(await rowsWith(ana.id)).toEqual({});

    await expect.poll(states).toEqual(['retry']);
    t.setNow('2026-06-05T20:00:01Z');
    await lookFor('late-1', 'late-2');
    await expect.poll(states).toEqual(['completed']);
  });

  test("retries after an outage, and one bank's refusal does not block the others [DEL-3] [SEC-12]", async () => {
    const ana = await t.signUp();
    await ana.send({ url: '/api/plaid/create-link-token' });
    await ana.send({ method: 'DELETE', url: '/api/user/account' });
    await expect.poll(states).toEqual(['retry']);
    bank.duringExchange = async (token) => {
      if (token === 'away') throw new AppError('PROVIDER_UNAVAILABLE');
    };
    onTestFinished(() => {
      bank.duringExchange = async () => undefined;
    });
    await lookFor('away', 'other');
    await expect.poll(endedNow).toEqual(['other']);
    await expect.poll(states).toEqual(['retry']);
    bank.duringExchange = async () => undefined;
    t.setNow('2026-06-05T20:00:01Z');
    await lookFor('away', 'other');
    await expect.poll(endedNow).toEqual(['other', 'away']);
    await expect.poll(states).toEqual(['completed']);
  });

  test('is refused or found if it starts during the deletion [DEL-3] [SEC-12]', async () => {
    const ana = await t.signUp();
    const [created, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const create = vi.spyOn(bank, 'beginLinkSession').mockImplementationOnce(async () => {
      created.resolve(undefined);
      await goOn.promise;
      return { providerSessionId: 'link-late', url: 'http://bank.test/link', expiresAt: new Date(8.64e15) };
    });
    onTestFinished(() => create.mockRestore());
    const begun = ana.send({ url: '/api/plaid/create-link-token' });
    await created.promise;
    const client = await t.database.db.$client.connect();
    onTestFinished(() => client.release());
    // The deletion holds the user's row and has read the link sessions.
    await client.query('begin');
    await client.query('select 1 from users where id = $1 for no key update', [ana.id]);
    goOn.resolve(undefined);
    await expect
      .poll(async () => {
        const { rows } = await t.database.db.$client.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           union all select 1 from link_sessions where provider_session_id = 'link-late'`,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await client.query('delete from users where id = $1', [ana.id]);
    await client.query('commit');
    expect((await begun).headers.location).not.toBe('http://bank.test/link');
  });

  test('that repairs a connection queues no later look', async () => {
    const ana = await t.signUp();
    await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body: { public_token: 'mended' } });
    const number = bank.exchanged.indexOf('mended') + 1;
    await ana.send({ url: `/api/plaid/create-link-token?itemId=item-${number}` });
    const count = async () =>
      (await t.database.db.$client.query(`select 1 from pgboss.job where name = 'remove-link'`)).rows.length;
    const before = await count();
    await ana.send({ method: 'DELETE', url: '/api/user/account' });
    expect(await count()).toBe(before);
  });
});

test('the log-in at the embedded issuer is deleted too, however many tries it takes [DEL-3]', async () => {
  const ana = await addUserEverywhere(t, bank, 'Vutsana');
  issuerAccounts.deleteAccount
    .mockReset()
    .mockRejectedValueOnce(new Error('No database'))
    .mockRejectedValueOnce(new Error('No database'))
    .mockResolvedValue(true);
  await ana.send({ method: 'DELETE', url: '/api/user/account' });
  const { $client } = t.database.db;
  const waiting = `name = 'delete-issuer-account' and state = 'retry'`;
  const jobs = async () => (await $client.query(`select 1 from pgboss.job where ${waiting}`)).rowCount;
  await expect.poll(jobs).toBe(1);
  await $client.query(`update pgboss.job set start_after = now() where ${waiting}`);
  await vi.waitFor(
    () => expect(issuerAccounts.deleteAccount.mock.calls).toEqual([['Vutsana'], ['Vutsana'], ['Vutsana']]),
    A_WHILE,
  );
});

test('a user who signed up again keeps the login, and other issuers keep accounts', async () => {
  const [ana, bo] = [await addUserEverywhere(t, bank, 'Utsrana'), await t.signUp()];
  const elsewhere = 'https://elsewhere.example';
  await t.deps.db.insert(identities).values({ userId: ana.id, issuer: elsewhere, subject: 'not-ours' });
  // Tried at once and again by the job, which then waits.
  issuerAccounts.deleteAccount.mockReset().mockRejectedValue(new Error('No database'));
  await ana.send({ method: 'DELETE', url: '/api/user/account' });
  await vi.waitFor(() => expect(issuerAccounts.deleteAccount).toHaveBeenCalledTimes(2), A_WHILE);
  await t.deps.db.insert(identities).values({ userId: bo.id, issuer: EMBEDDED_ISSUER, subject: 'Utsrana' });
  const callsBefore = issuerAccounts.deleteAccount.mock.calls.length;
  await deleteIssuerAccount(t.deps, 'Utsrana');
  expect(issuerAccounts.deleteAccount.mock.calls).toHaveLength(callsBefore);
  expect(issuerAccounts.deleteAccount.mock.calls.flat()).not.toContain('not-ours');
});

test('a failed deletion deletes nothing and ends no bank connection [DEL-2] [DEL-3]', async () => {
  const ana = await addUserEverywhere(t, bank, 'Wvutna');
  // Rate limits count failures too.
  const everything = async () => {
    const { 'public.rate_limits': _spent, ...rest } = await rowsWith(ana.id, 'Wvutna', 'remove-connection');
    return rest;
  };
  const before = await everything();
  onTestFinished(
    interceptStatements(t.deps.db.$client, ({ text }, send) => {
      if (/^delete from "map_shares"/.test(text)) throw new Error('no');
      return send();
    }),
  );
  expect((await ana.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(500);
  expect(await everything()).toEqual(before);
});
