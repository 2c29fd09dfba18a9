import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { weekStartOf } from '@oinkly/domain/weeks';
import {
  AuthenticatorApp,
  keyOn,
  recoveryCodesOn,
} from '@oinkly/identity-provider/test-support/authenticator-app';
import { promiseToken } from '../modules/week-promises/index.ts';
import { TokenBox } from '../security/token-box.ts';
import { startMailServer } from '../test-support/mail-server.ts';
import { linkIn } from '../test-support/read-mail.ts';
import { HttpBrowser } from '../test-support/http-browser.ts';
import { freePort, startedServer } from '../test-support/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts';
import { BANK_CREDENTIALS, startTestEmulator, type TestEmulator } from '../test-support/test-emulator.ts';
import { startTestSimplefin } from '../test-support/test-simplefin.ts';

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

// What is written at a level between them is written with `debug` too.
test.each(['error', 'debug'])(
  'level %s logs every security event but no secrets and no spending [SEC-9] [SEC-15]',
  { timeout: 120_000, tags: ['own-database'] },
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
    const mailServer = await startMailServer();
    const mailPassword = planted('mail-password');
    const server = await startedServer({
      SMTP_URL: mailServer.url.href.replace('//', `//mailer:${mailPassword}@`),
      MAIL_FROM: 'oinkly@example.org',
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: database.directUrl,
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
      ['mail password', mailPassword],
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

      // Mail: a link to confirm the email, one for a new password, and mails that the server refuses.
      const newestLink = async (path: string) => {
        const find = () => mailServer.mails.findLast(({ text }) => text.includes(path));
        await expect.poll(find).toBeDefined();
        const mail = find();
        mailServer.mails.length = 0;
        return note(`link of ${path}`, mail && linkIn(mail, path));
      };
      const confirmation = await newestLink('/idp/confirm-email/');
      note('confirmation token', confirmation.split('/').at(-1));
      await (await new HttpBrowser().open(confirmation)).submit('Confirm');
      const forgetful = await new HttpBrowser().open(`${origin}/api/login`);
      await forgetful.open(forgetful.link('Forgot your password?'));
      await forgetful.submit('Send the link', { email: EMAIL });
      const passwordLink = await newestLink('/idp/password-link/');
      note('password token', passwordLink.split('/').at(-1));
      await new HttpBrowser().open(passwordLink);
      const friend = plant('friend’s address', `${planted('friend')}@example.org`);
      for (const answer of [`550 5.1.1 <${friend}> unknown`, `450 4.2.1 <${friend}> later`]) {
        mailServer.answer('RCPT', answer);
        const tries = () => mailServer.lines.filter((line) => line.includes(friend)).length;
        const before = tries();
        const invited = await ana.call('POST', `${origin}/api/invite/mail`, { to: friend });
        expect(invited.status).toBe(200);
        await expect.poll(tries).toBe(before + 1);
      }
      mailServer.answerAsUsual();

      // An authenticator app: added, used wrongly and rightly, with a failing database, removed.
      await ana.open(`${origin}/idp/account/authenticator-app`);
      const key = note('key of an authenticator app', keyOn({ text: ana.body }).replaceAll(' ', ''));
      const app = new AuthenticatorApp(key);
      note('secret of an authenticator app', app.secret.toString('base64'));
      note('set-up', /name="setUp" value="([^"]+)"/.exec(ana.body)?.[1]);
      await ana.submit('Turn on', { code: app.wrongCodeAt(new Date()) });
      await ana.submit('Turn on', { code: app.codeAt(new Date()) });
      const recoveryCodes = recoveryCodesOn({ text: ana.body });
      for (const [index, code] of recoveryCodes.entries()) note(`recovery code ${index}`, code);
      const withApp = await new HttpBrowser().open(`${origin}/api/login`);
      await withApp.submit('Log in', { email: EMAIL, password });
      const codePage = withApp.url;
      await withApp.open(`${codePage}?with=recovery-code`);
      await withApp.submit('Continue', {
        recoveryCode: plant('wrong recovery code', randomBytes(5).toString('hex')),
      });
      const useRecoveryCode = async () => {
        await withApp.open(`${codePage}?with=recovery-code`);
        await withApp.submit('Continue', { recoveryCode: recoveryCodes[0] ?? '' });
        expect(withApp.status).toBe(500);
      };
      await withoutTable('authenticator_apps', useRecoveryCode, 'identity');
      await withApp.open(`${codePage}?with=recovery-code`);
      await withApp.submit('Continue', { recoveryCode: recoveryCodes[0] ?? '' }, /api\/login\/callback/);
      expect(withApp.url).toContain('code=');
      await ana.open(`${origin}/idp/account/authenticator-app`);
      await ana.submit('Make new recovery codes', { code: recoveryCodes[1] ?? '' });
      const newCodes = recoveryCodesOn({ text: ana.body });
      for (const [index, code] of newCodes.entries()) note(`new recovery code ${index}`, code);
      await ana.open(`${origin}/idp/account/authenticator-app`);
      await ana.submit('Remove authenticator app', { code: newCodes[0] ?? '' });
      expect(ana.body).toContain('Authenticator app removed.');

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
      await expect.poll(connection).toMatchObject({ stage: 'done' });
      const item = (await connection())?.item_id ?? '';
      await bank.call('/control/transactions/change', {
        item_id: item,
        changes: [{ op: 'add', amount: 7_654_321.98, name: plant('merchant') }],
      });
      plant('amount of the bank', '7654321.98');
      // So long that no random id contains it.
      plant('amount of the bank in cents', '765432198');
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
      const { json: sharedCircle } = await post('/api/circle-share', {});
      const circleToken = note('circle token', /\/c\/([\w-]+)/.exec(JSON.stringify(sharedCircle))?.[1]);
      await withoutTable('weekly_results', () => new HttpBrowser().open(`${origin}/c/${circleToken}`));
      await new HttpBrowser().open(`${origin}/c/${plant('void circle token')}`);
      const mailKey = new TokenBox([{ id: 'k', key: Buffer.from(tokenKey, 'base64') }]);
      const weekStart = weekStartOf(new Date().toISOString().slice(0, 10));
      const promise = plant('promise token', promiseToken(mailKey, { userId, weekStart }));
      const voidPromise = plant('void promise token');
      const promiseBy = (of: string) => new HttpBrowser().call('POST', `${origin}/api/promises/${of}`);
      for (const of of [promise, voidPromise]) await new HttpBrowser().open(`${origin}/in/${of}`);
      expect((await promiseBy(voidPromise)).status).toBe(404);
      await withoutTable('users', async () => expect((await promiseBy(promise)).status).toBe(500));
      expect((await promiseBy(promise)).status).toBeLessThan(500);
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
      const toolCall = (given: object) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'add_expense', arguments: given },
      });
      for (const given of [{ merchant: name, amount, id: plant('id of an addition') }, { text: name }])
        expect((await byToken('mcp', token, toolCall(given))).status).toBe(200);
      expect((await byToken('mcp', token, [toolCall({ text: name })])).status).toBe(400);
      const unknown = plant('unknown token', `oink_${randomBytes(32).toString('base64url')}`);
      expect((await byToken('week', unknown)).status).toBe(401);
      await withoutTable('personal_tokens', async () => {
        expect((await byToken('week', token)).status).toBe(500);
      });
      const { json: added } = await post('/api/tokens', { name: 'Calendar', scopes: ['calendar:read'] });
      const { token: calendarToken } = added as { token: string };
      note('calendar’s token', calendarToken);
      const calendarStatus = async (text: string) =>
        (await fetch(`${origin}/api/v1/calendar/${text}/coming.ics`)).status;
      expect(await calendarStatus(calendarToken)).toBe(200);
      expect(await calendarStatus(unknown)).toBe(401);
      await withoutTable('recurring_series', async () => {
        expect(await calendarStatus(calendarToken)).toBe(500);
      });
      expect((await ana.call('DELETE', `${origin}/api/tokens/${tokenId}`)).status).toBe(200);
      expect((await byToken('week', token)).status).toBe(401);

      // Places for messages: added, tested where nothing answers, with a failing database, with a wrong address.
      const host = plant('host of a webhook', planted('host').toLowerCase());
      const place = {
        type: 'webhook',
        name: plant('name of a place'),
        url: `https://${host}.invalid/${plant('path of a webhook')}`,
      };
      const { json: addedPlace } = await post('/api/message-places', place);
      const { id: placeId, secret } = addedPlace as { id: string; secret: string };
      note('secret of a webhook', secret.replace('whsec_', ''));
      expect((await post(`/api/message-places/${placeId}/test`, {})).status).toBe(200);
      await withoutTable('message_places', async () => {
        expect((await post(`/api/message-places/${placeId}/test`, {})).status).toBe(500);
      });
      const { json: renewed } = await post(`/api/message-places/${placeId}/secret`, {});
      note('new secret of a webhook', (renewed as { secret: string }).secret.replace('whsec_', ''));
      expect((await ana.call('DELETE', `${origin}/api/message-places/${placeId}`)).status).toBe(200);
      const topic = {
        type: 'ntfy',
        name: 'x',
        topic: plant('ntfy topic', planted('topic')),
        token: plant('ntfy token', planted('token')),
      };
      expect((await post('/api/message-places', { ...topic, url: 'http://ntfy.example' })).status).toBe(400);
      expect((await post('/api/message-places', { ...topic, url: 'https://ntfy.invalid' })).status).toBe(200);

      // Broken idle connections, and a failing queue.
      await database.db.$client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await expect.poll(async () => (await ana.call('GET', `${origin}/api/auth/user`)).status).toBe(200);
      // The log-in pages have connections of their own.
      await expect.poll(async () => (await new HttpBrowser().open(`${origin}/api/login`)).status).toBe(200);

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
        'message_place_added',
        'message_secret_renewed',
        'message_place_removed',
      ]) {
        expect(events, event).toContainEqual(expect.objectContaining({ event, userId, time: UTC }));
      }
      // From the login page, and from the app's callback.
      for (const detail of [{ emailHash: KEYED_HASH }, { code: 'LOGIN_FAILED' }]) {
        const entry = { event: 'login_failed', time: UTC, network: expect.any(String) as string, ...detail };
        expect(events).toContainEqual(expect.objectContaining(entry));
      }
      for (const event of [
        'authenticator_app_added',
        'authenticator_app_removed',
        'recovery_codes_renewed',
        'email_confirmed',
        'password_link_requested',
      ]) {
        expect(events).toContainEqual(expect.objectContaining({ event, time: UTC }));
      }
      expect(written).toContain('a mail was refused');
      const unkeyed = createHash('sha256').update(EMAIL).digest('hex');
      expect(written).not.toContain(unkeyed.slice(0, 32));
      expect(written).not.toContain(EMAIL);
    } finally {
      await server.end('SIGKILL');
      await bank.close();
      await mailServer.close();
      await database.drop();
    }
  },
);

