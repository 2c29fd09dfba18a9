import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpBrowser } from './test-support/http-browser.ts';
import { freePort, startedServer } from './test-support/server-process.ts';
import { createTestDatabase, type TestDatabase } from './test-support/test-database.ts';
import { BANK_CREDENTIALS, startTestEmulator, type TestEmulator } from './test-support/test-emulator.ts';

const EMAIL = 'ana@example.org';
const UNDEFINED_TABLE = '42P01';

let dataDir: string;
let database: TestDatabase;
let bank: TestEmulator;
const bankSecrets = new Map<string, string>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'log-secrets-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const planted = (what: string) => `planted-${what}-${randomBytes(6).toString('hex')}`;

function listenIn(text: string): void {
  for (const [, name = '', value = ''] of text.matchAll(
    /"(access_token|link_token|public_token)":\s*"([^"]+)"/g,
  )) {
    bankSecrets.set(`${name} ${bankSecrets.size}`, value);
  }
}

test.each(['error', 'info', 'debug'])(
  'level %s logs every security event but no secrets and no spending [SEC-9] [SEC-15]',
  async (level) => {
    database = await createTestDatabase();
    bank = await startTestEmulator({
      clock: () => new Date(),
      prepare: (server) => {
        server.addHook('preHandler', async ({ body }) => listenIn(JSON.stringify(body ?? {})));
        server.addHook('onSend', async (_request, _reply, payload) => {
          if (typeof payload === 'string') listenIn(payload);
        });
      },
    });
    const tokenKey = randomBytes(32).toString('base64');
    const server = await startedServer({
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      TOKEN_KEYS: `k:${tokenKey}`,
      EMBEDDED_IDENTITY: 'on',
      PLAID_CLIENT_ID: BANK_CREDENTIALS.clientId,
      PLAID_SECRET: BANK_CREDENTIALS.secret,
      PLAID_BASE_URL: bank.url,
      LOG_LEVEL: level,
    });
    const { origin } = server;
    const secrets = new Map<string, string>([
      ['token key', tokenKey],
      ['bank secret', BANK_CREDENTIALS.secret],
    ]);
    const plant = (what: string, value = planted(what)) => {
      secrets.set(what, value);
      return value;
    };
    const note = (what: string, value: string | null | undefined) => {
      if (!value) throw new Error(`There is no ${what}`);
      return plant(what, value);
    };
    try {
      // Sign-up, and every step of the OpenID flow.
      const password = plant('password');
      const ana = await new HttpBrowser().open(`${origin}/api/login`);
      await ana.open(ana.link('Create an account'));
      await ana.submit('Create an account', { email: EMAIL, password }, /api\/login\/callback/);
      const callback = new URL(ana.url);
      for (const name of ['code', 'state']) note(name, callback.searchParams.get(name));
      const { rows: attempts } = await database.db.$client.query<{ nonce: string; verifier: string }>(
        'SELECT nonce, code_verifier AS verifier FROM login_attempts',
      );
      note('nonce', attempts[0]?.nonce);
      note('code verifier', attempts[0]?.verifier);
      await withoutTable('sessions', async () => {
        const twin = await begunLogIn(origin, password);
        await twin.open(twin.url, { stopAt: /problem=/ });
        expect(twin.url).toContain('problem=');
      });
      await ana.open(callback.href, { stopAt: /localhost:\d+\/$/ });
      note('session cookie', /session=([^;]+)/.exec(ana.cookieHeader)?.[1]);
      const { rows: sessions } = await database.db.$client.query<{ id: string; token: string }>(
        'SELECT user_id AS id, id_token AS token FROM sessions',
      );
      note('id token', sessions[0]?.token);
      const userId = sessions[0]?.id ?? '';

      // Failed logins: a wrong password, a foreign state, an invalid code.
      const wrong = plant('wrong password');
      const stranger = await new HttpBrowser().open(`${origin}/api/login`);
      await stranger.submit('Log in', { email: EMAIL, password: wrong });
      for (const forged of ['state', 'code']) {
        const twin = await begunLogIn(origin, password);
        const address = new URL(twin.url);
        for (const name of ['code', 'state']) note(`${name} of ${forged}`, address.searchParams.get(name));
        address.searchParams.set(forged, plant(`forged ${forged}`));
        await twin.open(address.href, { stopAt: /problem=/ });
      }
      const refused = await begunLogIn(origin, password);
      const denied = new URL(`${origin}/api/login/callback`);
      denied.searchParams.set('error', 'access_denied');
      denied.searchParams.set('error_description', plant('error description'));
      denied.searchParams.set('state', new URL(refused.url).searchParams.get('state') ?? '');
      await refused.open(denied.href, { stopAt: /problem=/ });

      // Spending: refused, broken, with a failing database.
      const name = plant('name of an expense');
      const amount = 8_675_309.13;
      plant('amount', '8675309');
      plant('amount in cents', '867530913');
      const expense = { name, amount, date: '2026-06-04', category: 'Dining' };
      const post = (path: string, body: object) => ana.call('POST', origin + path, body);
      expect((await post('/api/expenses', expense)).status).toBe(200);
      expect((await post('/api/expenses', { ...expense, amount: `${amount}` })).status).toBe(400);
      expect((await post('/api/expenses', { ...expense, date: name })).status).toBe(400);
      const broken = await fetch(`${origin}/api/expenses`, {
        method: 'POST',
        headers: {
          cookie: ana.cookieHeader,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
        },
        body: plant('body that is no JSON', randomBytes(6).toString('hex').replace(/^./, 'h')),
      });
      expect(broken.status).toBe(400);
      await withoutTable('expenses', async () => {
        expect((await post('/api/expenses', expense)).status).toBe(500);
        await ana.call('GET', `${origin}/api/expenses?search=${name}`);
      });

      // A bank that is linked, synced, failing, and syncs with a failing database.
      const link = async () => {
        const created = await bank.call('/sandbox/public_token/create', {
          institution_id: 'ins_109508',
          initial_products: ['transactions'],
          options: { transactions: { days_requested: 10 } },
        });
        return post('/api/plaid/exchange-token', { public_token: created['public_token'] });
      };
      await ana.open(`${origin}/api/plaid/create-link-token`, { stopAt: /plaid-emulator/ });
      await withoutTable('connections', async () => {
        expect((await link()).status).toBeGreaterThanOrEqual(500);
      });
      expect((await post('/api/plaid/exchange-token', { public_token: plant('false token') })).status).toBe(
        400,
      );
      expect((await link()).status).toBe(200);
      const connection = async () => {
        const { json } = await ana.call('GET', `${origin}/api/plaid/sync-status`);
        return (json as { connections: { item_id: string; stage: string }[] }).connections[0];
      };
      await expect.poll(connection, { timeout: 20_000 }).toMatchObject({ stage: 'done' });
      const item = (await connection())?.item_id ?? '';
      await bank.call('/control/transactions/change', {
        item_id: item,
        changes: [{ op: 'add', amount: 7_654.32, name: plant('merchant') }],
      });
      plant('amount of the bank', '7654.32');
      plant('amount of the bank in cents', '765432');
      const sync = () => post(`/api/plaid/item/${item}/sync`, {});
      await withoutTable('bank_transactions', sync);
      await sync();
      for (const fault of [
        { kind: 'error', error_code: 'ITEM_LOGIN_REQUIRED' },
        { kind: 'error', error_code: 'INTERNAL_SERVER_ERROR' },
        { kind: 'reset' },
        { kind: 'truncated' },
      ]) {
        await bank.call('/control/faults/add', { path: '/transactions/sync', calls: 1, fault });
        await sync();
      }
      const { rows: bought } = await database.db.$client.query(
        "SELECT 1 FROM expenses WHERE name LIKE 'planted-merchant%'",
      );
      expect(bought).toHaveLength(1);
      const webhook = await fetch(`${origin}/api/plaid/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'plaid-verification': plant('webhook signature') },
        body: JSON.stringify({ webhook_type: 'TRANSACTIONS', item_id: item }),
      });
      expect(webhook.status).toBeGreaterThanOrEqual(400);

      // Secret links, and devices.
      const { code } = (await ana.call('GET', `${origin}/api/invite`)).json as { code: string };
      note('invitation code', code);
      await new HttpBrowser().call('GET', `${origin}/api/invites/${code}`);
      await new HttpBrowser().call('GET', `${origin}/api/invites/${plant('void invitation code')}`);
      await new HttpBrowser().open(`${origin}/invite/${code}`);
      const { json: share } = await post('/api/map-share', {});
      const mapToken = note('map token', /\/m\/([\w-]+)/.exec(JSON.stringify(share))?.[1]);
      await withoutTable('weekly_totals', () => new HttpBrowser().open(`${origin}/m/${mapToken}`));
      await new HttpBrowser().open(`${origin}/m/${plant('void map token')}`);
      const subscription = {
        endpoint: `https://fcm.googleapis.com/fcm/send/${plant('push endpoint')}`,
        keys: {
          p256dh: plant('push key', P256DH),
          auth: plant('push secret', randomBytes(16).toString('base64url')),
        },
      };
      await withoutTable('push_subscriptions', async () => {
        expect((await post('/api/push/subscriptions', subscription)).status).toBe(500);
      });
      expect((await post('/api/push/subscriptions', subscription)).status).toBe(200);
      await post('/api/push/subscriptions', {
        ...subscription,
        endpoint: `https://${plant('host')}.example/`,
      });

      // Personal tokens: used, refused, unknown, with a failing database, revoked.
      const byToken = async (path: string, token: string, body?: object) =>
        fetch(`${origin}/api/v1/${path}`, {
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        });
      const tokenName = plant('name of a token');
      const { json: created } = await post('/api/tokens', { name: tokenName, scopes: ['expenses:add'] });
      const { id: tokenId, token } = created as { id: string; token: string };
      note('personal token', token);
      note('hash of the personal token', createHash('sha256').update(token).digest('base64url'));
      expect((await byToken('expenses', token, { merchant: name, amount })).status).toBe(200);
      expect((await byToken('expenses', token, { text: name })).status).toBe(400);
      expect((await byToken('week', token)).status).toBe(403);
      const unknown = plant('unknown token', `oink_${randomBytes(32).toString('base64url')}`);
      expect((await byToken('week', unknown)).status).toBe(401);
      await withoutTable('personal_tokens', async () => {
        expect((await byToken('week', token)).status).toBe(500);
      });
      expect((await ana.call('DELETE', `${origin}/api/tokens/${tokenId}`)).status).toBe(200);
      expect((await byToken('week', token)).status).toBe(401);

      // Broken idle connections, and a failing queue.
      await database.db.$client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await expect
        .poll(async () => (await ana.call('GET', `${origin}/api/auth/user`)).status, { timeout: 20_000 })
        .toBe(200);

      const phone = await begunLogIn(origin, password);
      await phone.open(phone.url, { stopAt: /localhost:\d+\/$/ });
      expect((await ana.call('DELETE', `${origin}/api/sessions`)).status).toBe(200);
      expect((await ana.call('GET', `${origin}/api/export/everything.json`)).status).toBe(200);
      expect((await ana.call('DELETE', `${origin}/api/plaid/disconnect/${item}`)).status).toBe(200);
      expect((await ana.call('DELETE', `${origin}/api/user/account`)).status).toBe(200);
      await server.end('SIGTERM');

      const written = server.written();
      const found = [...secrets, ...bankSecrets]
        .filter(([, value]) => isIn(written, value))
        .map(([what]) => what);
      expect(
        found,
        written
          .split('\n')
          .filter((line) => [...secrets.values(), ...bankSecrets.values()].some((value) => isIn(line, value)))
          .join('\n'),
      ).toEqual([]);
      // The secrets and failures really occurred.
      expect(secrets.size + bankSecrets.size).toBeGreaterThan(25);
      expect(written).toContain(UNDEFINED_TABLE);
      const events = eventsIn(written);
      for (const event of [
        'login',
        'link',
        'unlink',
        'export',
        'account_deleted',
        'sessions_ended',
        'token_created',
        'token_revoked',
      ]) {
        expect(events, event).toContainEqual(expect.objectContaining({ event, userId, time: UTC }));
      }
      // From the login page, and from the app's callback.
      for (const detail of [{ emailHash: KEYED_HASH }, { code: 'LOGIN_FAILED' }]) {
        const entry = { event: 'login_failed', time: UTC, network: expect.any(String) as string, ...detail };
        expect(events).toContainEqual(expect.objectContaining(entry));
      }
      const unkeyed = createHash('sha256').update(EMAIL).digest('hex');
      expect(written).not.toContain(unkeyed.slice(0, 32));
      expect(written).not.toContain(EMAIL);
    } finally {
      await server.end('SIGKILL');
      await bank.close();
      await database.drop();
    }
  },
  120_000,
);

const UTC = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const KEYED_HASH = expect.stringMatching(/^[0-9a-f]{32}$/) as string;
const P256DH = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

/** Finds a secret that is encoded for an address or JSON too. */
function isIn(text: string, secret: string): boolean {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].some((form) =>
    text.includes(form),
  );
}

function eventsIn(written: string): object[] {
  return written
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as object)
    .filter((entry) => 'event' in entry);
}

async function begunLogIn(origin: string, password: string): Promise<HttpBrowser> {
  const browser = await new HttpBrowser().open(`${origin}/api/login`);
  return browser.submit('Log in', { email: EMAIL, password }, /api\/login\/callback/);
}

/** Renames the table meanwhile, so that every statement on it fails. */
async function withoutTable(table: string, happen: () => Promise<unknown>): Promise<void> {
  const away = `away_${randomUUID().slice(0, 8)}`;
  await database.db.$client.query(`ALTER TABLE ${table} RENAME TO ${away}`);
  try {
    await happen();
  } finally {
    await database.db.$client.query(`ALTER TABLE ${away} RENAME TO ${table}`);
  }
}
