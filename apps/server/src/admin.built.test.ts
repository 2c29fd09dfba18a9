import {
  AuthenticatorApp,
  keyOn,
  recoveryCodesOn,
} from '@oinkly/identity-provider/test-support/authenticator-app';
import { findRunningPostgres, startLocalPostgres } from '@oinkly/local-postgres';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
} from 'vitest';
import { IDENTITY_PART } from './db/identity-part.ts';
import { startAdmin, type AdminAnswer } from './test-support/admin-program.ts';
import { linkTestBank } from './test-support/link-test-bank.ts';
import { startMailServer } from './test-support/mail-server.ts';
import { HttpBrowser } from './test-support/http-browser.ts';
import { copyDataFolder } from './test-support/prepared-data-folder.ts';
import {
  freePort,
  startedServer,
  startServerProcess,
  type ServerProcess,
} from './test-support/server-process.ts';
import { createTestDatabase } from './test-support/test-database.ts';

const NEW_PASSWORD = 'a house of bricks';
const PASSWORD = 'a quiet brass trumpet';

let dataDir: string;
let environment: Record<string, string>;
const running: ServerProcess[] = [];

async function makePlace(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'admin-'));
  await copyDataFolder(inject('preparedDataFolder'), dataDir);
  environment = { DATA_DIR: dataDir, PORT: String(await freePort()) };
}

async function removePlace(): Promise<void> {
  await stopAll();
  // A stopping database may still be tidying up.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

async function start(): Promise<ServerProcess> {
  const server = await startedServer(environment);
  running.push(server);
  return server;
}

async function stopAll(): Promise<void> {
  for (const server of running.splice(0)) await server.end('SIGTERM');
}

function admin(...words: string[]): Promise<AdminAnswer> {
  return startAdmin(environment, words).ended;
}

function doctor(settings: Record<string, string> = {}): Promise<AdminAnswer> {
  return startAdmin({ ...environment, ...settings }, ['doctor']).ended;
}

async function signUp(origin: string, email: string): Promise<HttpBrowser> {
  const browser = await new HttpBrowser().open(`${origin}/api/login`);
  await browser.open(browser.link('Create an account'));
  return browser.submit('Create an account', { email, password: PASSWORD }, /localhost:\d+\/$/);
}

async function canLogIn(origin: string, email: string, password: string): Promise<boolean> {
  const browser = await new HttpBrowser().open(`${origin}/api/login`);
  await browser.submit('Log in', { email, password }, /localhost:\d+\/$/);
  return (await statusOf(browser, origin)) === 200;
}

const statusOf = async (browser: HttpBrowser, origin: string) =>
  (await browser.call('GET', `${origin}/api/auth/user`)).status;

async function syncAll(browser: HttpBrowser, origin: string): Promise<unknown> {
  await browser.call('POST', `${origin}/api/auto-import-transactions`);
  const { json } = await browser.call('GET', `${origin}/api/plaid/connections`);
  return (json as { status: string; last_synced_at: string | null }[]).map(({ status }) => status);
}

/** Runs a statement in the server's database as the owner of the tables. */
async function inDatabase(statement: string, values: unknown[] = []): Promise<unknown[]> {
  const database = await findRunningPostgres(join(dataDir, 'postgres'));
  const connectionString = statement.includes('identity.')
    ? database?.connectionStringOf('identity')
    : database?.connectionString;
  return ask(connectionString ?? '', statement, values);
}

async function inStoppedDatabase(statement: string): Promise<unknown[]> {
  const database = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), parts: [IDENTITY_PART] });
  try {
    return await ask(database.connectionString, statement);
  } finally {
    await database.stop();
  }
}

async function ask(connectionString: string, statement: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<object>(statement, values);
  await client.end();
  return rows;
}

function logInElsewhere(): void {
  environment = {
    ...environment,
    OIDC_ISSUER: 'https://login.example',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: randomBytes(8).toString('hex'),
  };
}

