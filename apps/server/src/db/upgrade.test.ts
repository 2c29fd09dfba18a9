import { Authenticator } from '@oinkly/identity-provider/test-support/authenticator';
import { requestOf } from '@oinkly/identity-provider/test-support/passkey-steps';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../start/config.ts';
import { startServer } from '../main.ts';
import { EARLIER_VERSIONS, restoreDump, unpacked } from '../test-support/earlier-version.ts';
import { withNextMigration } from '../test-support/next-migration.ts';
import { HttpBrowser } from '../test-support/http-browser.ts';
import { freePort } from '../test-support/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { expectSumsToAgree } from '../test-support/weekly-sums.ts';

const VERSIONS = (await readdir(EARLIER_VERSIONS))
  .filter((file) => file.endsWith('.json.gz'))
  .map((file) => file.replace('.json.gz', ''));

/** Until a release has one. It changes every user and every expense. */
const NEXT = ['users', 'expenses'].flatMap((table) => [
  `ALTER TABLE ${table} ADD COLUMN made_up text`,
  `UPDATE ${table} SET made_up = 'new'`,
]);

const EXPENSES = '/api/expenses?counted=all';
const DAY_MS = 86_400_000;
const expense = z.looseObject({
  amount: z.number(),
  date: z.string(),
  counted: z.boolean(),
  refunded: z.number(),
});
/** What a version answered its users just before it stopped. */
const answers = z.object({
  at: z.string(),
  users: z.array(
    z.object({
      email: z.string(),
      password: z.string(),
      passkey: z.object({
        id: z.string(),
        privateKey: z.string(),
        userHandle: z.string(),
        counter: z.number(),
      }),
      cookie: z.string(),
      /** A personal token and the week that it reads. */
      token: z.object({ token: z.string(), week: z.looseObject({}) }),
      /** A shared map without a login. */
      map: z.object({ path: z.string(), shown: z.looseObject({}) }),
      pages: z.looseObject({ [EXPENSES]: z.array(expense) }),
    }),
  ),
});

async function answersOf(version: string): Promise<z.output<typeof answers>> {
  return answers.parse(JSON.parse(await unpacked(`${version}.json.gz`)));
}

/** Returns the origin of this version's server, at another address than the earlier one's. Its bank does not answer. */
async function startAt(time: string, { directUrl }: TestDatabase): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'upgrade-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const config = readConfig({
    DATA_DIR: dataDir,
    BACKUP_DIR: dataDir,
    DATABASE_URL: directUrl,
    TOKEN_KEYS: `k:${Buffer.alloc(32, 7).toString('base64')}`,
    EMBEDDED_IDENTITY: 'on',
    PLAID_BASE_URL: 'http://127.0.0.1:9',
    PLAID_CLIENT_ID: 'app',
    PLAID_SECRET: 'secret',
    PORT: String(await freePort()),
  });
  const migrationsDir = await withNextMigration(...NEXT);
  const server = await startServer(config, { clock: () => new Date(time), logLevel: 'error', migrationsDir });
  onTestFinished(() => server.stop());
  return config.publicUrl.origin;
}

async function logInWithPasskey(origin: string, device: Authenticator): Promise<HttpBrowser> {
  const browser = await new HttpBrowser().open(`${origin}/api/login`);
  const request = requestOf({ text: browser.body, url: new URL(browser.url) }, origin);
  const form = new URLSearchParams({ answer: JSON.stringify(device.get(request)) });
  return browser.open(`${browser.url}/passkey`, { method: 'POST', form, stopAt: new RegExp(`^${origin}/$`) });
}

/** In cents, by Monday; only weeks with a counted expense. */
function totalsOf(expenses: z.output<typeof expense>[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { amount, date, counted, refunded } of expenses) {
    if (!counted) continue;
    const day = new Date(date);
    const monday = new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
    const cents = Math.round((Math.abs(amount) - refunded) * 100);
    totals.set(monday, (totals.get(monday) ?? 0) + cents);
  }
  return new Map([...totals].sort());
}

test.each(VERSIONS)('users of version %s keep everything that it showed them [OPS-5]', async (version) => {
  const { at, users } = await answersOf(version);
  const database = await createTestDatabase('template0');
  onTestFinished(() => database.drop());
  await restoreDump(version, database);
  const tokens = 'SELECT id, access_token, access_token_key_id, cursor FROM connections ORDER BY id';
  const { rows: tokensBefore } = await database.db.$client.query(tokens);
  expect(tokensBefore).not.toEqual([]);
  const origin = await startAt(at, database);
  const askWith = async (cookie: string, page: string): Promise<unknown> => {
    const response = await fetch(origin + page, { headers: { cookie } });
    expect(response.status, page).toBe(200);
    return response.json();
  };

  for (const { email, password, passkey, cookie, token, map, pages } of users) {
    for (const [page, before] of Object.entries(pages)) {
      expect(await askWith(cookie, page), page).toMatchObject(before as object);
    }
    const totals = totalsOf(pages[EXPENSES]);
    const mondays = [...totals.keys()];
    const weeks = await askWith(cookie, `/api/weeks?from=${mondays.at(0)}&to=${mondays.at(-1)}`);
    expect(weeks).toMatchObject({
      weeks: Array.from(totals, ([weekStart, cents]) => ({ weekStart, spent: cents / 100 })),
    });
    const headers = { authorization: `Bearer ${token.token}` };
    const week = await fetch(`${origin}/api/v1/week`, { headers });
    expect(await week.json()).toMatchObject(token.week);
    expect(await askWith('', map.path)).toMatchObject(map.shown);
    const browser = await new HttpBrowser().open(`${origin}/api/login`);
    await browser.submit('Log in', { email, password }, new RegExp(`^${origin}/$`));
    expect(await askWith(browser.cookieHeader, EXPENSES)).toMatchObject(pages[EXPENSES]);
    const withPasskey = await logInWithPasskey(origin, Authenticator.restore(passkey));
    expect(await askWith(withPasskey.cookieHeader, EXPENSES)).toMatchObject(pages[EXPENSES]);
  }
  const { rows: tokensAfter } = await database.db.$client.query(tokens);
  expect(tokensAfter).toEqual(tokensBefore);
  await expectSumsToAgree(database);
});
