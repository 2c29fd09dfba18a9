import { findRunningPostgres, startLocalPostgres } from '@oinkly/local-postgres';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
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

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'admin-'));
  await copyDataFolder(inject('preparedDataFolder'), dataDir);
  environment = { DATA_DIR: dataDir, PORT: String(await freePort()) };
});
afterEach(async () => {
  await stopAll();
  // A stopping database may still be tidying up.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

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

test('users lists accounts without secrets, with a running or stopped server [SEC-9]', async () => {
  const { origin } = await start();
  const ana = await signUp(origin, 'ana@example.org');
  expect((await ana.call('PUT', `${origin}/api/users`, { fullName: 'Ana Red' })).status).toBe(200);
  await signUp(origin, 'bo@example.org');
  await linkTestBank(ana, origin);
  const whileRunning = await admin('users');
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
  await stopAll();
  expect(await admin('users')).toEqual(whileRunning);
  expect((await admin('users', 'ANA')).stdout.trimEnd().split('\n')).toEqual([heading, rows[0]]);
  expect((await admin('users', '%')).stdout).toBe("No user has '%' in the name or email.\n");
  await start();
});

test('a reset password logs in once, to choose another, and ends all sessions [SEC-17]', async () => {
  const { origin } = await start();
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
  const { origin } = await start();
  const ana = await signUp(origin, 'ana@example.org');
  const { stdout } = await admin('reset-link', 'ana@example.org');
  const link = /http\S+/.exec(stdout)?.[0] ?? '';
  expect(await statusOf(ana, origin)).toBe(200);
  const browser = await new HttpBrowser().open(link);
  await browser.submit('Save password', { password: NEW_PASSWORD });
  expect(await statusOf(ana, origin)).toBe(401);
  expect(await canLogIn(origin, 'ana@example.org', PASSWORD)).toBe(false);
  expect(await canLogIn(origin, 'ana@example.org', NEW_PASSWORD)).toBe(true);
  expect((await admin('reset-link', 'bob@example.org')).stderr).toContain(
    'No account here has the email bob@example.org',
  );
});

test('a reset password leaves passkeys and says so, or takes them away', async () => {
  const { origin } = await start();
  const ana = await signUp(origin, 'ana@example.org');
  const id = ((await ana.call('GET', `${origin}/api/auth/user`)).json as { id: string }).id;
  await addPasskeysOf('ana@example.org', 2);
  const last = ({ stdout }: { stdout: string }) => stdout.trimEnd().split('\n').at(-1);
  expect(last(await admin('reset-password', id))).toMatch(
    /^They're signed out everywhere\. Their 2 passkeys still work\. To remove them, add --passkeys\.$/,
  );
  expect(last(await admin('reset-password', '--passkeys', id))).toMatch(/ 2 passkeys were removed\.$/);
  expect(last(await admin('reset-password', '--passkeys', id))).toMatch(/ They have no passkeys\.$/);
});

test("a user's name with control characters cannot move the operator's cursor", async () => {
  const { origin } = await start();
  const ana = await signUp(origin, 'ana@example.org');
  const id = ((await ana.call('GET', `${origin}/api/auth/user`)).json as { id: string }).id;
  // An email as another issuer could report it.
  await inDatabase(`UPDATE users SET email = E'ana\\x1b[2J\\r@example.org'`);
  expect((await admin('sign-out', id)).stdout).toBe('Signed out ana[2J@example.org: 1 session ended.\n');
});

test('sign-out ends the sessions of one user or all, here and at the embedded issuer', async () => {
  const { origin } = await start();
  const [ana, bo] = [await signUp(origin, 'ana@example.org'), await signUp(origin, 'bo@example.org')];
  const id = ((await ana.call('GET', `${origin}/api/auth/user`)).json as { id: string }).id;
  await inDatabase(
    `INSERT INTO push_subscriptions SELECT id, id::text::bytea, 'https://push.example', 'k', 's', '', now() FROM users`,
  );
  const devices = async () => (await inDatabase('SELECT user_id FROM push_subscriptions')).length;
  // Users whose logins in progress must open no session.
  const ended = () =>
    inDatabase('SELECT email FROM users WHERE sessions_ended_at IS NOT NULL ORDER BY email');
  expect(await devices()).toBe(2);
  expect(await admin('sign-out', id)).toMatchObject({
    exitCode: 0,
    stdout: 'Signed out ana@example.org: 1 session ended.\n',
  });
  expect([await statusOf(ana, origin), await statusOf(bo, origin), await devices()]).toEqual([401, 200, 1]);
  expect(await ended()).toEqual([{ email: 'ana@example.org' }]);
  expect((await admin('sign-out', 'all')).stdout).toBe('Signed out everyone: 1 session ended.\n');
  expect([await statusOf(bo, origin), await devices()]).toEqual([401, 0]);
  expect(await ended()).toHaveLength(2);
  for (const one of [ana, bo]) {
    await one.open(`${origin}/api/login`);
    expect(one.url).toContain('/idp/interaction/');
  }
});

test('delete-account deletes a user with login and banks after confirmation [DEL-3]', async () => {
  const { origin } = await start();
  const [ana, bo] = [await signUp(origin, 'ana@example.org'), await signUp(origin, 'bo@example.org')];
  await linkTestBank(ana, origin);
  await stopAll();
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

  await start();
  expect([await statusOf(ana, origin), await statusOf(bo, origin)]).toEqual([401, 200]);
  expect(await canLogIn(origin, 'ana@example.org', PASSWORD)).toBe(false);
  const endings = () => inDatabase("SELECT state FROM pgboss.job WHERE name = 'remove-connection'");
  await expect.poll(endings).toEqual([{ state: 'completed' }]);
});

test('delete-account also deletes an embedded login after a switch to another issuer [DEL-3]', async () => {
  const { origin } = await start();
  for (const name of ['ana', 'bo', 'cy']) await signUp(origin, `${name}@example.org`);
  await addPasskeysOf('ana@example.org', 1);
  // Bo's account cannot be removed with Bo.
  await inDatabase(
    `CREATE FUNCTION identity.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'Not now'; END $$;
     CREATE TRIGGER refuse BEFORE DELETE ON identity.accounts FOR EACH ROW
     WHEN (OLD.email = 'bo@example.org') EXECUTE FUNCTION identity.refuse();`,
  );
  expect(await admin('delete', 'bo@example.org', '--yes')).toMatchObject({ exitCode: 0 });
  await stopAll();

  logInElsewhere();
  await start();
  expect(await admin('delete', 'ana@example.org', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  const emails = () => inDatabase('SELECT email FROM identity.accounts ORDER BY email');
  expect(await emails()).toEqual([{ email: 'bo@example.org' }, { email: 'cy@example.org' }]);
  expect(await inDatabase('SELECT 1 FROM identity.passkeys')).toEqual([]);

  await inDatabase('DROP FUNCTION identity.refuse CASCADE');
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
    environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: database.directUrl,
      EMBEDDED_IDENTITY: 'on',
      PUBLIC_URL: `http://localhost:${bankPort}`,
      TEST_BANKS: 'on',
    };
    const ports = [bankPort, String(await freePort())];
    const [old, next] = ['2026', '2027'].map((id) => `${id}:${randomBytes(32).toString('base64')}`);
    const servers = new Map<string, ServerProcess>();
    const startAt = async (port: string) => {
      const server = await startedServer({ ...environment, PORT: port });
      running.push(server);
      servers.set(port, server);
    };
    const syncAtEach = async () => {
      for (const { origin } of servers.values()) expect(await syncAll(ana, origin)).toEqual(['healthy']);
    };
    const restartEach = async (keys: string) => {
      environment = { ...environment, TOKEN_KEYS: keys };
      for (const port of ports) {
        await servers.get(port)?.end('SIGTERM');
        await startAt(port);
        await syncAtEach();
      }
    };
    environment = { ...environment, TOKEN_KEYS: old ?? '' };
    for (const port of ports) await startAt(port);
    const home = `http://localhost:${bankPort}`;
    const ana = await signUp(home, 'ana@example.org');
    await linkTestBank(ana, home);
    expect((await ana.call('GET', `${home}/api/notifications`)).status).toBe(200);
    await syncAtEach();

    await restartEach(`${old},${next}`);
    await restartEach(`${next},${old}`);
    expect(await admin('rotate-keys')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Sealed 2 secrets .*2026/s) as string,
    });
    await restartEach(next ?? '');
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

test('rotate-issuer-keys keeps users logged in unless the old keys may be stolen', async () => {
  const { origin } = await start();
  const ana = await signUp(origin, 'ana@example.org');
  expect(await admin('rotate-log-in-keys')).toMatchObject({ exitCode: 0 });
  await ana.open(`${origin}/api/login`, { stopAt: /localhost:\d+\/$/ });
  expect(ana.url).toBe(`${origin}/`);
  expect(await admin('rotate-log-in-keys', '--drop-old')).toMatchObject({ exitCode: 0 });
  await ana.open(`${origin}/api/login`);
  expect(ana.url).toContain('/idp/interaction/');
});

test('commands for embedded passwords and sessions are refused with another issuer', async () => {
  await start();
  await stopAll();
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

test.each([
  [[], 2, /^Give a command\.\n\nnpm run admin/],
  [['frobnicate'], 2, /^There is no command 'frobnicate'\.\n/],
  [['help', 'frobnicate'], 2, /^There is no command 'frobnicate'\.\n/],
  [['sign-out'], 2, /^Sign out whom\?/],
  [['users', '--drop-old'], 2, /^--drop-old only works with/],
  [['sign-out', 'all', '--passkeys'], 2, /^--passkeys only works with reset-password\.\n/],
  [['rotate-keys', 'now'], 2, /^rotate-keys doesn't take 'now'\.\n/],
  [['--passkeys', 'reset-password'], 2, /^Whose password\?/],
  [['users', '--color'], 2, /^There is no option '--color'\.\n/],
  [['backup'], 2, /^Give the name of a new file\.\n/],
  [['restore'], 2, /^Give the file of a backup\.\n/],
  [['verify', 'a', 'b'], 2, /^verify doesn't take 'b'\.\n/],
  [['restore', 'a', '--encrypt'], 2, /^--encrypt only works with backup\.\n/],
  [['backup', '/nowhere/b', '--encrypt'], 1, /^There is no passphrase: set BACKUP_PASSPHRASE/],
])('%j ends with %i and one clear sentence', async (words, exitCode, sentence) => {
  expect(await admin(...words)).toEqual({
    exitCode,
    stdout: '',
    stderr: expect.stringMatching(sentence) as string,
  });
});

test('a data folder without a database is refused in one sentence', async () => {
  environment = { ...environment, DATA_DIR: join(dataDir, 'nothing') };
  expect(await admin('users')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no database in [^\n]+\n$/) as string,
  });
});

test('a database of another version is refused in one sentence, by the server and by admin', async () => {
  await start();
  await inDatabase('UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1');
  expect(await admin('users')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'A version of Oinkly before 0.1.0 wrote this database: start commit 2e3b79bc once, which updates it, then start this version.\n',
  });
  await inDatabase('DELETE FROM drizzle.__drizzle_migrations');
  expect(await admin('users')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'An older version wrote this database: start the new server once to update it.\n',
  });
  await inDatabase(
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of a later year', 4102444800000)`,
  );
  const sentence =
    'A newer version of Oinkly has updated this database: start that version, or go back to a copy of the data from before the update.\n';
  expect(await admin('users')).toEqual({ exitCode: 1, stdout: '', stderr: sentence });
  await stopAll();
  await inStoppedDatabase('DROP SCHEMA pgboss CASCADE');
  const quiet = { ...environment, LOG_LEVEL: 'error' };
  expect(await startServerProcess(quiet)).toEqual({ exitCode: 1, output: sentence });
  const queue = await inStoppedDatabase("SELECT to_regnamespace('pgboss')::text AS name");
  expect(queue, 'written before the refusal').toEqual([{ name: null }]);
});

test('send-test-mail needs no database and says what the mail server answered', async () => {
  const server = await startMailServer();
  environment = { ...environment, SMTP_URL: server.url.href, MAIL_FROM: 'oinkly@example.org' };
  const sent = await admin('send-test-mail', 'ana@example.org');
  expect(sent).toMatchObject({ exitCode: 0, stderr: '' });
  expect(sent.stdout).toContain('127.0.0.1 took the mail to ana@example.org.');
  expect(server.mails).toHaveLength(1);
  await server.close();
  const failed = await admin('send-test-mail', 'ana@example.org');
  expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
  expect(failed.stderr).toBe('The mail server 127.0.0.1 was not reached (ECONNREFUSED).\n');
  expect(await admin('send-test-mail', 'ana')).toMatchObject({ exitCode: 2 });
});

test('help is printed on request', async () => {
  for (const words of [['help'], ['--help'], ['users', '-h']]) {
    expect(await admin(...words)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('rotate-log-in-keys [--drop-old]') as string,
    });
  }
});

test('the doctor finds nothing wrong with a new server, and names what it looked at', async () => {
  await start();
  const { exitCode, stdout } = await admin('doctor');
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

test('the doctor says what is wrong: a stopped server, lost keys, mail, a wrong public address', async () => {
  environment['SIMPLEFIN_URL'] = 'off';
  expect((await admin('doctor')).stdout).toMatch(/^! server +Nothing answers on port \d+/m);
  const { origin } = await start();
  const ana = await signUp(origin, 'ana@example.org');
  await linkTestBank(ana, origin);
  environment['PUBLIC_URL'] = `http://127.0.0.1:${await freePort()}`;
  environment['TOKEN_KEYS'] = `other:${randomBytes(32).toString('base64')}`;
  environment['SMTP_URL'] = `smtp://127.0.0.1:${await freePort()}`;
  environment['MAIL_FROM'] = 'oinkly@example.org';
  const { exitCode, stdout } = await admin('doctor');
  expect(stdout).toMatch(
    /^✗ mail +The mail server 127\.0\.0\.1 was not reached \(ECONNREFUSED\)\. Check SMTP_URL\./m,
  );
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^✗ token keys +The key 'home-\w+' that sealed the bank logins is missing/m);
  expect(stdout).toMatch(/^✗ public address +http:\/\/127.0.0.1:\d+ can’t be reached .*ECONNREFUSED/m);
  expect(stdout).toMatch(/^! encryption /m);
  expect(stdout).toMatch(/^! proxy +All users share the limits of one network/m);
});

test('the doctor notices another Oinkly at the public address', async () => {
  await start();
  const elsewhere = await mkdtemp(join(tmpdir(), 'admin-'));
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true, maxRetries: 10 }));
  const other = await startedServer({ DATA_DIR: elsewhere, PORT: String(await freePort()) });
  onTestFinished(() => other.end('SIGTERM'));
  environment['PUBLIC_URL'] = other.origin;
  const { exitCode, stdout } = await admin('doctor');
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^✗ public address +http:\/\/localhost:\d+ leads to another Oinkly/m);
});

test('the doctor misses a backup that is days old or whose folder is gone', async () => {
  const { origin } = await start();
  await signUp(origin, 'ana@example.org');
  const backups = join(dataDir, 'elsewhere');
  environment['BACKUP_DIR'] = backups;
  expect((await admin('doctor')).stdout).toMatch(/^✗ backups +There is no folder BACKUP_DIR/m);
  await mkdir(backups);
  expect((await admin('doctor')).stdout).toMatch(/^! backups +There is none in /m);
  await writeFile(join(backups, 'oinkly-2026-01-01.tar.gz'), '');
  expect((await admin('doctor')).stdout).toMatch(/^✗ backups +The newest one is of 2026-01-01/m);
});

test('the doctor reports a database that it can’t use instead of failing', async () => {
  environment['DATA_DIR'] = join(dataDir, 'nowhere');
  const { exitCode, stdout } = await admin('doctor');
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^✗ disk /m);
  expect(stdout).toMatch(/^✗ database +There is no database in /m);
});
