import type { Session } from '@oinkly/contract/account';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { BANK_CREDENTIALS, startTestEmulator } from './test-support/test-emulator.ts';
import { connectTestBank, linkTestBank } from './test-support/link-test-bank.ts';
import { HttpBrowser } from './test-support/http-browser.ts';
import { copyDataFolder } from './test-support/prepared-data-folder.ts';
import {
  freePort,
  startedServer,
  startServerProcess,
  type ServerProcess,
} from './test-support/server-process.ts';

let dataDir: string;
let environment: Record<string, string>;
const running: ServerProcess[] = [];

async function makeEmptyPlace(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'main-'));
  environment = { DATA_DIR: dataDir, PORT: String(await freePort()) };
}

/** Spares the creation of cluster and keys. */
async function makePlace(): Promise<void> {
  await makeEmptyPlace();
  await copyDataFolder(inject('preparedDataFolder'), dataDir);
}

async function removePlace(): Promise<void> {
  await stopAll();
  await rm(dataDir, { recursive: true, force: true });
}

async function stopAll(): Promise<void> {
  for (const server of running.splice(0)) await server.end('SIGTERM');
}

async function start(): Promise<ServerProcess> {
  const server = await startedServer(environment);
  running.push(server);
  return server;
}

async function signUp(origin: string, email: string): Promise<HttpBrowser> {
  const ana = await new HttpBrowser().open(`${origin}/api/login`);
  await ana.open(ana.link('Create an account'));
  await ana.submit('Create an account', { email, password: 'a quiet brass trumpet' }, /localhost:\d+\/$/);
  return ana;
}

describe('a first start', () => {
  let origin: string;

  beforeAll(async () => {
    await makeEmptyPlace();
    await chmod(dataDir, 0o755);
    await writeFile(join(dataDir, 'left-open'), '', { mode: 0o644 });
    ({ origin } = await start());
  });
  afterAll(removePlace);

  test('a user signs up, signs out (401) and logs in again [PD-50] [API-1] [API-10] [AU-1] [SEC-4]', async () => {
    const stranger = await new HttpBrowser().call('GET', `${origin}/api/auth/user`);
    expect(stranger).toMatchObject({ status: 401, json: { error_code: 'UNAUTHORIZED' } });

    const ana = await signUp(origin, 'Ana@Example.org');
    expect(await ana.call('GET', `${origin}/api/auth/user`)).toMatchObject({
      status: 200,
      json: { email: 'ana@example.org', fullName: null, weeklyBudget: null, signupCompleted: false },
    });

    await ana.open(`${origin}/api/logout`);
    // The hint holds the email, and addresses are logged.
    expect(ana.url).not.toContain('id_token_hint');
    expect((await ana.call('GET', `${origin}/api/auth/user`)).status).toBe(401);

    const again = await new HttpBrowser().open(`${origin}/api/login`);
    await again.submit(
      'Log in',
      { email: 'ana@example.org', password: 'a quiet brass trumpet' },
      /localhost:\d+\/$/,
    );
    expect(await again.call('GET', `${origin}/api/auth/user`)).toMatchObject({
      json: { email: 'ana@example.org' },
    });
  });

  test('the data folder and its files are closed to other users, even if open before [SEC-28]', async () => {
    expect((await stat(dataDir)).mode & 0o707).toBe(0o700);
    const entries = await readdir(dataDir, { withFileTypes: true });
    for (const entry of entries.filter((file) => file.isFile()))
      expect((await stat(join(dataDir, entry.name))).mode & 0o777, entry.name).toBe(0o600);
    // One existed, and the start made the other.
    expect(entries.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['left-open', 'plaid-emulator.sqlite']),
    );
  });

  // Last, because it stops the server.
  test('only the owner can read new keys, and no bank token is stored in clear [PD-51] [SEC-9]', async () => {
    const bo = await signUp(origin, 'bo@example.org');
    await bo.open(`${origin}/api/plaid/create-link-token`);
    await connectTestBank(bo);
    await bo.call('POST', `${origin}/api/plaid/oauth-exchange`, {
      state: new URL(bo.url).searchParams.get('state'),
    });
    await stopAll();

    expect((await stat(join(dataDir, 'token-keys'))).mode & 0o777).toBe(0o600);
    const postgresFiles = await readdir(join(dataDir, 'postgres'), { recursive: true, withFileTypes: true });
    for (const entry of postgresFiles.filter((file) => file.isFile())) {
      const content = await readFile(join(entry.parentPath, entry.name));
      expect(content.includes('access-sandbox-'), entry.name).toBe(false);
    }
  });
});

