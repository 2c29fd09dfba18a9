import type { Expense } from '@oinkly/contract/expenses';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { User } from '@oinkly/contract/account';
import { highlightWords } from '@oinkly/domain/highlights';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { buildApp } from '../../app.ts';
import { identities } from '../../db/tables/identity.tables.ts';
import { unsubscribeTokens } from '../../db/tables/mail.tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { weeklyResults } from '../../db/tables/leaderboard.tables.ts';
import { MailError } from '../../mail/mail-error.ts';
import type { Mail } from '../../mail/mailer.ts';
import { befriend } from '../../test-support/friends.ts';
import { ScriptedBank } from '../../test-support/scripted-bank.ts';
import { startMailServer, type TestMailServer } from '../../test-support/mail-server.ts';
import { NO_ISSUER_ACCOUNTS } from '../../test-support/no-issuer-accounts.ts';
import { linkIn } from '../../test-support/read-mail.ts';
import { SayingIssuer } from '../../test-support/saying-issuer.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { TEST_SITE } from '../../test-support/test-site.ts';
import { EMBEDDED_ISSUER, confirmEmailOfSubject } from '../identity/index.ts';
import { closeEndedWeeks } from '../leaderboard/index.ts';
import { mailOnLogInPages } from './index.ts';
import { mailSender } from './send-mail.service.ts';
import { A_WHILE } from '../../test-support/a-while.ts';
import type { IdentityDeps } from '../identity/index.ts';
import { stopWindows } from '../../test-support/stop-windows.ts';

/** A Friday. The week began on Monday, 2026-06-01. */
const FRIDAY = '2026-06-05T19:00:00Z';
/** The next Monday, nine in the morning in Los Angeles. */
const MONDAY = '2026-06-08T16:00:00Z';
const WEEK = '2026-06-01';

/** Accounts at the embedded log-in pages: the email by subject, undefined for one whose email is confirmed. */
const accounts = new Map<string, string>();
const linkTo = (path: string) => async (subject: string) => {
  const email = accounts.get(subject);
  return email === undefined ? undefined : { email, path: `${path}/token-of-${subject}` };
};
const issuerAccounts: IdentityDeps['issuerAccounts'] = {
  ...NO_ISSUER_ACCOUNTS,
  deleteAccount: async () => undefined,
  findEmail: async (subject) => accounts.get(subject),
  createMailedPasswordLink: linkTo('/password-link'),
  createConfirmationLink: linkTo('/confirm-email'),
};

let server: TestMailServer;
let bank: ScriptedBank;
let t: TestApp;

beforeAll(async () => {
  server = await startMailServer();
  bank = new ScriptedBank();
  t = await createTestApp({ mailUrl: server.url, issuerAccounts, provider: bank });
});
beforeEach(async () => {
  t.setNow(FRIDAY);
  await t.resetRateLimits();
});
afterEach(async () => {
  server.answerAsUsual();
  // A late mail would be another test's.
  const due = async () =>
    (
      await query(
        `select 1 from pgboss.job where name = 'send-mail' and state in ('created', 'active') and start_after <= now()`,
      )
    ).rowCount;
  await expect.poll(due).toBe(0);
  server.mails.length = 0;
  accounts.clear();
});
afterAll(async () => {
  await t.close();
  await server.close();
});

const query = (text: string, values: unknown[] = []) => t.database.db.$client.query<object>(text, values);
const confirm = (user: TestUser, isEmailConfirmed = true) =>
  t.database.db.update(users).set({ isEmailConfirmed }).where(eq(users.id, user.id));
const rowOf = async (user: TestUser) => {
  const [row] = await t.database.db.select().from(users).where(eq(users.id, user.id));
  if (!row) throw new Error('The user is missing');
  return row;
};
const mailTo = async (address: string) => {
  await vi.waitFor(() => expect(server.mails.map(({ to }) => to)).toContain(address), A_WHILE);
  const mail = server.mails.find(({ to }) => to === address);
  if (!mail) throw new Error('The mail is missing');
  return mail;
};
const errorOf = (answer: { json(): unknown }) => (answer.json() as { error_code?: string }).error_code;
const invite = (user: TestUser, to: string) =>
  user.send({ method: 'POST', url: '/api/invite/mail', body: { to } });
const choose = (user: TestUser, recapMail: boolean) =>
  user.send({ method: 'PUT', url: '/api/notifications/recap-mail', body: { recapMail } });