async function addPasskeysOf(email: string, count: number): Promise<void> {
  await inDatabase(
    `INSERT INTO identity.passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
     SELECT n, accounts.id, 'credential' || n, '', 0, '{}', 'Passkey ' || n, now()
     FROM identity.accounts, generate_series(1, $2::int) n WHERE email = $1`,
    [email, count],
  );
}

const keysIn = async () => (await readFile(join(dataDir, 'token-keys'), 'utf8')).trim().split(',');

describe('beside a running server', () => {
  let origin: string;

  beforeAll(async () => {
    await makePlace();
    ({ origin } = await start());
  });
  afterAll(removePlace);

  // First, because a server with users should have backups.
  test('the doctor finds nothing wrong with a new server, and names what it looked at', async () => {
    const { exitCode, stdout } = await doctor();
    for (const part of [
      'disk',
      'database',
      'tables',
      'token keys',
      'backups',
      'server',
      'public address',
      'login',
      'Plaid',
    ])
      expect(stdout).toMatch(new RegExp(`^✓ ${part} `, 'm'));
    // Whether other machines can be asked depends on this one's network.
    for (const part of ['clock', 'notifications']) expect(stdout).toMatch(new RegExp(`^[✓!] ${part} `, 'm'));
    expect(stdout).toMatch(/^✓ mail +Off\./m);
    expect(stdout).toMatch(/0 wrong/);
    expect(exitCode).toBe(0);
  });

  test('the doctor says what is wrong: lost keys, mail, a wrong public address, no place for backups', async () => {
    const ivy = await signUp(origin, 'ivy@example.org');
    await linkTestBank(ivy, origin);
    const { exitCode, stdout } = await doctor({
      SIMPLEFIN_URL: 'off',
      PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
      TOKEN_KEYS: `other:${randomBytes(32).toString('base64')}`,
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'oinkly@example.org',
      BACKUP_DIR: join(dataDir, 'elsewhere'),
    });
    expect(stdout).toMatch(
      /^✗ mail +The mail server 127\.0\.0\.1 was not reached \(ECONNREFUSED\)\. Check SMTP_URL\./m,
    );
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^✗ token keys +The key 'home-\w+' that sealed the bank logins is missing/m);
    expect(stdout).toMatch(/^✗ public address +http:\/\/127.0.0.1:\d+ can’t be reached .*ECONNREFUSED/m);
    expect(stdout).toMatch(/^✗ backups +There is no folder BACKUP_DIR/m);
    expect(stdout).toMatch(/^! encryption /m);
    expect(stdout).toMatch(/^! proxy +All users share the limits of one network/m);
  });

  test('the doctor notices another Oinkly at the public address', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'admin-'));
    onTestFinished(() => rm(elsewhere, { recursive: true, force: true, maxRetries: 10 }));
    await copyDataFolder(inject('preparedDataFolder'), elsewhere);
    // It makes its own.
    await rm(join(elsewhere, 'token-keys'));
    const other = await startedServer({ DATA_DIR: elsewhere, PORT: String(await freePort()) });
    onTestFinished(() => other.end('SIGTERM'));
    const { exitCode, stdout } = await doctor({ PUBLIC_URL: other.origin });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^✗ public address +http:\/\/localhost:\d+ leads to another Oinkly/m);
  });

  test('a reset password logs in once, to choose another, and ends all sessions [SEC-17]', async () => {
    const ana = await signUp(origin, 'ana@example.org');
    const bo = await signUp(origin, 'bo@example.org');
    const { stdout, exitCode } = await admin('reset-password', 'Ana@Example.org');
    const password = /^ {2}(\S+)$/m.exec(stdout)?.[1] ?? '';
    expect({ exitCode, length: password.length }).toEqual({ exitCode: 0, length: 23 });
    expect([await statusOf(ana, origin), await statusOf(bo, origin)]).toEqual([401, 200]);
    expect(await canLogIn(origin, 'ana@example.org', PASSWORD)).toBe(false);
    const browser = await new HttpBrowser().open(`${origin}/api/login`);
    await browser.submit('Log in', { email: 'ana@example.org', password });
    await browser.submit('Save password', { password: NEW_PASSWORD }, /localhost:\d+\/$/);
    expect(await statusOf(browser, origin)).toBe(200);
    expect(await canLogIn(origin, 'ana@example.org', password)).toBe(false);
    expect(await canLogIn(origin, 'ana@example.org', NEW_PASSWORD)).toBe(true);
    // The provider's own session would need no password.
    await ana.open(`${origin}/api/login`);
    expect(ana.url).toContain('/idp/interaction/');
    expect(stdout).toContain('They have no passkeys.');
    expect(await admin('reset-password', 'nobody@example.org')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'No account here has the email nobody@example.org.\n',
    });
  });

  test('a link lets a user choose a new password once, and signs the user out everywhere [SEC-17]', async () => {
    const cy = await signUp(origin, 'cy@example.org');
    const { stdout } = await admin('reset-link', 'cy@example.org');
    const link = /http\S+/.exec(stdout)?.[0] ?? '';
    expect(await statusOf(cy, origin)).toBe(200);
    const browser = await new HttpBrowser().open(link);
    await browser.submit('Save password', { password: NEW_PASSWORD });
    expect(await statusOf(cy, origin)).toBe(401);
    expect(await canLogIn(origin, 'cy@example.org', PASSWORD)).toBe(false);
    expect(await canLogIn(origin, 'cy@example.org', NEW_PASSWORD)).toBe(true);
    expect((await admin('reset-link', 'bob@example.org')).stderr).toContain(
      'No account here has the email bob@example.org',
    );
  });

  test('a reset password leaves passkeys and says so, or takes them away', async () => {
    const dora = await signUp(origin, 'dora@example.org');
    const id = ((await dora.call('GET', `${origin}/api/auth/user`)).json as { id: string }).id;
    await addPasskeysOf('dora@example.org', 2);
    const last = ({ stdout }: { stdout: string }) => stdout.trimEnd().split('\n').at(-1);
    expect(last(await admin('reset-password', id))).toMatch(
      /^They're signed out everywhere\. Their 2 passkeys still work\. To remove them, add --passkeys\.$/,
    );
    expect(last(await admin('reset-password', '--passkeys', id))).toMatch(/ 2 passkeys were removed\.$/);
    expect(last(await admin('reset-password', '--passkeys', id))).toMatch(/ They have no passkeys\.$/);
  });

  test('an authenticator app is removed for a user who lost it, and signs them out [PD-116]', async () => {
    const ivo = await signUp(origin, 'ivo@example.org');
    await ivo.open(`${origin}/idp/account/authenticator-app`);
    const app = new AuthenticatorApp(keyOn({ text: ivo.body }));
    await ivo.submit('Turn on', { code: app.codeAt(new Date()) });
    expect(recoveryCodesOn({ text: ivo.body })).toHaveLength(10);
    expect(await canLogIn(origin, 'ivo@example.org', PASSWORD)).toBe(false);
    expect(await admin('remove-authenticator-app', 'Ivo@Example.org')).toEqual({
      exitCode: 0,
      stdout:
        "Removed the authenticator app of Ivo@Example.org. Their password alone logs them in.\nThey're signed out everywhere. They get no mail, so tell them.\n",
      stderr: '',
    });
    expect(await statusOf(ivo, origin)).toBe(401);
    expect(await canLogIn(origin, 'ivo@example.org', PASSWORD)).toBe(true);
    expect(await admin('remove-authenticator-app', 'ivo@example.org')).toMatchObject({
      exitCode: 1,
      stderr: 'ivo@example.org has no authenticator app.\n',
    });
  });

  test("a user's name with control characters cannot move the operator's cursor", async () => {
    const eli = await signUp(origin, 'eli@example.org');
    const id = ((await eli.call('GET', `${origin}/api/auth/user`)).json as { id: string }).id;
    // An email as another issuer could report it.
    await inDatabase(`UPDATE users SET email = E'eli\\x1b[2J\\r@example.org' WHERE id = $1`, [id]);
    expect((await admin('sign-out', id)).stdout).toBe('Signed out eli[2J@example.org: 1 session ended.\n');
  });

  test('sign-out ends the sessions of one user or all, here and at the embedded issuer', async () => {
    // Those of other tests.
    await inDatabase('DELETE FROM sessions');
    const [gil, hana] = [await signUp(origin, 'gil@example.org'), await signUp(origin, 'hana@example.org')];
    const id = ((await gil.call('GET', `${origin}/api/auth/user`)).json as { id: string }).id;
    await inDatabase(
      `INSERT INTO push_subscriptions SELECT id, id::text::bytea, 'https://push.example', 'k', 's', '', now() FROM users
       WHERE email IN ('gil@example.org', 'hana@example.org')`,
    );
    const devices = async () => (await inDatabase('SELECT user_id FROM push_subscriptions')).length;
    // Users whose logins in progress must open no session.
    const ended = () =>
      inDatabase(
        `SELECT email FROM users WHERE sessions_ended_at IS NOT NULL AND email IN ('gil@example.org', 'hana@example.org') ORDER BY email`,
      );
    expect(await devices()).toBe(2);
    expect(await admin('sign-out', id)).toMatchObject({
      exitCode: 0,
      stdout: 'Signed out gil@example.org: 1 session ended.\n',
    });
    expect([await statusOf(gil, origin), await statusOf(hana, origin), await devices()]).toEqual([
      401, 200, 1,
    ]);
    expect(await ended()).toEqual([{ email: 'gil@example.org' }]);
    expect((await admin('sign-out', 'all')).stdout).toBe('Signed out everyone: 1 session ended.\n');
    expect([await statusOf(hana, origin), await devices()]).toEqual([401, 0]);
    expect(await ended()).toHaveLength(2);
    for (const one of [gil, hana]) {
      await one.open(`${origin}/api/login`);
      expect(one.url).toContain('/idp/interaction/');
    }
  });

  test('rotate-issuer-keys keeps users logged in unless the old keys may be stolen', async () => {
    const fay = await signUp(origin, 'fay@example.org');
    expect(await admin('rotate-log-in-keys')).toMatchObject({ exitCode: 0 });
    await fay.open(`${origin}/api/login`, { stopAt: /localhost:\d+\/$/ });
    expect(fay.url).toBe(`${origin}/`);
    expect(await admin('rotate-log-in-keys', '--drop-old')).toMatchObject({ exitCode: 0 });
    await fay.open(`${origin}/api/login`);
    expect(fay.url).toContain('/idp/interaction/');
  });
});

