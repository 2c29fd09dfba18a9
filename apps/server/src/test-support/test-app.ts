import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { lookup } from 'node:dns';
import { buildServer, mountApp } from '../app.ts';
import { users } from '../db/tables/users.tables.ts';
import type { AppDeps } from '../app.ts';
import { expect, vi } from 'vitest';
import { jobHandlers } from '../start/job-handlers.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { ledgerListeners } from '../start/ledger-listeners.ts';
import { Mailer } from '../mail/mailer.ts';
import type { BankProvider } from '../modules/banking/provider.ts';
import { PlaidProvider } from '../modules/banking/providers/plaid/plaid-provider.ts';
import { openSession } from '../modules/identity/index.ts';
import { OpenIdClient } from '../modules/identity/openid-client.ts';
import { MessageSender } from '../modules/messages/message-sender.ts';
import { PushSender } from '../modules/notifications/push-sender.ts';
import { signUpsBy } from '../modules/sign-up/index.ts';
import type { SignUpRules } from '../modules/sign-up/sign-up.service.ts';
import { TokenBox } from '../security/token-box.ts';
import { NO_ISSUER_ACCOUNTS } from './no-issuer-accounts.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { BANK_CREDENTIALS, startTestEmulator, type TestEmulator } from './test-emulator.ts';
import { TEST_SITE } from './test-site.ts';
import { expectSumsToAgree } from './weekly-sums.ts';
import type { IdentityDeps } from '../modules/identity/index.ts';

const MAIL_FROM = 'oinkly@example.org';
const PUBLIC_URL = new URL('http://localhost:3000');

export interface TestUser {
  id: string;
  cookie: string;
  send(request: Omit<InjectOptions, 'body'> & { body?: object }): Promise<LightMyRequestResponse>;
}

export interface TestApp {
  app: FastifyInstance;
  deps: AppDeps;
  database: TestDatabase;
  /** Throws if the test brought a bank. */
  readonly emulator: TestEmulator;
  setNow(iso: string): void;
  /** Forward, without ending sessions. */
  comeTo(iso: string): Promise<void>;
  resetRateLimits(): Promise<void>;
  signUp(profile?: { fullName?: string; timeZone?: string }): Promise<TestUser>;
  /** In place of those with the same ids. */
  useBanks(...banks: BankProvider[]): void;
  /** Waits for jobs that run, then removes everything that a test left. It takes less than a new app. Throws as `close` does. */
  startAgain(): Promise<void>;
  /** Throws if the job queue had a problem, a statement would ask all servers of a cluster, or a stored total is wrong. */
  close(): Promise<void>;
}

/**
 * Builds the app like the server's start, with the real emulator over HTTP unless the test brings a bank.
 * Only the clock is not real.
 */
