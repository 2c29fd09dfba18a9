import { contentsInOrder, costliestRequest, withoutContent } from '@oinkly/bench/costliest-content';
import { COSTLIEST_JOBS, costliestJobs } from '@oinkly/bench/costliest-jobs';
import { EQUAL_CENTS, fillOwner } from '@oinkly/bench/costliest-owner';
import { LARGEST_PLACE } from '@oinkly/bench/costliest-places';
import { OWN_TOKEN } from '@oinkly/bench/costliest-tokens';
import { findThing, type ContentWorld } from '@oinkly/bench/costliest-things';
import { PROGRAM_SCOPES } from '@oinkly/contract/token-scopes';
import { AppError } from '@oinkly/server/errors/app-error';
import { jobHandlers } from '@oinkly/server/start/job-handlers';
import type { JobName } from '@oinkly/server/jobs/job-list';
import { openSession } from '@oinkly/server/modules/identity/index';
import { idleHandlers } from '@oinkly/server/test-support/idle-handlers';
import { MISSING_ISSUER_ACCOUNTS } from '@oinkly/server/test-support/no-issuer-accounts';
import { startMailServer } from '@oinkly/server/test-support/mail-server';
import { ScriptedBank } from '@oinkly/server/test-support/scripted-bank';
import { statementCounter } from '@oinkly/server/test-support/statement-counter';
import { createTestApp, type TestApp } from '@oinkly/server/test-support/test-app';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';

/*
 * The small version of `npm run bench -- costliest`: the same content at two sizes. It counts statements, not time. The domain's own tests
 * count comparisons.
 */

/** The smaller size of lists; the larger one has twice as many rows. */
const ROWS = Number(process.env['COSTLIEST_ROWS'] ?? 40);
const PATIENCE_MS = 30_000;
const START = '2026-06-05T19:00:00Z';
const TODAY = '2026-06-05';

/** Twice as many rows may fill another page of a cursor or another batch, and what is read once may be known. A loop sends more. */
const MOST_BATCHES = ROWS / 4;

type Counts = Map<string, { statements: number; outcome: string }>;

async function countAll(rows: number): Promise<Counts> {
  const mail = await startMailServer();
  const simplefin = new ScriptedBank('simplefin');
  const t = await createTestApp({
    issuerAccounts: MISSING_ISSUER_ACCOUNTS,
    startAt: START,
    provider: new ScriptedBank(),
    moreProviders: [simplefin],
    mailUrl: mail.url,
  });
  try {
    return await countIn(t, simplefin, rows);
  } finally {
    await t.close();
    await mail.close();
  }
}

