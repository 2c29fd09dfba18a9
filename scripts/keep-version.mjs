// `node scripts/keep-version.mjs <folder> <name>`: two users live five weeks with the built version in `folder`. Stores its database and what
// it answers them as apps/server/src/db/earlier-versions/<name>.*, for upgrade.test.ts.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { URLSearchParams } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Authenticator } from '../programs/identity-provider/src/test-support/authenticator.ts';
import { requestOf } from '../programs/identity-provider/src/test-support/passkey-steps.ts';
import { HttpBrowser } from '../apps/server/src/test-support/http-browser.ts';
import { withPostgres15 } from './postgres15.ts';
import { root } from './project.mjs';

const [folder, name] = process.argv.slice(2);
if (!folder || !name) {
  throw new Error('Usage: node scripts/keep-version.mjs <folder of a built version> <version>');
}
const target = join(root, 'apps/server/src/db/earlier-versions');
const dataDir = mkdtempSync(join(tmpdir(), 'keep-version-'));
const port = randomInt(20_000, 32_000);
const origin = `http://localhost:${port}`;
/** Also in the test. It seals only tokens of test banks. */
const tokenKeys = `k:${Buffer.alloc(32, 7).toString('base64')}`;
const USERS = [
  {
    email: 'ana@example.org',
    password: 'a quiet brass trumpet',
    profile: { fullName: 'Ana', weeklyBudget: 120 },
  },
  { email: 'bo@example.org', password: 'a house of bricks', profile: { fullName: 'Bo', weeklyBudget: 80 } },
];
const AT_HOME = new RegExp(`^${origin}/$`);
const DAY_MS = 86_400_000;

/** Runs `work` while the version serves with its clock set back. */
async function serve(databaseUrl, daysBack, work) {
  const clock = `const Now = Date; globalThis.Date = class extends Now {
    constructor(...parts) { super(...(parts.length ? parts : [Date.now()])); }
    static now() { return Now.now() - ${daysBack * DAY_MS}; }
  }`;
  const flags = JSON.parse(readFileSync(join(folder, 'apps/server/node-flags.json'), 'utf8'));
  const main = resolve(folder, 'apps/server/dist/main.js');
  const server = spawn(
    process.execPath,
    [...flags, '--import', `data:text/javascript,${encodeURIComponent(clock)}`, main],
    {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        TOKEN_KEYS: tokenKeys,
        EMBEDDED_IDENTITY: 'on',
        TEST_BANKS: 'on',
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(server, 'exit');
  let output = '';
  server.stdout.on('data', (chunk) => (output += chunk));
  try {
    while (!output.includes('is ready at')) {
      if (server.exitCode !== null) throw new Error(`The server did not start:\n${output}`);
      await delay(50);
    }
    return await work();
  } finally {
    server.kill();
    await ended;
  }
}

async function createUser({ email, password, profile }) {
  const browser = await new HttpBrowser().open(`${origin}/api/login`);
  await browser.open(browser.link('Create an account'));
  await browser.submit('Create an account</button>', { email, password }, AT_HOME);
  await call(browser, 'PUT', '/api/users', {
    timeZone: 'America/New_York',
    signupCompleted: true,
    ...profile,
  });
  return browser;
}

/** A session ends after a week without a visit. */
async function logIn(browsers) {
  for (const [nth, browser] of browsers.entries()) {
    const { email, password } = USERS[nth];
    await browser.open(`${origin}/api/login`);
    await browser.submit('Log in', { email, password }, AT_HOME);
  }
}

async function addPasskey(browser) {
  await browser.open(`${origin}/idp/account`);
  const request = requestOf({ text: browser.body, url: new URL(browser.url) }, origin);
  const device = new Authenticator();
  const answer = JSON.stringify(device.create(request, { userHandle: request.userHandle }));
  const form = new URLSearchParams({ answer });
  await browser.open(`${origin}/idp/account/passkeys`, { method: 'POST', form });
  if (browser.status !== 200) throw new Error(`The passkey was not added: ${browser.body}`);
  return device.store();
}

async function call(browser, method, path, body) {
  const { status, json } = await browser.call(method, origin + path, body);
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
  return json;
}

/** One account of a test bank, without the card: two years of both would fill the repository. */
async function linkChecking(browser) {
  await browser.open(`${origin}/api/plaid/create-link-token`);
  await browser.submit('Continue');
  await browser.submit('First Platypus Bank');
  await browser.submit('Log in', { username: 'user_good', password: 'pass_good' });
  const [, ...accounts] = browser.body.split('name="account"');
  const [, account] = /value="([^"]+)"/.exec(accounts.find((text) => text.includes('Everyday Checking')));
  await browser.submit('Accounts to share', { account });
  await browser.submit('Finish', {}, /oauth-redirect/);
  const state = new URL(browser.url).searchParams.get('state');
  await call(browser, 'POST', '/api/plaid/oauth-exchange', { state });
}