export async function createTestApp({
  startAt = '2026-06-05T19:00:00Z',
  provider: givenProvider,
  moreProviders = [],
  pushOrigins = [],
  messageOrigins = [],
  mailUrl = null,
  issuer = new URL('http://127.0.0.1:9/idp'),
  issuerAccounts = NO_ISSUER_ACCOUNTS,
  signUpRules = { signUp: 'open', admitsFirstAccount: false },
}: {
  startAt?: string;
  provider?: BankProvider;
  moreProviders?: BankProvider[];
  issuer?: URL;
  pushOrigins?: string[];
  messageOrigins?: string[];
  /** The mail server; null sends no mail. */
  mailUrl?: URL | null;
  issuerAccounts?: IdentityDeps['issuerAccounts'];
  signUpRules?: SignUpRules;
} = {}): Promise<TestApp> {
  let now = new Date(startAt);
  const clock = () => now;
  const database = await createTestDatabase();
  const problems: unknown[] = [];
  const db = database.checkedDb;
  const app = buildServer(TEST_SITE);
  const { log } = app;
  const emulator = givenProvider ? null : await startTestEmulator({ clock });
  const provider =
    givenProvider ??
    new PlaidProvider({ baseUrl: emulator?.url ?? '', ...BANK_CREDENTIALS, webhookUrl: null, clock, log });
  const providers = new Map([provider, ...moreProviders].map((one) => [one.id, one]));
  const queue = new JobQueue(database.directUrl, (problem) => problems.push(problem));
  await queue.open();
  const tokenBox = new TokenBox([{ id: 'test', key: Buffer.alloc(32, 7) }]);
  const deps: AppDeps = {
    db,
    clock,
    publicUrl: PUBLIC_URL,
    openId: new OpenIdClient({
      issuer,
      clientId: 'app',
      clientSecret: 'secret',
      redirectUri: 'http://localhost:3000/api/login/callback',
      loopbackOrigin: null,
    }),
    issuerAccounts,
    signUps: signUpsBy(signUpRules, { db, clock, hasGuests: true }),
    providers,
    queue,
    ledgerListeners: ledgerListeners({ clock, queue }),
    tokenBox,
    push: new PushSender({
      db,
      tokenBox,
      clock,
      contact: 'mailto:help@example.org',
      log,
      moreOrigins: pushOrigins,
    }),
    messages: new MessageSender({ trustedOrigins: messageOrigins, resolve: knowNoName }),
    hasGuests: true,
    mailer: mailUrl && new Mailer({ server: mailUrl, from: MAIL_FROM, publicUrl: PUBLIC_URL }),
    log,
  };
  await mountApp(app, deps, TEST_SITE);
  await queue.work(jobHandlers(deps), deps.log);

  const setNow = (iso: string) => {
    now = new Date(iso);
  };
  return {
    app,
    deps,
    database,
    get emulator() {
      if (!emulator) throw new Error('The test brought a bank, so there is no emulator');
      return emulator;
    },
    setNow,
    comeTo: async (iso) => {
      setNow(iso);
      await database.db.$client.query('update sessions set created_at = $1, last_seen_at = $1', [iso]);
    },
    resetRateLimits: async () => {
      await database.db.$client.query('delete from rate_limits');
    },
    signUp: (profile) => signUp(app, deps, profile),
    useBanks: (...banks) => {
      for (const bank of banks) providers.set(bank.id, bank);
    },
    startAgain: async () => {
      await untilNoJobRuns(database);
      await expectSumsToAgree(database);
      if (problems.length > 0) throw new AggregateError(problems, 'The job queue has had problems');
      await database.empty();
      setNow(startAt);
    },
    close: async () => {
      await app.close();
      await queue.close();
      await expectSumsToAgree(database).catch((error: unknown) => problems.push(error));
      // Dropping the database may break the queue's closing connections.
      const problemsInUse = [...problems];
      await emulator?.close();
      await database.drop().catch((error: unknown) => problemsInUse.push(error));
      if (problemsInUse.length > 0) {
        throw new AggregateError(
          problemsInUse,
          'The job queue has had problems, a statement asks all servers of a cluster, or stored totals are wrong',
        );
      }
    },
  };
}

/** No test calls a server elsewhere. */
const knowNoName = ((name: string, _options: object, callback: (error: Error) => void) => {
  process.nextTick(callback, Object.assign(new Error(`No test knows ${name}`), { code: 'ENOTFOUND' }));
}) as typeof lookup;

/** Jobs that wait never begin. */
async function untilNoJobRuns({ db }: TestDatabase): Promise<void> {
  await db.$client.query(`delete from pgboss.job where state < 'active'`);
  await vi.waitFor(async () => {
    const { rows } = await db.$client.query(`select name from pgboss.job where state = 'active'`);
    expect(rows).toEqual([]);
  });
}

async function signUp(
  app: FastifyInstance,
  deps: AppDeps,
  profile: { fullName?: string; timeZone?: string } = {},
): Promise<TestUser> {
  const id = randomUUID();
  const { fullName = 'Ana', timeZone = 'America/Los_Angeles' } = profile;
  await deps.db.insert(users).values({
    id,
    email: `${id}@example.org`,
    fullName,
    timeZone,
    signupCompleted: true,
    createdAt: deps.clock(),
  });
  const token = await openSession(
    deps,
    { id },
    { userAgent: 'test', idToken: null, authenticatedAt: deps.clock() },
  );
  const cookie = `session=${token}`;
  return {
    id,
    cookie,
    send: (request) =>
      app.inject({ ...request, headers: { cookie, 'sec-fetch-site': 'same-origin', ...request.headers } }),
  };
}