async function countIn(t: TestApp, simplefin: ScriptedBank, rows: number): Promise<Counts> {
  const { db } = t.deps;
  const client = t.database.db.$client;
  const user = await t.signUp({ timeZone: 'UTC' });
  const userId = user.id;
  const made = await user.send({
    method: 'POST',
    url: '/api/tokens',
    body: { name: OWN_TOKEN, scopes: PROGRAM_SCOPES },
  });
  await user.send({ method: 'POST', url: '/api/message-places', body: LARGEST_PLACE });
  const sizes = {
    expenses: 4 * rows,
    equal: rows,
    imported: rows,
    bankRows: 4 * rows,
    series: rows / 2,
    rules: rows,
    friends: rows / 2,
    others: rows,
    // Each connection is synced on its own, and each device gets its own message.
    connections: 4,
    tokens: 4,
  };
  await fillOwner(client, { userId, today: TODAY, now: new Date(START) }, sizes);
  const link = (provider: string) =>
    user.send({
      method: 'POST',
      url: `/api/${provider}/exchange-token`,
      body: { public_token: `public-${randomUUID()}` },
    });
  const syncsEnd = () =>
    vi.waitFor(async () => {
      const running = await client.query(
        'select 1 from sync_runs where user_id = $1 and finished_at is null',
        [userId],
      );
      expect(running.rows).toEqual([]);
    }, PATIENCE_MS);
  await link('plaid');
  await syncsEnd();
  // The first answer makes the installation's push keys.
  await user.send({ url: '/api/notifications' });
  const count = statementCounter(db.$client);
  const world: ContentWorld = {
    userId,
    today: TODAY,
    longestList: rows,
    personalToken: made.json<{ token: string }>().token,
    find: (thing) => findThing(client, userId, thing),
    newSetupToken: () => `public-${randomUUID()}`,
  };
  const counts: Counts = new Map();

  const handlers = jobHandlers(t.deps);
  await link('simplefin');
  await syncsEnd();
  const { rows: linked } = await client.query<{ id: string }>(
    `select id from connections where user_id = $1 and provider = 'simplefin'`,
    [userId],
  );
  simplefin.answer({ upserted: equalRows(rows) });
  const sync = { userId, connectionId: linked[0]?.id ?? '', runId: null };
  for (const what of ['first', 'again'])
    counts.set(
      `job sync-connection ${what}`,
      await count(async () => {
        await handlers['sync-connection'](sync, new AbortController().signal);
        return 'ended';
      }),
    );
  for (const name of Object.keys(COSTLIEST_JOBS) as JobName[]) {
    for (const what of Object.keys(COSTLIEST_JOBS[name])) {
      const [job] = await costliestJobs(name, what, world);
      const handle = handlers[name] as (data: unknown, signal: AbortSignal) => Promise<void>;
      counts.set(
        `job ${name} ${what}`,
        await count(async () => {
          try {
            await handle(job, new AbortController().signal);
            return 'ended';
          } catch (error) {
            return `failed with ${error instanceof AppError ? error.code : String(error)}`;
          }
        }),
      );
    }
  }
  for (const { name, what } of contentsInOrder()) {
    await t.resetRateLimits();
    const request = await costliestRequest(name, what, world);
    const from = { userAgent: 'test', idToken: null, authenticatedAt: t.deps.clock() };
    const cookie = `session=${await openSession(t.deps, { id: userId }, from)}`;
    counts.set(
      `${name} ${what}`,
      await count(async () => {
        const { statusCode } = await t.app.inject({
          method: request.method,
          url: request.path,
          headers: { ...request.headers, cookie, host: 'localhost:3000' },
          ...(request.body !== null && { payload: request.body }),
        });
        return String(statusCode);
      }),
    );
  }
  return counts;
}

/** Equal purchases and refunds beside equal manual expenses. */
function equalRows(rows: number) {
  return Array.from({ length: rows }, (_, index) => ({
    transactionId: `equal-${index}`,
    amountCents: index % 2 === 0 ? EQUAL_CENTS : -EQUAL_CENTS,
    postedOn: '2026-05-24',
  }));
}

let few: Counts;
let many: Counts;
beforeAll(async () => {
  few = await countAll(ROWS);
  many = await countAll(2 * ROWS);
}, 300_000);

test('every route and every kind of job has its costliest content [SEC-29]', () => {
  expect(withoutContent(Object.keys(idleHandlers({})))).toEqual([]);
});

/** These ask again until a sync has ended, so their statements depend on time. The sync's own are counted as a job. */
const WAITING = ['autoImport '];

/** These are refused after the work that costs. */
const REFUSED = [
  // The two are not alike.
  'answerDuplicate a merge: 409',
  'answerDuplicate a no: 409',
  // Without a finished link session.
  'exchangeOAuth : 400',
  // Only the server can seal the token of a bank.
  "job remove-connection most connections: failed with SealedSecretError: The key 'forgotten' of a stored token is not among TOKEN_KEYS",
  // No test knows a name.
  'job send-message to all places: failed with MessageNotTaken: A place did not take a message: no-address',
  // No test sends to a push service.
  'job send-push to all devices: failed with PushServiceBusy: The push service fcm.googleapis.com was not reached',
  // Only the server can seal the token of its mail.
  'promiseWeekByMail : 404',
  // Only the provider can sign it.
  'receiveWebhook : 500',
  // The email is confirmed.
  'sendConfirmation : 409',
  // It is Friday.
  'tapWeek : 409',
];

describe('the costliest allowed content', () => {
  test('sends no more statements for twice as many rows [SEC-22] [SEC-29]', () => {
    const grown = [...many].flatMap(([name, { statements }]) => {
      const before = few.get(name)?.statements ?? 0;
      return statements - before > MOST_BATCHES && !WAITING.includes(name)
        ? [`${name}: ${before}, then ${statements}`]
        : [];
    });
    expect(grown).toEqual([]);
  });

  test('is accepted by its route or job [SEC-29]', () => {
    const refused = [...many].flatMap(([name, { outcome }]) =>
      /^[45]|^failed/.test(outcome) ? [`${name}: ${outcome}`] : [],
    );
    expect(refused.toSorted()).toEqual(REFUSED);
  });
});