describe('with one server for all tests', () => {
  let server: ServerProcess;
  let origin: string;

  beforeAll(async () => {
    await makePlace();
    server = await start();
    ({ origin } = server);
  });
  afterAll(removePlace);

  test("a new password at the embedded issuer ends only the user's other sessions [SEC-3]", async () => {
    const laptop = await signUp(origin, 'cy@example.org');
    const phone = await new HttpBrowser().open(`${origin}/api/login`);
    const password = 'a quiet brass trumpet';
    await phone.submit('Log in', { email: 'cy@example.org', password }, /localhost:\d+\/$/);
    const dora = await signUp(origin, 'dora@example.org');
    const statuses = () =>
      Promise.all(
        [laptop, phone, dora].map(async (who) => (await who.call('GET', `${origin}/api/auth/user`)).status),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await laptop.open(`${origin}/idp/account/password`);
    await laptop.submit('Change password', { current: password, password: 'a loud brass trumpet' });
    expect(laptop.body).toContain('Password changed.');
    expect(await statuses()).toEqual([200, 401, 200]);

    // A browser that only the issuer knows.
    await phone.open(`${origin}/api/login`);
    await phone.submit(
      'Log in',
      { email: 'cy@example.org', password: 'a loud brass trumpet' },
      /localhost:\d+\/$/,
    );
    const elsewhere = await new HttpBrowser().open(`${origin}/idp/account/password`);
    await elsewhere.submit('Log in', { email: 'cy@example.org', password: 'a loud brass trumpet' });
    await elsewhere.open(`${origin}/idp/account/password`);
    await elsewhere.submit('Change password', { current: 'a loud brass trumpet', password });
    expect(await statuses()).toEqual([401, 401, 200]);
  });

  test('a session ended from another browser requires a password; the other one continues [SEC-3]', async () => {
    const laptop = await signUp(origin, 'eli@example.org');
    const phone = await new HttpBrowser().open(`${origin}/api/login`);
    const password = 'a quiet brass trumpet';
    await phone.submit('Log in', { email: 'eli@example.org', password }, /localhost:\d+\/$/);
    const sessions = (await laptop.call('GET', `${origin}/api/sessions`)).json as Session[];
    const lost = sessions.find(({ current }) => !current);
    await laptop.call('DELETE', `${origin}/api/sessions/${lost?.id ?? ''}`);

    expect((await phone.call('GET', `${origin}/api/auth/user`)).status).toBe(401);
    await phone.open(`${origin}/api/login`);
    expect(phone.body).toContain('<h1>Log in</h1>');
    expect((await laptop.call('GET', `${origin}/api/auth/user`)).status).toBe(200);
  });

  test('a new password removes personal tokens if its owner says so [SEC-34]', async () => {
    const fay = await signUp(origin, 'fay@example.org');
    const makeToken = async () => {
      const body = { name: 'Phone', scopes: ['week:read'] };
      return ((await fay.call('POST', `${origin}/api/tokens`, body)).json as { token: string }).token;
    };
    const token = await makeToken();
    const readWeek = async () =>
      (await fetch(`${origin}/api/v1/week`, { headers: { authorization: `Bearer ${token}` } })).status;
    const change = async (current: string, password: string, chosen: Record<string, string>) => {
      await fay.open(`${origin}/idp/account/password`);
      expect(fay.body).toContain('Personal tokens');
      await fay.submit('Change password', { current, password, ...chosen });
    };
    await change('a quiet brass trumpet', 'a loud brass trumpet', {});
    expect(await readWeek()).toBe(200);
    await change('a loud brass trumpet', 'a silent brass trumpet', { removesOtherAccess: 'Personal tokens' });
    expect(await readWeek()).toBe(401);
  });

  test("deletion also removes the embedded issuer's account, freeing its email [DEL-3]", async () => {
    const gil = await signUp(origin, 'gil@example.org');
    await gil.open(`${origin}/api/login?again=1&returnTo=%2Fmy-account`);
    expect(gil.url).toBe(`${origin}/my-account`);
    expect(await gil.call('DELETE', `${origin}/api/user/account`)).toMatchObject({ status: 200 });
    await expect
      .poll(async () => {
        const again = await new HttpBrowser().open(`${origin}/api/login`);
        await again.submit('Log in', { email: 'gil@example.org', password: 'a quiet brass trumpet' });
        return again.url;
      })
      .toContain('/idp/');
    const newUser = await signUp(origin, 'gil@example.org');
    expect(await newUser.call('GET', `${origin}/api/auth/user`)).toMatchObject({ json: { fullName: null } });
  });

  test('a second server on the same data folder stops at once with one clear sentence [PD-51]', async () => {
    const second = await startServerProcess({ ...environment, PORT: String(await freePort()) });
    expect(second).toMatchObject({ exitCode: 1 });
    expect('output' in second && second.output.trim().split('\n')).toHaveLength(1);
    expect('output' in second && second.output).toMatch(/in use|already/i);
  });

  test('a port that is taken stops the start with one clear sentence', async () => {
    const other = await mkdtemp(join(tmpdir(), 'main-other-'));
    await copyDataFolder(inject('preparedDataFolder'), other);
    const second = await startServerProcess({ ...environment, DATA_DIR: other });
    await rm(other, { recursive: true, force: true });
    expect(second).toMatchObject({ exitCode: 1 });
    expect('output' in second && second.output).toContain(
      `Another program uses port ${environment['PORT'] ?? ''}`,
    );
  });

  // Last, because it stops the server.
  test('the server hands out the page and ends in order [PD-51]', async () => {
    const page = await new HttpBrowser().open(server.origin);
    expect(page.body).toContain('<div id="root">');
    await server.end('SIGTERM');
    expect(server.process.exitCode).toBe(0);
  });
});

describe('the limits of a network at the login pages', () => {
  /** More than the tries with a wrong passkey. */
  const REQUESTS_PER_MINUTE = 220;
  let origin: string;

  beforeAll(async () => {
    await makePlace();
    environment['TRUSTED_PROXIES'] = '127.0.0.1,::1';
    environment['REQUESTS_PER_MINUTE'] = String(REQUESTS_PER_MINUTE);
    ({ origin } = await start());
  });
  afterAll(removePlace);

  test('a network over the limit sees an error page at the login pages [SEC-13]', async () => {
    const statuses = new Set<number>();
    let last = '';
    for (let call = 0; call <= REQUESTS_PER_MINUTE; call += 1) {
      const answer = await fetch(`${origin}/idp/account/password`, {
        headers: { 'x-forwarded-for': '203.0.113.9' },
      });
      statuses.add(answer.status);
      last = await answer.text();
    }
    expect(statuses).toContain(429);
    expect(last).toContain('Too many requests. Wait a minute, then try again.');
  });

  test('the embedded issuer treats an IPv6 network as one client, as the server does [SEC-13]', async () => {
    const browser = await new HttpBrowser().open(`${origin}/api/login`);
    const tryFrom = async (address: string) => {
      const response = await fetch(`${browser.url}/passkey`, {
        method: 'POST',
        headers: {
          cookie: browser.cookieHeader,
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': address,
        },
        body: new URLSearchParams({ answer: '{}' }),
      });
      return response.status;
    };
    // Wrong passkeys have a limit of their own per network.
    for (let last = 1; last <= 200; last += 1) expect(await tryFrom(`2001:db8:0:1::${last}`)).toBe(422);
    expect(await tryFrom('2001:db8:0:1:a:b:c:d')).toBe(429);
    expect(await tryFrom('2001:db8:0:2::1')).toBe(422);
  });
});

describe('in a place of its own', () => {
  beforeEach(makePlace);
  afterEach(removePlace);

  test('users of the embedded issuer keep their accounts at another port or address [AU-1] [PD-51]', async () => {
    const first = await start();
    const ana = await signUp(first.origin, 'ana@example.org');
    await ana.call('PUT', `${first.origin}/api/users`, { fullName: 'Ana Red' });
    const before = await ana.call('GET', `${first.origin}/api/auth/user`);
    expect(before).toMatchObject({ status: 200, json: { fullName: 'Ana Red' } });
    const password = 'a quiet brass trumpet';
    const moves: Record<string, string>[] = [
      { PORT: String(await freePort()) },
      { PORT: environment['PORT'] ?? '', PUBLIC_URL: `http://127.0.0.1:${environment['PORT'] ?? ''}` },
    ];
    let newest = ana;
    let { origin } = first;
    for (const moved of moves) {
      await stopAll();
      environment = { ...environment, ...moved };
      ({ origin } = await start());
      const again = await new HttpBrowser().open(`${origin}/api/login`);
      await again.submit('Log in', { email: 'ana@example.org', password }, new RegExp(`^${origin}/$`));
      expect(await again.call('GET', `${origin}/api/auth/user`)).toEqual(before);

      // An earlier session continues and can be ended.
      expect(await newest.call('GET', `${origin}/api/auth/user`)).toEqual(before);
      await newest.open(`${origin}/api/logout`);
      expect([newest.status, newest.body]).toEqual([200, expect.stringContaining('<h1>Signing out</h1>')]);
      newest = again;
    }

    expect(await newest.call('DELETE', `${origin}/api/user/account`)).toMatchObject({ status: 200 });
    await newest.open(`${origin}/api/login`);
    await newest.submit('Log in', { email: 'ana@example.org', password });
    expect(newest.body).toContain('Email or password is wrong.');
  });

  test('login and linking can span two processes, and sessions outlive both [PD-42] [SEC-11]', async () => {
    const first = await start();
    const ana = await new HttpBrowser().open(`${first.origin}/api/login`);
    await ana.open(ana.link('Create an account'));
    await first.end('SIGTERM');

    const second = await start();
    await ana.submit(
      'Create an account',
      { email: 'ana@example.org', password: 'a quiet brass trumpet' },
      /localhost:\d+\/$/,
    );
    const { origin } = second;
    expect((await ana.call('GET', `${origin}/api/auth/user`)).status).toBe(200);
    await ana.open(`${origin}/api/plaid/create-link-token`);
    expect(ana.url).toContain('/plaid-emulator/');
    await second.end('SIGKILL');

    await start();
    await connectTestBank(ana);
    const state = new URL(ana.url).searchParams.get('state');
    const done = await ana.call('POST', `${origin}/api/plaid/oauth-exchange`, { state });
    expect(done).toEqual({ status: 200, json: { success: true, institutionName: 'First Platypus Bank' } });
    const refreshed = await ana.call('POST', `${origin}/api/plaid/oauth-exchange`, { state });
    expect(refreshed).toEqual(done);
    expect((await ana.call('GET', `${origin}/api/plaid/connections`)).json).toHaveLength(1);

    const bob = await signUp(origin, 'bob@example.org');
    const stolen = await bob.call('POST', `${origin}/api/plaid/oauth-exchange`, { state });
    expect(stolen).toMatchObject({ status: 400, json: { error_code: 'LINK_STATE_INVALID' } });
  });

  /** Finds a user whose import is in this stage; tries other users until one is. */
  async function userImporting(stage: string, origin: string): Promise<HttpBrowser> {
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const user = await signUp(origin, `ana-${attempt}@example.org`);
      // The import may be over before the link is answered, which the kill then cuts off.
      const linking = linkTestBank(user, origin).catch(() => undefined);
      for (let seen: string | undefined; seen !== 'done';) {
        const { status, json } = await user.call('GET', `${origin}/api/plaid/sync-status`);
        expect(status).toBe(200);
        seen = (json as { connections: { stage: string }[] }).connections[0]?.stage;
        if (seen === stage) return user;
      }
      await linking;
    }
    throw new Error(`No import was seen ${stage}`);
  }

  test.each(['fetching', 'saving'])(
    'killed while %s, the next start completes the import without loss or duplicates [IM-1]',
    { tags: 'drill' },
    async (stage) => {
      // Looking for a short stage takes thousands of calls.
      environment['REQUESTS_PER_MINUTE'] = '100000';
      const first = await start();
      const undisturbed = await signUp(first.origin, 'undisturbed@example.org');
      await linkTestBank(undisturbed, first.origin);
      const whole = await importedBy(undisturbed, first.origin);

      const ana = await userImporting(stage, first.origin);
      await first.end('SIGKILL');

      const { origin } = await start();
      expect(await importedBy(ana, origin)).toEqual(whole);
    },
  );

  test('half a set of credentials stops the start with one clear sentence', async () => {
    const failed = await startServerProcess({ ...environment, PLAID_CLIENT_ID: 'id' });
    expect(failed).toEqual({
      exitCode: 1,
      output: expect.stringMatching(/^PLAID_CLIENT_ID, PLAID_SECRET belong together[^\n]*\n$/) as string,
    });
  });

  test('damaged keys stop the start with a message that does not show them [SEC-9]', async () => {
    await writeFile(join(dataDir, 'token-keys'), 'home:hunter2\n');
    const failed = await startServerProcess(environment);
    expect(failed).toMatchObject({ exitCode: 1 });
    expect('output' in failed && failed.output).toMatch(/^The keys in .*token-keys are damaged: [^\n]*\n$/);
    expect('output' in failed && failed.output).not.toContain('hunter2');
  });

  test('a start without the keys of stored bank logins is refused until they return [SEC-9]', async () => {
    const first = await start();
    const ana = await signUp(first.origin, 'ana@example.org');
    await linkTestBank(ana, first.origin);
    const before = await importedBy(ana, first.origin);
    await first.end('SIGTERM');
    const file = join(dataDir, 'token-keys');
    const kept = await readFile(file, 'utf8');
    await rm(file);

    const name = kept.split(':')[0] ?? '';
    // The second start finds the first one's keys.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      expect(await startServerProcess({ ...environment, LOG_LEVEL: 'error' })).toEqual({
        exitCode: 1,
        output:
          `The key '${name}' that sealed the bank logins is missing from ${file}: put it back from your copy, ` +
          'or if it is lost, run "npm run admin -- forget-lost-tokens" and link the banks again.\n',
      });
    }
    const made = await readFile(file, 'utf8');
    expect(made.split(':')[0]).not.toBe(name);

    await writeFile(file, `${made.trim()},${kept}`);
    const { origin } = await start();
    expect(await importedBy(ana, origin)).toEqual(before);
  });

  test('a damaged file of the bank emulator stops the start with one sentence that names it', async () => {
    const file = join(dataDir, 'plaid-emulator.sqlite');
    await writeFile(file, 'this is no database');
    expect(await startServerProcess({ ...environment, LOG_LEVEL: 'error' })).toEqual({
      exitCode: 1,
      output: `The bank emulator's file ${file} is damaged: put back your copy, or delete it to start with empty test banks.\n`,
    });
  });

  test.each([
    ['does not answer', false, 'nothing answers there. Check its host and port, and that PostgreSQL runs.'],
    ['accepts a connection and closes it', true, 'check its address, name, user and password.'],
  ])(
    'a database that %s stops the start with one sentence, without its password',
    async (_what, hasListener, problem) => {
      const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      onTestFinished(() => void silent.close());
      const port = hasListener ? (silent.address() as AddressInfo).port : await freePort();
      const address = `postgresql://app:hunter2@127.0.0.1:${port}/app`;
      const failed = await startServerProcess({
        ...environment,
        LOG_LEVEL: 'error',
        DATABASE_URL: address,
        TOKEN_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
        EMBEDDED_IDENTITY: 'on',
        TEST_BANKS: 'on',
      });
      expect(failed).toMatchObject({ exitCode: 1 });
      expect('output' in failed && failed.output).toBe(
        `The server cannot use the database at DATABASE_URL: ${problem}\n`,
      );
      expect('output' in failed && failed.output).not.toContain('hunter2');
    },
  );

  test(
    'shutdown takes at most 10 s while a bank hangs; the job continues later [IM-1] [PD-51]',
    { tags: 'drill' },
    async () => {
      const bank = await startTestEmulator({ clock: () => new Date() });
      onTestFinished(() => bank.close());
      environment = {
        ...environment,
        PLAID_BASE_URL: bank.url,
        PLAID_CLIENT_ID: BANK_CREDENTIALS.clientId,
        PLAID_SECRET: BANK_CREDENTIALS.secret,
      };
      const server = await start();
      const ana = await signUp(server.origin, 'ana@example.org');
      const created = await bank.call('/sandbox/public_token/create', {
        institution_id: 'ins_109508',
        initial_products: ['transactions'],
        options: { transactions: { days_requested: 10 } },
      });
      const token = { public_token: created['public_token'] };
      await ana.call('POST', `${server.origin}/api/plaid/exchange-token`, token);
      const connection = async (origin: string) => {
        const { json } = await ana.call('GET', `${origin}/api/plaid/sync-status`);
        return (json as { connections: { item_id: string; stage: string; error: string | null }[] })
          .connections[0];
      };
      await expect.poll(() => connection(server.origin)).toMatchObject({ stage: 'done' });
      const fault = { kind: 'hang' };
      await bank.call('/control/faults/add', { path: '/transactions/sync', calls: 1, fault });

      const waiting = ana.call('POST', `${server.origin}/api/auto-import-transactions`);
      await expect.poll(() => connection(server.origin)).toMatchObject({ stage: 'fetching' });
      const signaledAt = performance.now();
      const ended = server.end('SIGTERM');
      expect(await waiting).toMatchObject({ status: 503, json: { error_code: 'SERVICE_UNAVAILABLE' } });
      await ended;
      expect(performance.now() - signaledAt).toBeLessThan(10_000);
      expect(server.process.exitCode).toBe(0);

      const { origin } = await start();
      expect(await connection(origin)).toMatchObject({ stage: 'fetching', error: null });
      await expect.poll(() => connection(origin)).toMatchObject({ stage: 'done' });
    },
  );
});

async function importedBy(
  browser: HttpBrowser,
  origin: string,
): Promise<{ records: number; expenses: string[] }> {
  // The first call may wait for a dead worker's lease; the second finds nothing to import.
  await browser.call('POST', `${origin}/api/auto-import-transactions`);
  expect((await browser.call('POST', `${origin}/api/auto-import-transactions`)).json).toEqual({
    success: true,
    imported: 0,
  });
  const stats = await browser.call('GET', `${origin}/api/plaid/transaction-stats`);
  const list = await browser.call('GET', `${origin}/api/expenses?counted=all`);
  const expenses = list.json as {
    date: string;
    name: string;
    amount: number;
    counted: boolean;
    refunded: number;
  }[];
  return {
    records: (stats.json as { total_transactions: number }).total_transactions,
    expenses: expenses
      .map((row) => [row.date, row.name, row.amount, row.counted, row.refunded].join(' '))
      .sort(),
  };
}