const closeWeeks = () => closeEndedWeeks(t.deps, new AbortController().signal);
const jobsOf = async (user: TestUser) =>
  (await query(`select data from pgboss.job where name = 'send-mail' and data ->> 'userId' = $1`, [user.id]))
    .rows;

async function leave(user: TestUser): Promise<void> {
  await query('update sessions set authenticated_at = $1', [t.deps.clock()]);
  expect((await user.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(200);
}

/** With a confirmed email, a budget of $100, and $40 spent this week. */
async function spender(profile: Parameters<TestApp['signUp']>[0] = {}): Promise<TestUser> {
  const user = await t.signUp(profile);
  await confirm(user);
  await user.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 100 } });
  const lunch = { name: 'Lunch', amount: 40, date: '2026-06-04', category: 'Dining' };
  await user.send({ method: 'POST', url: '/api/expenses', body: lunch });
  return user;
}

describe('the recap by mail', () => {
  test('is off until chosen, comes in the words of the app, and has amounts in its text only [PD-74] [PD-88]', async () => {
    const [ana, bo] = [await spender(), await spender()];
    const rent = { name: 'Rent', amount: 900, date: '2026-05-09', category: 'Housing' };
    await ana.send({
      method: 'POST',
      url: '/api/expenses',
      body: { ...rent, type: 'recurring', dayOfMonth: 9 },
    });
    await ana.send({ method: 'PUT', url: '/api/users', body: { countFixedBills: true } });
    const inbox = async () => (await ana.send({ url: '/api/notifications' })).json<{ recapMail: boolean }>();
    expect((await inbox()).recapMail).toBe(false);
    expect((await choose(ana, true)).json()).toEqual({ recapMail: true });
    expect((await inbox()).recapMail).toBe(true);
    await t.comeTo(MONDAY);
    await closeWeeks();
    const { email } = await rowOf(ana);
    const mail = await mailTo(email);
    const { lastWeek } = (await ana.send({ url: '/api/leaderboard' })).json<
      RouteResponse<'getLeaderboard'>
    >();
    expect(mail.subject).toBe('Last week stayed under budget');
    expect(mail.text).toContain(lastWeek?.highlight ?? 'no highlight');
    // As the map counts, from the week of the rent on.
    const { map } = (await ana.send({ url: '/api/map-share' })).json<RouteResponse<'getMapShare'>>();
    expect(map.counted).toEqual({ under: 4, closed: 5 });
    expect(mail.text).toContain('$40.00 of $100.00, $60.00 left. 4 of 5 weeks under budget.');
    expect(mail.text).toContain('Due this week: $900.00 for Rent.');
    expect(mail.subject).not.toContain('$');
    expect(server.mails.map(({ to }) => to)).not.toContain((await rowOf(bo)).email);
  });

  test('says which monthly payments had another price in its week [PD-112] [PD-74]', async () => {
    const ana = await spender();
    const charges = [
      ['2026-04-04', 15_49],
      ['2026-05-04', 15_49],
      ['2026-06-03', 17_99],
    ] as const;
    bank.answer({
      upserted: charges.map(([postedOn, amountCents]) => ({
        transactionId: postedOn,
        merchantName: 'Netflix',
        ...{ postedOn, amountCents },
      })),
    });
    const body = { public_token: randomUUID() };
    await ana.send({ method: 'POST', url: '/api/plaid/exchange-token', body });
    await expect
      .poll(async () => (await ana.send({ url: '/api/expenses' })).json<Expense[]>().length)
      .toBe(1 + charges.length);
    await choose(ana, true);
    await t.comeTo(MONDAY);
    await closeWeeks();
    const mail = await mailTo((await rowOf(ana)).email);
    expect(mail.text).toContain('Netflix is $17.99 now, it was $15.49.');
    expect(mail.subject).not.toContain('Netflix');
  });

  test('waits for the morning in the user’s zone', async () => {
    const zones = { 'Asia/Tokyo': 8, 'America/Los_Angeles': 8 };
    for (const [timeZone, hour] of Object.entries(zones)) {
      t.setNow(FRIDAY);
      const ana = await spender({ timeZone });
      await choose(ana, true);
      // An hour after midnight there.
      await t.comeTo(timeZone === 'Asia/Tokyo' ? '2026-06-07T16:00:00Z' : '2026-06-08T08:00:00Z');
      await closeWeeks();
      const { rows } = await query(
        `select round(extract(epoch from start_after - created_on) / 3600)::int as hours from pgboss.job
         where name = 'send-mail' and data ->> 'userId' = $1`,
        [ana.id],
      );
      expect(rows, timeZone).toEqual([{ hours: hour - 1 }]);
    }
    expect(server.mails).toEqual([]);
  });

  test('comes once for a week, although several jobs or tries send it', async () => {
    const ana = await spender();
    await choose(ana, true);
    await t.comeTo(MONDAY);
    await closeWeeks();
    const { email } = await rowOf(ana);
    await mailTo(email);
    const again = { kind: 'recap', userId: ana.id, weekStart: WEEK } as const;
    await Promise.all([1, 2, 3].map(() => mailSender(t.deps)(again)));
    expect(server.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test.each([
    ['is tried again', { isUnsent: true }, 2],
    ['is not sent twice if the first try may have worked', { isUnsent: false }, 1],
  ])('%s', async (_title, about, tries) => {
    const ana = await spender();
    await choose(ana, true);
    await t.database.db.insert(weeklyResults).values({
      userId: ana.id,
      weekStart: WEEK,
      budgetCents: 100_00,
      spentCents: 40_00,
      rankedCents: 40_00,
      wasActive: true,
      highlight: { kind: 'budget-kept' },
      closedAt: new Date(MONDAY),
    });
    await t.comeTo(MONDAY);
    const sent: Mail[] = [];
    const failure = new MailError('Busy.', { code: '421', isFinal: false, ...about });
    const send = async (mail: Mail) => {
      sent.push(mail);
      if (sent.length === 1) throw failure;
    };
    const job = { kind: 'recap', userId: ana.id, weekStart: WEEK } as const;
    const deps = { ...t.deps, mailer: { send } };
    const carryOut = mailSender(deps);
    await carryOut(job).catch((error: unknown) => expect(error).toBe(failure));
    await carryOut(job);
    await carryOut(job);
    expect(sent).toHaveLength(tries);
    expect(sent[0]?.paragraphs[0]).toContain(highlightWords({ kind: 'budget-kept' }));
  });

  test.each<[string, (ana: TestUser) => Promise<unknown>]>([
    ['after a change of mind', (ana) => choose(ana, false)],
    ['once the email is no longer confirmed', (ana) => confirm(ana, false)],
    ['from Wednesday on', async () => t.setNow('2026-06-10T16:00:00Z')],
  ])('does not come %s', async (_when, happen) => {
    const ana = await spender();
    await choose(ana, true);
    await t.comeTo('2026-06-08T08:00:00Z');
    await closeWeeks();
    await happen(ana);
    await mailSender(t.deps)({ kind: 'recap', userId: ana.id, weekStart: WEEK });
    expect(server.mails).toEqual([]);
  });

  test('can be chosen with a confirmed email only, and turned off in any case', async () => {
    const ana = await t.signUp();
    expect(errorOf(await choose(ana, true))).toBe('EMAIL_UNCONFIRMED');
    expect((await choose(ana, false)).statusCode).toBe(200);
    const app = await buildApp({ ...t.deps, mailer: null }, TEST_SITE);
    await confirm(ana);
    const answer = await app.inject({
      method: 'PUT',
      url: '/api/notifications/recap-mail',
      payload: { recapMail: true },
      headers: { cookie: ana.cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(errorOf(answer)).toBe('MAIL_UNAVAILABLE');
    await app.close();
  });

  describe('has a link that promises the week, if there is someone to promise it to [PD-106]', () => {
    const IN = '/in/';
    const promise = (token: string) =>
      t.app.inject({
        method: 'POST',
        url: `/api/promises/${token}`,
        headers: { 'sec-fetch-site': 'same-origin' },
      });
    const promisedWeek = async (user: TestUser) => (await rowOf(user)).promisedWeek;

    async function mailed(): Promise<{ ana: TestUser; token: string }> {
      t.setNow(FRIDAY);
      const [ana, bo] = [await spender(), await spender()];
      await befriend(t, ana, bo);
      await choose(ana, true);
      await t.comeTo(MONDAY);
      await closeWeeks();
      const link = linkIn(await mailTo((await rowOf(ana)).email), IN);
      return { ana, token: new URL(link).pathname.slice(IN.length) };
    }

    test('with one tap, as often as it is tapped, and not by being opened [PD-106]', async () => {
      const { ana, token } = await mailed();
      for (const method of ['GET', 'HEAD'] as const) await t.app.inject({ method, url: `${IN}${token}` });
      await t.app.inject({ url: `/api/promises/${token}` });
      expect(await promisedWeek(ana)).toBeNull();
      expect((await promise(token)).json()).toEqual({ success: true });
      expect((await promise(token)).json()).toEqual({ success: true });
      expect(await promisedWeek(ana)).toBe('2026-06-08');
    });

    test('for its own user and week alone, so an old mail promises no later one [PD-106]', async () => {
      const [{ ana, token }, other] = [await mailed(), await mailed()];
      expect((await promise(other.token)).statusCode).toBe(200);
      expect([await promisedWeek(ana), await promisedWeek(other.ana)]).toEqual([null, '2026-06-08']);
      t.setNow('2026-06-11T16:00:00Z');
      expect(errorOf(await promise(token))).toBe('PROMISE_NOT_OPEN');
      t.setNow('2026-06-15T16:00:00Z');
      for (const old of [token, other.token]) expect(errorOf(await promise(old))).toBe('PROMISE_NOT_OPEN');
      expect(await promisedWeek(ana)).toBeNull();
    });

    test('and can’t be forged, not with another secret of the server either [PD-106]', async () => {
      const { ana, token } = await mailed();
      const [week = '', sealed = '', keyId = ''] = token.split('.');
      const bytes = Buffer.from(sealed, 'base64url');
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      const bankToken = t.deps.tokenBox.seal(ana.id, randomUUID()).sealed;
      const forged = [
        [week, bytes.toString('base64url'), keyId],
        [week, sealed, Buffer.from('other').toString('base64url')],
        [week, sealed],
        [week, bankToken.toString('base64url'), keyId],
        // Another week than the one it was sealed for.
        ['2026-06-15', sealed, keyId],
        ['x'],
      ].map((parts) => parts.join('.'));
      for (const one of forged) expect(errorOf(await promise(one)), one).toBe('PROMISE_LINK_NOT_FOUND');
      expect(await promisedWeek(ana)).toBeNull();
      await leave(ana);
      expect(errorOf(await promise(token))).toBe('PROMISE_LINK_NOT_FOUND');
    });

    test('names its week and not its user, and works for that user, also if another one is logged in [PD-106]', async () => {
      const { ana, token } = await mailed();
      const visitor = await spender();
      expect(token.split('.')[0]).toBe('2026-06-08');
      const parts = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
      for (const text of [token, ...parts]) expect(text).not.toContain(ana.id);
      const answer = await visitor.send({ method: 'POST', url: `/api/promises/${token}` });
      expect(answer.json()).toEqual({ success: true });
      expect([await promisedWeek(ana), await promisedWeek(visitor)]).toEqual(['2026-06-08', null]);
    });

    test('and none without friends and guests [PD-106]', async () => {
      const ana = await spender();
      await choose(ana, true);
      await t.comeTo(MONDAY);
      await closeWeeks();
      expect((await mailTo((await rowOf(ana)).email)).text).not.toContain(IN);
    });
  });

  describe('has a link that ends it', () => {
    const post = (url: string, type: string, payload: string) =>
      t.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });

    async function subscriber() {
      const ana = await spender();
      await choose(ana, true);
      await t.comeTo(MONDAY);
      await closeWeeks();
      const mail = await mailTo((await rowOf(ana)).email);
      const header = mail.headers.get('list-unsubscribe') ?? '';
      return { ana, mail, url: new URL(header.replaceAll(/[<>]/g, '')) };
    }

    test('with one click, without a session or a page of ours (RFC 8058)', async () => {
      const { ana, mail, url } = await subscriber();
      expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect(linkIn(mail, '/unsubscribe/')).toBe(url.href);
      const form = 'application/x-www-form-urlencoded';
      const answer = await post(url.pathname, form, 'List-Unsubscribe=One-Click');
      expect(answer.statusCode, answer.body).toBe(200);
      expect((await rowOf(ana)).wantsRecapMail).toBe(false);
      const multipart = 'multipart/form-data; boundary=x';
      const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--';
      expect((await post(url.pathname, multipart, body)).statusCode).toBe(200);
    });

    test('also from an old mail, after it was chosen again', async () => {
      const { ana, url } = await subscriber();
      await choose(ana, false);
      await choose(ana, true);
      expect((await t.app.inject({ method: 'POST', url: url.pathname })).statusCode).toBe(200);
      expect((await rowOf(ana)).wantsRecapMail).toBe(false);
    });

    test('by POST only, and only for its own user [SEC-1]', async () => {
      const [{ ana, url }, bo] = [await subscriber(), await spender()];
      await choose(bo, true);
      await t.app.inject({ url: url.pathname });
      expect((await rowOf(ana)).wantsRecapMail).toBe(true);
      await t.app.inject({ method: 'POST', url: url.pathname });
      expect([(await rowOf(ana)).wantsRecapMail, (await rowOf(bo)).wantsRecapMail]).toEqual([false, true]);
    });

    test('and guesses are limited by network [SEC-13]', async () => {
      stopWindows();
      const guess = () =>
        t.app.inject({ method: 'POST', url: '/unsubscribe/guess', remoteAddress: '10.3.2.1' });
      for (let call = 0; call < 60; call += 1)
        expect(errorOf(await guess())).toBe('UNSUBSCRIBE_LINK_NOT_FOUND');
      expect((await guess()).statusCode).toBe(429);
    });

    test('as long as the account exists', async () => {
      const { ana, url } = await subscriber();
      await leave(ana);
      expect((await t.app.inject({ method: 'POST', url: url.pathname })).statusCode).toBe(404);
      const left = await t.database.db.$count(unsubscribeTokens, eq(unsubscribeTokens.userId, ana.id));
      expect(left).toBe(0);
    });
  });
});

describe('an invitation by mail', () => {
  test('names the inviter’s first name only, and leads to the usual invitation [PD-27] [PD-23]', async () => {
    const ana = await t.signUp({ fullName: 'Ana Maria Reyes' });
    await confirm(ana);
    expect((await invite(ana, 'bo@example.org')).json()).toEqual({ success: true });
    const mail = await mailTo('bo@example.org');
    expect(mail.subject).toBe('Ana invites you to Oinkly');
    const { code } = (await ana.send({ url: '/api/invite' })).json<{ code: string }>();
    expect(linkIn(mail, '/invite/')).toBe(`http://localhost:3000/invite/${code}`);
    const { email } = await rowOf(ana);
    for (const secret of ['Maria', 'Reyes', email, ana.id]) expect(mail.raw).not.toContain(secret);
  });

  test.each(['evil.example click', 'Ana\nBcc:eve@example.org', '<b>Ana</b>', '$1000 for you'])(
    'by a person called %j names no one and adds nothing [SEC-8]',
    async (fullName) => {
      const ana = await t.signUp({ fullName });
      await confirm(ana);
      await invite(ana, 'cy@example.org');
      const mail = await mailTo('cy@example.org');
      const name = fullName.startsWith('Ana') ? 'Ana' : 'A friend';
      expect(mail.subject).toBe(`${name} invites you to Oinkly`);
      expect(mail.headers.has('bcc')).toBe(false);
      expect(mail.raw).not.toMatch(/evil|<b>|1000|eve@/);
    },
  );

  test('needs a confirmed email of the inviter, also when it is sent', async () => {
    const ana = await t.signUp();
    expect(errorOf(await invite(ana, 'bo@example.org'))).toBe('EMAIL_UNCONFIRMED');
    await mailSender(t.deps)({ kind: 'invitation', userId: ana.id, to: 'bo@example.org' });
    expect(server.mails).toEqual([]);
    expect(await jobsOf(ana)).toEqual([]);
  });

  test('goes to one address: lists and line breaks are refused', async () => {
    const ana = await t.signUp();
    await confirm(ana);
    for (const email of ['', 'bo', 'a@example.org,b@example.org', 'a@example.org\r\nBcc: b@example.org'])
      expect((await invite(ana, email)).statusCode).toBe(400);
    expect(await jobsOf(ana)).toEqual([]);
  });

  test('comes at most three times a day to one address, from all users together [SEC-13]', async () => {
    const people = [];
    for (let each = 0; each < 4; each += 1) {
      const user = await t.signUp();
      await confirm(user);
      people.push(user);
    }
    const statuses = [];
    for (const user of people) statuses.push((await invite(user, 'Di@example.org')).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const { rows } = await query('select key from rate_limits');
    expect(JSON.stringify(rows)).not.toContain('example.org');
  });

  test('is dropped with the account, and so is every other mail that waits', async () => {
    const ana = await spender();
    server.answer('RCPT', '450 4.2.1 later');
    await invite(ana, 'bo@example.org');
    await expect.poll(() => server.lines.some((line) => line.startsWith('RCPT'))).toBe(true);
    await choose(ana, true);
    await t.comeTo('2026-06-08T08:00:00Z');
    await closeWeeks();
    await expect.poll(() => jobsOf(ana)).toHaveLength(2);
    await leave(ana);
    await expect.poll(() => jobsOf(ana)).toEqual([]);
  });
});

describe('mail about a new personal token', () => {
  const create = (user: TestUser) =>
    user.send({ method: 'POST', url: '/api/tokens', body: { name: 'evil.example', scopes: ['week:read'] } });

  test('says where to revoke it, and names nothing of it [SEC-24]', async () => {
    const ana = await t.signUp();
    const { token } = (await create(ana)).json<{ token: string }>();
    const { email } = await rowOf(ana);
    const mail = await mailTo(email);
    expect(mail.subject).toBe('A personal token was created for your Oinkly account');
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('revoke the token');
    expect(linkIn(mail, '/my-account')).toBe('http://localhost:3000/my-account/security');
    for (const secret of [token, 'evil.example']) expect(mail.raw).not.toContain(secret);
    expect(await jobsOf(ana)).toEqual([{ data: { kind: 'token-created', userId: ana.id } }]);
  });

  test('is sent for a place for messages too, and says where to remove it [SEC-35]', async () => {
    const ana = await t.signUp();
    const body = { type: 'webhook', name: 'evil.example', url: 'https://hooks.example.org/a-secret' };
    await ana.send({ method: 'POST', url: '/api/message-places', body });
    const mail = await mailTo((await rowOf(ana)).email);
    expect(mail.subject).toBe('A place for messages was added to your Oinkly account');
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('remove the place');
    expect(linkIn(mail, '/notifications')).toBe('http://localhost:3000/notifications');
    for (const secret of ['a-secret', 'evil.example']) expect(mail.raw).not.toContain(secret);
    expect(await jobsOf(ana)).toEqual([{ data: { kind: 'message-place-added', userId: ana.id } }]);
  });

  test('reaches one address five times a day [SEC-13]', async () => {
    const ana = await t.signUp();
    for (let each = 0; each < 7; each += 1)
      await mailSender(t.deps)({ kind: 'token-created', userId: ana.id });
    expect(server.mails).toHaveLength(5);
  });

  test('is queued only if the token was created', async () => {
    const ana = await t.signUp();
    await query('delete from sessions where user_id = $1', [ana.id]);
    expect((await create(ana)).statusCode).toBe(401);
    expect(await jobsOf(ana)).toEqual([]);
  });

  test('is not sent, or queued, without a mail server', async () => {
    const ana = await t.signUp();
    const app = await buildApp({ ...t.deps, mailer: null }, TEST_SITE);
    onTestFinished(() => app.close());
    const answer = await app.inject({
      method: 'POST',
      url: '/api/tokens',
      headers: { cookie: ana.cookie, 'sec-fetch-site': 'same-origin' },
      body: { name: 'Phone', scopes: ['week:read'] },
    });
    expect(answer.statusCode).toBe(200);
    expect(await jobsOf(ana)).toEqual([]);
  });
});

describe('mail about an account at the log-in pages', () => {
  async function anAccount(): Promise<{ user: TestUser; subject: string }> {
    const user = await t.signUp();
    const subject = `subject-${user.id}`;
    accounts.set(subject, `${subject}@example.org`);
    await t.database.db.insert(identities).values({ issuer: EMBEDDED_ISSUER, subject, userId: user.id });
    return { user, subject };
  }

  test('has a one-time link and nothing else that is secret [SEC-17]', async () => {
    const { user, subject } = await anAccount();
    await mailOnLogInPages(t.deps).passwordLink(subject);
    const mail = await mailTo(`${subject}@example.org`);
    expect(mail.subject).toBe('Choose a new password for Oinkly');
    expect(linkIn(mail, '/idp/password-link/')).toBe(
      `http://localhost:3000/idp/password-link/token-of-${subject}`,
    );
    // The link is made when the mail is sent, so the job holds none.
    expect(await jobsOf(user)).toEqual([{ data: { kind: 'password-link', userId: user.id, subject } }]);
  });

  test('is queued for unknown accounts too, and sends nothing [SEC-17]', async () => {
    await mailOnLogInPages(t.deps).passwordLink(undefined);
    const states = async () =>
      (
        await query(`select state from pgboss.job where name = 'send-mail' and data ->> 'subject' is null
        and data ->> 'kind' = 'password-link'`)
      ).rows;
    await expect.poll(states).toEqual([{ state: 'completed' }]);
    expect(server.mails).toEqual([]);
  });

  test('notifies the owner of a changed password, without a link that holds a secret [SEC-17]', async () => {
    const { subject } = await anAccount();
    await mailOnLogInPages(t.deps).passwordChanged(subject);
    const mail = await mailTo(`${subject}@example.org`);
    expect(mail.subject).toBe('Your Oinkly password was changed');
    expect(linkIn(mail, '/api')).toBe('http://localhost:3000/api/login');
  });

  test('notifies the owner of an added passkey and says where to remove it [SEC-17]', async () => {
    const { user, subject } = await anAccount();
    await mailOnLogInPages(t.deps).passkeyAdded(subject);
    const mail = await mailTo(`${subject}@example.org`);
    expect(mail.subject).toBe('A passkey was added to your Oinkly account');
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('remove the passkey and change your password');
    expect(linkIn(mail, '/idp/account')).toBe('http://localhost:3000/idp/account');
    expect(await jobsOf(user)).toEqual([{ data: { kind: 'passkey-added', userId: user.id, subject } }]);
  });

  test.each([
    ['authenticatorAppAdded', 'An authenticator app protects your Oinkly account'],
    ['authenticatorAppRemoved', 'The authenticator app of your Oinkly account was removed'],
  ] as const)('notifies the owner: %s [PD-116] [SEC-17]', async (change, words) => {
    const { subject } = await anAccount();
    await mailOnLogInPages(t.deps)[change](subject);
    const mail = await mailTo(`${subject}@example.org`);
    expect(mail.subject).toBe(words);
    expect(linkIn(mail, '/api/login')).toBe('http://localhost:3000/api/login');
    expect(mail.text).toContain('choose a new password');
  });

  test('confirms the email of a new user, who then gets what needs a confirmed email', async () => {
    const subject = 'a-new-person';
    accounts.set(subject, 'new@example.org');
    const issuer = new SayingIssuer('http://localhost:3000/idp');
    issuer.proven = { subject, authenticatedAt: null };
    const finish = issuer.finish.bind(issuer);
    issuer.finish = async () => ({ ...(await finish()), issuer: EMBEDDED_ISSUER });
    const app = await buildApp({ ...t.deps, openId: issuer }, TEST_SITE);
    const begun = await app.inject({ url: '/api/login', headers: { host: 'localhost:3000' } });
    const login = begun.cookies.find(({ name }) => name === 'login')?.value ?? '';
    const done = await app.inject({
      url: '/api/login/callback?code=c&state=s',
      headers: { cookie: `login=${login}` },
    });
    const cookie = `session=${done.cookies.find(({ name }) => name === 'session')?.value ?? ''}`;
    const read = async () =>
      (await app.inject({ url: '/api/auth/user', headers: { cookie } })).json<User>().emailConfirmed;
    expect(await read()).toBe(false);
    const mail = await mailTo('new@example.org');
    expect(linkIn(mail, '/idp/confirm-email/')).toContain(`token-of-${subject}`);
    await confirmEmailOfSubject(t.deps, subject);
    expect(await read()).toBe(true);
    await app.close();
  });

  test.each([
    ['a confirmation', 'email-confirmation'],
    ['the notice of a changed password', 'password-changed'],
    ['the notice of an added passkey', 'passkey-added'],
    ['the notice of an added authenticator app', 'authenticator-app-added'],
    ['the notice of a removed authenticator app', 'authenticator-app-removed'],
  ] as const)(
    '%s reaches one address five times a day, also of many accounts [SEC-13]',
    async (_what, kind) => {
      const email = `${kind}@example.org`;
      const send = mailSender(t.deps);
      for (let each = 0; each < 7; each += 1) {
        const { user, subject } = await anAccount();
        accounts.set(subject, each === 6 ? 'other@example.org' : email);
        await send({ kind, userId: user.id, subject });
      }
      expect(server.mails.map(({ to }) => to)).toEqual([
        ...Array<string>(5).fill(email),
        'other@example.org',
      ]);
      expect(JSON.stringify((await query('select key from rate_limits')).rows)).not.toContain('example.org');
    },
  );

  test('says so instead of mailing one more confirmation [SEC-13]', async () => {
    const { user, subject } = await anAccount();
    const { email } = await rowOf(user);
    accounts.set(subject, email);
    for (let each = 0; each < 5; each += 1)
      await mailSender(t.deps)({ kind: 'email-confirmation', userId: user.id, subject });
    const ask = { method: 'POST', url: '/api/auth/email-confirmation' } as const;
    expect(errorOf(await user.send(ask))).toBe('RATE_LIMITED');
    expect(await jobsOf(user)).toEqual([]);
  });

  test('asks again when the user wants it, but only at these pages', async () => {
    const { user, subject } = await anAccount();
    const ask = (from: TestUser) => from.send({ method: 'POST', url: '/api/auth/email-confirmation' });
    expect((await ask(user)).statusCode).toBe(200);
    await mailTo(`${subject}@example.org`);
    expect(errorOf(await ask(await t.signUp()))).toBe('MAIL_UNAVAILABLE');
    await ask(user);
    await ask(user);
    expect((await ask(user)).statusCode).toBe(429);
  });
});

test('with an own issuer, `email_verified` of each login decides', async () => {
  const issuer = new SayingIssuer('https://issuer.example');
  issuer.proven = { subject: 'olga', authenticatedAt: null };
  const app = await buildApp({ ...t.deps, openId: issuer }, TEST_SITE);
  const confirmedAfterLogin = async (isEmailConfirmed: boolean) => {
    issuer.isEmailConfirmed = isEmailConfirmed;
    const begun = await app.inject({ url: '/api/login', headers: { host: 'localhost:3000' } });
    const login = begun.cookies.find(({ name }) => name === 'login')?.value ?? '';
    await app.inject({ url: '/api/login/callback?code=c&state=s', headers: { cookie: `login=${login}` } });
    const [row] = await t.database.db.select().from(users).where(eq(users.email, 'olga@example.org'));
    return row?.isEmailConfirmed;
  };
  expect(await confirmedAfterLogin(false)).toBe(false);
  expect(await confirmedAfterLogin(true)).toBe(true);
  expect(await confirmedAfterLogin(false)).toBe(false);
  expect(server.mails).toEqual([]);
  await app.close();
});

test('a refused mail is logged once without its address, and not tried again [SEC-15]', async () => {
  const ana = await t.signUp();
  await confirm(ana);
  server.answer('RCPT', '550 5.1.1 <bo@example.org> unknown');
  const log = vi.spyOn(t.deps.log, 'error');
  await mailSender(t.deps)({ kind: 'invitation', userId: ana.id, to: 'bo@example.org' });
  expect(log).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ userId: ana.id, kind: 'invitation' }),
    'a mail was refused',
  );
  expect(JSON.stringify(log.mock.calls)).not.toContain('bo@example.org');
  log.mockRestore();
});

test.each([
  ['message', 'cut', 'a mail may be lost'],
  ['connection', 'cut', undefined],
  ['RCPT', 'cut', undefined],
] as const)(
  'after %s, %s: a mail is sent again only if it surely was not taken',
  async (at, answer, logged) => {
    const ana = await t.signUp();
    await confirm(ana);
    server.answer(at, answer);
    const log = vi.spyOn(t.deps.log, 'error');
    const send = mailSender(t.deps)({ kind: 'invitation', userId: ana.id, to: 'bo@example.org' });
    if (logged === undefined) await expect(send).rejects.toThrow(MailError);
    else await send;
    expect(log.mock.calls.map(([, words]) => words)).toEqual(logged === undefined ? [] : [logged]);
    log.mockRestore();
  },
);

test('expenses stay out of mails about anything else', async () => {
  const ana = await spender();
  await invite(ana, 'ed@example.org');
  const mail = await mailTo('ed@example.org');
  expect((await ana.send({ url: '/api/expenses' })).json<Expense[]>()).toHaveLength(1);
  expect(mail.raw).not.toMatch(/\$\d|Lunch/);
});