const dayBefore = (days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const add = (browser, expenseName, amount, daysAgo, more = {}) =>
  call(browser, 'POST', '/api/expenses', {
    name: expenseName,
    amount,
    date: dayBefore(daysAgo),
    category: 'Dining',
    ...more,
  });
const everyExpense = (browser) => call(browser, 'GET', '/api/expenses?counted=all');

async function startLife() {
  const ana = await createUser(USERS[0]);
  const bo = await createUser(USERS[1]);
  for (const user of [ana, bo]) {
    for (let week = 5; week < 52; week += 3) await add(user, 'Lunch', 12.5 + week, 7 * week);
  }
  await add(ana, 'Piano lessons', 90, 36, { category: 'Education', type: 'recurring', dayOfMonth: 1 });
  await add(ana, 'Streaming', 15.99, 36, {
    category: 'Entertainment',
    type: 'recurring',
    dayOfMonth: 28,
    paid: true,
  });
  await add(ana, 'Returned shoes', -40, 40, { category: 'Shopping' });
  const edited = await add(ana, 'Coffe', 4, 41);
  await call(ana, 'PUT', `/api/expenses/${edited.id}`, { name: 'Coffee', amount: 4.5, date: dayBefore(43) });
  const excluded = await add(ana, 'Paid back by Bo', 60, 44);
  await call(ana, 'PUT', `/api/expenses/${excluded.id}`, { counted: false });
  const deleted = await add(ana, 'Typed by mistake', 300, 45);
  await call(ana, 'DELETE', `/api/expenses/${deleted.id}`);
  await linkChecking(ana);
  await call(ana, 'POST', '/api/auto-import-transactions');
  const invite = await call(ana, 'GET', '/api/invite');
  await call(bo, 'POST', `/api/invites/${invite.code}/accept`);
  await call(bo, 'POST', '/api/imports', {
    requestId: randomUUID(),
    fileName: 'old bank.csv',
    rows: [3, 17, 90].map((daysAgo) => ({
      name: 'Old bank',
      amount: 8 + daysAgo,
      date: dayBefore(35 + daysAgo),
      category: 'Shopping',
    })),
  });
  return [ana, bo];
}

async function visit([ana, bo]) {
  await logIn([ana, bo]);
  await call(ana, 'POST', '/api/auto-import-transactions');
  await add(bo, 'Dinner', 34, 15);
}

async function continueLife([ana, bo]) {
  await logIn([ana, bo]);
  await call(ana, 'PUT', '/api/users', { weeklyBudget: 150 });
  await call(ana, 'POST', '/api/auto-import-transactions');
  const bank = (await everyExpense(ana)).filter(({ source, counted }) => source === 'bank' && counted);
  await call(ana, 'PUT', `/api/expenses/${bank[0].id}`, { name: 'Edited by Ana', category: 'Travel' });
  await call(ana, 'PUT', `/api/expenses/${bank[1].id}`, { counted: false });
  await call(ana, 'DELETE', `/api/expenses/${bank[2].id}`);
  const uncounted = (await everyExpense(ana)).find(({ kind }) => kind !== 'spending');
  if (uncounted) await call(ana, 'PUT', `/api/expenses/${uncounted.id}`, { counted: true });
  const { refunds } = await call(ana, 'GET', '/api/refunds');
  const [refund] = refunds;
  const refunded = bank
    .slice(3)
    .find(({ date, amount }) => refund && date <= refund.date && amount >= refund.amount);
  if (refunded) await call(ana, 'PUT', `/api/refunds/${refund.id}/match`, { expenseId: refunded.id });
  const { merchants } = await call(ana, 'GET', '/api/recurring');
  const [merchant] = merchants;
  if (merchant)
    await call(ana, 'PUT', '/api/rules', { merchantKey: merchant.merchantKey, category: 'Other' });
  await add(bo, 'Lunch', 11, 0);
}

async function askByToken(token, path) {
  const response = await globalThis.fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
  return response.json();
}

const PAGES = [
  '/api/auth/user',
  '/api/settings',
  '/api/expenses?counted=all',
  '/api/refunds',
  '/api/recurring',
  '/api/rules',
  '/api/imports',
  '/api/friends',
  '/api/leaderboard',
  '/api/plaid/accounts',
];

async function answersFor(browsers) {
  // The first leaderboard closes the weeks that ended.
  for (const browser of browsers) await call(browser, 'GET', '/api/leaderboard');
  const users = [];
  for (const [nth, browser] of browsers.entries()) {
    const { email, password } = USERS[nth];
    const pages = {};
    for (const page of PAGES) pages[page] = await call(browser, 'GET', page);
    const created = await call(browser, 'POST', '/api/tokens', {
      name: 'Old phone',
      scopes: ['expenses:add', 'week:read'],
    });
    const token = { token: created.token, week: await askByToken(created.token, '/api/v1/week') };
    const shared = await call(browser, 'POST', '/api/map-share', {});
    const mapPath = `/api/maps/${new URL(shared.url).pathname.split('/').at(-1)}`;
    const map = { path: mapPath, shown: await call(browser, 'GET', mapPath) };
    const { cookieHeader: cookie } = browser;
    users.push({ email, password, passkey: await addPasskey(browser), cookie, token, map, pages });
  }
  return { at: new Date().toISOString(), users };
}

try {
  await withPostgres15(async ({ url, folder: writable, run }) => {
    const browsers = await serve(url, 35, startLife);
    await serve(url, 14, () => visit(browsers));
    const answers = await serve(url, 0, async () => {
      await continueLife(browsers);
      return answersFor(browsers);
    });
    const dump = join(writable, 'dump.sql');
    run('pg_dump', [url, '--no-owner', '--no-privileges', '--rows-per-insert=500', `--file=${dump}`]);
    const sql = readFileSync(dump, 'utf8')
      // Comments, and commands that only psql knows.
      .replaceAll(/^(--|\\).*\n/gm, '')
      // Failed jobs name this machine's folder.
      .replaceAll(resolve(folder), '/oinkly');
    writeFileSync(join(target, `${name}.sql.gz`), gzipSync(sql, { level: 9 }));
    writeFileSync(join(target, `${name}.json.gz`), gzipSync(JSON.stringify(answers), { level: 9 }));
  });
} finally {
  rmSync(dataDir, { recursive: true });
}