describe('with users of a server that is stopped', () => {
  let ana: HttpBrowser;
  let bo: HttpBrowser;
  let whileRunning: AdminAnswer;
  const byText: AdminAnswer[] = [];

  beforeAll(async () => {
    await makePlace();
    const { origin } = await start();
    ana = await signUp(origin, 'ana@example.org');
    expect((await ana.call('PUT', `${origin}/api/users`, { fullName: 'Ana Red' })).status).toBe(200);
    bo = await signUp(origin, 'bo@example.org');
    await linkTestBank(ana, origin);
    whileRunning = await admin('users');
    for (const text of ['ANA', '%']) byText.push(await admin('users', text));
    await stopAll();
  });
  afterAll(removePlace);

  test('users lists accounts without secrets, with a running or stopped server [SEC-9]', async () => {
    expect(whileRunning).toMatchObject({ exitCode: 0, stderr: '' });
    const [heading, ...rows] = whileRunning.stdout.trimEnd().split('\n');
    expect(heading).toMatch(/^id +email +name +since +banks +last seen$/);
    const today = new Date().toISOString().slice(0, 10);
    expect(rows).toEqual([
      expect.stringMatching(
        `^[0-9a-f-]{36}  ana@example\\.org  Ana Red  ${today}  1 {6}${today} \\d\\d:\\d\\d UTC$`,
      ),
      expect.stringMatching(/^[0-9a-f-]{36} {2}bo@example\.org .* {2}0 /),
    ]);
    expect(whileRunning.stdout).not.toMatch(/\p{Cc}(?<!\n)|access-sandbox|argon2/u);
    expect(await admin('users')).toEqual(whileRunning);
    expect(byText.map(({ stdout }) => stdout)).toEqual([
      `${heading}\n${rows[0]}\n`,
      "No user has '%' in the name or email.\n",
    ]);
  });

  test('delete deletes a user with login and banks after confirmation [DEL-3]', async () => {
    const asked = await admin('delete', 'ana@example.org');
    expect(asked).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('add --yes') as string });
    expect((await admin('users')).stdout).toContain('ana@example.org');
    expect(await admin('delete', 'ana@example.org', '--yes')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Deleted ana@example\.org \([\w-]{36}\)\. /) as string,
    });
    const { stdout } = await admin('users');
    expect(stdout).toContain('bo@example.org');
    expect(stdout).not.toContain('ana@example.org');

    const { origin } = await start();
    expect([await statusOf(ana, origin), await statusOf(bo, origin)]).toEqual([401, 200]);
    expect(await canLogIn(origin, 'ana@example.org', PASSWORD)).toBe(false);
    const endings = () => inDatabase("SELECT state FROM pgboss.job WHERE name = 'remove-connection'");
    await expect.poll(endings).toEqual([{ state: 'completed' }]);
  });
});