test(
  'a SimpleFIN access URL is in no log, answer, export, dump or URL of a whole run [SEC-25]',
  { timeout: 180_000, tags: ['own-database'] },
  async () => {
    database = await createTestDatabase();
    const secrets = new Map<string, string>();
    const addSecret = (what: string, value: string) => secrets.set(`${what} ${secrets.size}`, value);
    const keepAccessUrl = (accessUrl: string) => {
      const { username, password } = new URL(accessUrl);
      addSecret('access URL', accessUrl);
      addSecret('password', password);
      addSecret('credentials', Buffer.from(`${username}:${password}`).toString('base64'));
    };
    let accessUrl = '';
    let endHanging = (): void => undefined;
    const simplefin = await startTestSimplefin({
      clock: () => new Date(),
      prepare: (server) => {
        endHanging = () => server.server.closeAllConnections();
        server.addHook('onSend', async ({ url }, { statusCode }, payload) => {
          if (!url.includes('/claim/') || statusCode !== 200 || typeof payload !== 'string') return;
          if (!URL.canParse(payload)) return;
          accessUrl = payload;
          keepAccessUrl(accessUrl);
        });
      },
    });
    const { control } = simplefin;
    const tokenKey = randomBytes(32).toString('base64');
    const server = await startedServer({
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: database.directUrl,
      TOKEN_KEYS: `k:${tokenKey}`,
      EMBEDDED_IDENTITY: 'on',
      SIMPLEFIN_URL: `${simplefin.origin.origin}/simplefin-emulator`,
      LOG_LEVEL: 'debug',
    });
    const { origin } = server;
    /** What the app was asked and answered, and what its database held. */
    const seen: { where: string; text: string }[] = [];
    try {
      const ana = await new HttpBrowser().open(`${origin}/api/login`);
      await ana.open(ana.link('Create an account'));
      await ana.submit('Create an account', { email: EMAIL, password: planted('password') });
      const ask = async (method: string, path: string, body?: object) => {
        const response = await fetch(origin + path, {
          method,
          redirect: 'manual',
          headers: {
            cookie: ana.cookieHeader,
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        const headers = JSON.stringify([...response.headers]);
        seen.push({ where: `${method} ${path}`, text: `${path} ${headers} ${text}` });
        return { status: response.status, text };
      };
      const look = async (when: string) => {
        for (const path of [
          '/api/simplefin/accounts',
          '/api/simplefin/connections',
          '/api/simplefin/sync-status',
          '/api/simplefin/transaction-stats',
          '/api/expenses?counted=all',
          '/api/notifications',
          '/api/settings',
          '/api/auth/user',
          '/api/export/expenses.csv',
          '/api/export/everything.json',
          '/',
        ])
          await ask('GET', path);
        seen.push({ where: `the database ${when}`, text: await dump() });
      };
      const newToken = async () => {
        const created = await control.createSetupToken({ banks: ['platypus'], history_days: 20 });
        addSecret('setup token', created.setup_token);
        addSecret('claim URL', Buffer.from(created.setup_token, 'base64').toString());
        return created;
      };
      const link = (setupToken: string) =>
        ask('POST', '/api/simplefin/exchange-token', { public_token: setupToken });

      // Claims that fail in every way. Some answers quote credentials.
      const quoted = `https://user:${planted('quoted-password')}@bridge.example/simplefin`;
      keepAccessUrl(quoted);
      for (const fault of [
        { kind: 'status', status: 403 },
        { kind: 'status', status: 500, message: `Cannot open ${quoted}` },
        { kind: 'html' },
        { kind: 'redirect', location: quoted },
        { kind: 'answer', body: `Your access is ${quoted}` },
        { kind: 'answer', body: quoted.replace('https', 'ftp') },
        { kind: 'huge' },
        { kind: 'reset' },
      ]) {
        const { token_id, setup_token } = await newToken();
        await control.call('/faults/add', { path: '/claim', token_id, requests: 1, fault });
        expect((await link(setup_token)).status, JSON.stringify(fault)).toBeGreaterThanOrEqual(400);
      }
      expect((await link(planted('no-token'))).status).toBe(400);
      const unstored = await newToken();
      await withoutTable('connections', async () => {
        expect((await link(unstored.setup_token)).status).toBeGreaterThanOrEqual(500);
      });

      const { token_id, setup_token, connections } = await newToken();
      const connId = connections[0]?.conn_id;
      expect((await link(setup_token)).status).toBe(200);
      const status = async () => {
        const { text } = await ask('GET', '/api/simplefin/sync-status');
        return (JSON.parse(text) as { connections: { item_id: string; stage: string }[] }).connections[0];
      };
      await expect.poll(status).toMatchObject({ stage: 'done' });
      const item = (await status())?.item_id ?? '';
      const sync = () => ask('POST', `/api/simplefin/item/${item}/sync`, {});
      expect((await link(setup_token)).status).toBe(200);
      await withoutTable('bank_transactions', sync);
      await look('after the first sync');

      for (const fault of [
        ...[400, 401, 402, 403, 429, 500, 504].map((code) => ({
          kind: 'status',
          status: code,
          message: `Refused: ${accessUrl}`,
        })),
        { kind: 'html' },
        { kind: 'html', status: 200 },
        { kind: 'redirect', location: `${origin}/redirected?${accessUrl}` },
        { kind: 'huge' },
        { kind: 'invalid_json' },
        { kind: 'answer', body: `{"accounts": "${accessUrl}"}` },
        { kind: 'reset' },
        { kind: 'hang' },
      ]) {
        await control.call('/requests/clear', { token_id });
        await database.db.$client.query('DELETE FROM provider_requests');
        await database.db.$client.query('DELETE FROM rate_limits');
        await control.call('/faults/add', { token_id, requests: 1, fault });
        const asked = sync();
        if (fault.kind === 'hang') {
          await expect.poll(async () => (await control.call('/faults/list', {}))['faults']).toEqual([]);
          endHanging();
        }
        await asked;
        expect((await control.call('/faults/list', {}))['faults'], JSON.stringify(fault)).toEqual([]);
      }
      await look('after failures');
      for (const code of ['con.auth', 'con.', 'act.failed', 'gen.api']) {
        const concerns = code === 'gen.api' ? { token_id } : { conn_id: connId };
        await control.call('/problems/add', { ...concerns, code, message: `Look at ${accessUrl}` });
      }
      await sync();
      await look('with problems');

      expect((await ask('DELETE', `/api/simplefin/disconnect/${item}`)).status).toBe(200);
      await look('after disconnecting');
      expect((await ask('DELETE', '/api/user/account')).status).toBe(200);
      seen.push({ where: 'the database at last', text: await dump() });
      await server.end('SIGTERM');
      seen.push({ where: 'the log', text: server.written() });

      const found = seen.flatMap(({ where, text }) =>
        [...secrets].filter(([, value]) => isInDump(text, value)).map(([what]) => `${what}: ${where}`),
      );
      expect(found).toEqual([]);
      // The run was a whole one.
      const wheres = (text: string) =>
        seen.filter((one) => one.text.includes(text)).map(({ where }) => where);
      expect(wheres('Look at')).toEqual(
        expect.arrayContaining(['the database with problems', 'GET /api/simplefin/accounts']),
      );
      expect(wheres('First Platypus Bank')).toContain('GET /api/export/everything.json');
      expect(server.written()).not.toContain('/redirected');
      expect(server.written()).toContain(UNDEFINED_TABLE);
      expect(eventsIn(server.written())).toContainEqual(expect.objectContaining({ event: 'unlink' }));
      expect(secrets.size).toBeGreaterThan(20);
    } finally {
      await server.end('SIGKILL');
      await simplefin.close();
      await database.drop();
    }
  },
);

/** Every column of every table as text. */
async function dump(): Promise<string> {
  const { $client } = database.db;
  const { rows: tables } = await $client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await $client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    texts.push(name, ...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** Finds a secret in binary columns too. */
function isInDump(text: string, secret: string): boolean {
  const bytes = Buffer.from(secret);
  return (
    isIn(text, secret) || text.includes(bytes.toString('hex')) || text.includes(bytes.toString('base64'))
  );
}

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
async function withoutTable(table: string, happen: () => Promise<unknown>, schema = 'public'): Promise<void> {
  const away = `away_${randomUUID().slice(0, 8)}`;
  await database.db.$client.query(`ALTER TABLE ${schema}.${table} RENAME TO ${away}`);
  try {
    await happen();
  } finally {
    await database.db.$client.query(`ALTER TABLE ${schema}.${away} RENAME TO ${table}`);
  }
}