describe('in a place of its own', () => {
  beforeEach(makePlace);
  afterEach(removePlace);

  test('delete-account also deletes an embedded login after a switch to another issuer [DEL-3]', async () => {
    const { origin } = await start();
    for (const name of ['ana', 'bo', 'cy']) await signUp(origin, `${name}@example.org`);
    await addPasskeysOf('ana@example.org', 1);
    // Bo's account cannot be removed with Bo.
    await inDatabase(
      `CREATE TABLE identity.holds (account_id) AS SELECT id FROM identity.accounts WHERE email = 'bo@example.org';
       ALTER TABLE identity.holds ADD FOREIGN KEY (account_id) REFERENCES identity.accounts`,
    );
    expect(await admin('delete', 'bo@example.org', '--yes')).toMatchObject({ exitCode: 0 });
    await stopAll();

    logInElsewhere();
    await start();
    expect(await admin('delete', 'ana@example.org', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
    const emails = () => inDatabase('SELECT email FROM identity.accounts ORDER BY email');
    expect(await emails()).toEqual([{ email: 'bo@example.org' }, { email: 'cy@example.org' }]);
    expect(await inDatabase('SELECT 1 FROM identity.passkeys')).toEqual([]);

    await inDatabase('DROP TABLE identity.holds');
    const states = async () => {
      await inDatabase(
        "UPDATE pgboss.job SET start_after = now() WHERE name = 'delete-issuer-account' AND state = 'retry'",
      );
      return inDatabase("SELECT state FROM pgboss.job WHERE name = 'delete-issuer-account'");
    };
    await expect.poll(states).toEqual([{ state: 'completed' }, { state: 'completed' }]);
    expect(await emails()).toEqual([{ email: 'cy@example.org' }]);
  });

  test('rotate-keys drops the old key while the server runs, and all banks still sync [SEC-9]', async () => {
    const first = await start();
    const ana = await signUp(first.origin, 'ana@example.org');
    await linkTestBank(ana, first.origin);
    expect((await ana.call('GET', `${first.origin}/api/notifications`)).status).toBe(200);
    const [before] = await keysIn();
    const owner = await stat(join(dataDir, 'token-keys'));

    expect(await admin('rotate-keys')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Sealed 2 secrets with the new key .*old keys were removed/) as string,
    });
    const [current, ...old] = await keysIn();
    expect(old).toEqual([]);
    expect(current).not.toBe(before);
    const { mode, uid, gid } = await stat(join(dataDir, 'token-keys'));
    expect({ mode: mode & 0o777, uid, gid }).toEqual({ mode: 0o600, uid: owner.uid, gid: owner.gid });

    const bo = await signUp(first.origin, 'bo@example.org');
    await linkTestBank(bo, first.origin);
    expect(await syncAll(ana, first.origin)).toEqual(['healthy']);
    expect((await admin('rotate-keys')).stdout).toMatch(/^Sealed 3 secrets/);
    await stopAll();
    expect((await admin('rotate-keys')).stdout).toMatch(/^Sealed 3 secrets/);
    const { origin } = await start();
    expect([await syncAll(ana, origin), await syncAll(bo, origin)]).toEqual([['healthy'], ['healthy']]);
    expect((await ana.call('GET', `${origin}/api/notifications`)).json).toMatchObject({
      pushKey: expect.any(String) as string,
    });
    expect((await readdir(dataDir)).filter((name) => name.startsWith('token-keys'))).toEqual(['token-keys']);
  });

  test(
    'the documented steps rotate TOKEN_KEYS while one of two servers always runs [SEC-9]',
    { timeout: 120_000, tags: ['own-database'] },
    async () => {
      const database = await createTestDatabase('template0');
      onTestFinished(() => database.drop());
      const bankPort = environment['PORT'] ?? '';
      const home = `http://localhost:${bankPort}`;
      environment = {
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        DATABASE_DIRECT_URL: database.directUrl,
        EMBEDDED_IDENTITY: 'on',
        PUBLIC_URL: home,
        TEST_BANKS: 'on',
      };
      const [old, next] = ['2026', '2027'].map((id) => `${id}:${randomBytes(32).toString('base64')}`);
      const otherPort = String(await freePort());
      const startWith = async (keys: string, port: string) => {
        environment = { ...environment, TOKEN_KEYS: keys };
        const server = await startedServer({ ...environment, PORT: port });
        running.push(server);
        return server;
      };
      const users: HttpBrowser[] = [];
      const signUpWithBank = async (email: string) => {
        const user = await signUp(home, email);
        await linkTestBank(user, home);
        users.push(user);
        return user;
      };
      const expectSyncs = async (...servers: ServerProcess[]) => {
        for (const { origin } of servers)
          for (const user of users) expect(await syncAll(user, origin)).toEqual(['healthy']);
      };

      const withOld = await startWith(old ?? '', bankPort);
      const ana = await signUpWithBank('ana@example.org');
      expect((await ana.call('GET', `${home}/api/notifications`)).status).toBe(200);
      // Each server meets the one that is restarted before it and the one that is restarted after it.
      const withNextBehind = await startWith(`${old},${next}`, otherPort);
      await expectSyncs(withOld, withNextBehind);
      await withOld.end('SIGTERM');
      const withNextInFront = await startWith(`${next},${old}`, bankPort);
      await signUpWithBank('bo@example.org');
      await expectSyncs(withNextBehind, withNextInFront);
      await withNextBehind.end('SIGTERM');
      expect(await admin('rotate-keys')).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/^Sealed 2 secrets .*2026/s) as string,
      });
      await expectSyncs(withNextInFront, await startWith(next ?? '', otherPort));
    },
  );

  test('forget-lost-tokens drops unreadable bank logins; linking again keeps the history [SEC-9]', async () => {
    const first = await start();
    const ana = await signUp(first.origin, 'ana@example.org');
    await linkTestBank(ana, first.origin);
    await syncAll(ana, first.origin);
    expect((await ana.call('GET', `${first.origin}/api/notifications`)).status).toBe(200);
    const expensesAt = async (origin: string) =>
      (await ana.call('GET', `${origin}/api/expenses?counted=all`)).json as { id: string }[];
    const before = await expensesAt(first.origin);
    expect(before.length).toBeGreaterThan(0);
    await stopAll();
    await rm(join(dataDir, 'token-keys'));

    expect(await admin('forget-lost-tokens')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'No key opens one bank login and the key for notifications. To forget them, add --yes.\n',
    });
    await expect(startedServer(environment)).rejects.toThrow('forget-lost-tokens');
    expect(await admin('forget-lost-tokens', '--yes')).toEqual({
      exitCode: 0,
      stdout:
        'Forgotten: one bank login and the key for notifications. Those banks must be linked again. Notifications must be turned on again on each device.\n',
      stderr: '',
    });
    expect((await admin('forget-lost-tokens')).stdout).toBe(
      'The keys open every stored secret. Nothing was forgotten.\n',
    );
    expect((await admin('rotate-keys')).exitCode).toBe(0);

    const { origin } = await start();
    const banks = async () => (await ana.call('GET', `${origin}/api/plaid/connections`)).json;
    const gone = 'We no longer have access to this bank. Please connect it again.';
    expect(await banks()).toMatchObject([{ status: 'error', error_message: gone }]);
    await linkTestBank(ana, origin);
    await syncAll(ana, origin);
    expect(await banks()).toMatchObject([{ status: 'healthy', error_message: null }]);
    expect(await expensesAt(origin)).toHaveLength(before.length);
  });

  test('commands for embedded passwords and sessions are refused with another issuer', async () => {
    logInElsewhere();
    for (const words of [['reset-password', 'ana@example.org'], ['rotate-log-in-keys']]) {
      expect(await admin(...words)).toEqual({
        exitCode: 1,
        stdout: '',
        stderr: 'Users log in at https://login.example/. Do this there.\n',
      });
    }
    expect((await admin('sign-out', 'all')).stdout).toBe(
      'Signed out everyone: 0 sessions ended. Sessions at https://login.example/ continue; end them there.\n',
    );
  });

  test('a database of another version is refused in one sentence, by the server and by admin', async () => {
    const local = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), parts: [IDENTITY_PART] });
    onTestFinished(() => local.stop());
    const change = (statement: string) => ask(local.connectionString, statement);
    const first = '(SELECT min(created_at) FROM drizzle.__drizzle_migrations)';
    await change(`DELETE FROM drizzle.__drizzle_migrations WHERE created_at > ${first}`);
    await change('UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1');
    expect(await admin('users')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'A version of Oinkly before 0.1.0 wrote this database: start commit 2e3b79bc once, which updates it, then start this version.\n',
    });
    await change('DELETE FROM drizzle.__drizzle_migrations');
    expect(await admin('users')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'An older version wrote this database: start the new server once to update it.\n',
    });
    await change(
      `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of a later year', 4102444800000)`,
    );
    const sentence =
      'A newer version of Oinkly has updated this database: start that version, or go back to a copy of the data from before the update.\n';
    expect(await admin('users')).toEqual({ exitCode: 1, stdout: '', stderr: sentence });
    await change('DROP SCHEMA pgboss CASCADE');
    await local.stop();
    const quiet = { ...environment, LOG_LEVEL: 'error' };
    expect(await startServerProcess(quiet)).toEqual({ exitCode: 1, output: sentence });
    const queue = await inStoppedDatabase("SELECT to_regnamespace('pgboss')::text AS name");
    expect(queue, 'written before the refusal').toEqual([{ name: null }]);
  });

  test('a data folder without a database is refused in one sentence, and the doctor says so', async () => {
    environment['DATA_DIR'] = join(dataDir, 'nowhere');
    expect(await admin('users')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no database in [^\n]+\n$/) as string,
    });
    const { exitCode, stdout } = await doctor();
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^✗ disk /m);
    expect(stdout).toMatch(/^✗ database +There is no database in /m);
    expect(stdout).toMatch(/^! server +Nothing answers on port \d+/m);
  });

  test('send-test-mail needs no database and says what the mail server answered', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    environment = {
      DATA_DIR: join(dataDir, 'nowhere'),
      SMTP_URL: server.url.href,
      MAIL_FROM: 'oinkly@example.org',
    };
    const sent = await admin('send-test-mail', 'ana@example.org');
    expect(sent).toMatchObject({ exitCode: 0, stderr: '' });
    expect(sent.stdout).toContain('127.0.0.1 took the mail to ana@example.org.');
    expect(server.mails).toHaveLength(1);
  });

  test('a wrong command ends with one clear sentence and the help, a failed one with its sentence', async () => {
    expect(await admin()).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Give a command\.\n\nnpm run admin/) as string,
    });
    expect(await admin('backup', '/nowhere/b', '--encrypt')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no passphrase: set BACKUP_PASSPHRASE/) as string,
    });
  });
});
