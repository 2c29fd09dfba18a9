import { errorCatalogue } from '@oinkly/contract/errors';
import { friendInvites, guests } from '@oinkly/server/db/tables/friends.tables';
import { loginAttempts } from '@oinkly/server/db/tables/identity.tables';
import { openSession } from '@oinkly/server/modules/identity/index';
import { hashOfToken, newSecretToken, newUserToken } from '@oinkly/server/security/secret-token';
import { startMailServer } from '@oinkly/server/test-support/mail-server';
import { MISSING_ISSUER_ACCOUNTS } from '@oinkly/server/test-support/no-issuer-accounts';
import { startPushService } from '@oinkly/server/test-support/push-service';
import { startMessageReceiver } from '@oinkly/server/test-support/message-receiver';
import { createTestApp, type TestApp } from '@oinkly/server/test-support/test-app';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { FuzzBank } from './fuzz-bank.ts';
import { startFuzzIssuer } from './fuzz-issuer.ts';

const JOBS_PATIENCE_MS = 60_000;
const JOBS_POLL_MS = 100;

export interface FuzzWorld {
  t: TestApp;
  bank: FuzzBank;
  issuerOrigin: string;
  pushOrigin: string;
  hookOrigin: string;
  invitations: string[];
  inviterIds: string[];
  maps: string[];
  circles: string[];
  close(): Promise<void>;
}

const START = '2026-06-05T19:00:00Z';
/** Others who invite and share. More would exceed a user's limit of friends. */
const OTHERS = 6;

export async function openFuzzWorld(): Promise<FuzzWorld> {
  const clock = () => new Date(START);
  const bank = await FuzzBank.open(clock);
  const issuer = await startFuzzIssuer();
  const push = await startPushService();
  const hook = await startMessageReceiver();
  const mail = await startMailServer();
  const t = await createTestApp({
    startAt: START,
    provider: bank,
    issuer: new URL(issuer.origin),
    pushOrigins: [push.origin],
    messageOrigins: [hook.origin],
    mailUrl: mail.url,
    issuerAccounts: MISSING_ISSUER_ACCOUNTS,
  });
  const invitations: string[] = [];
  const inviterIds: string[] = [];
  const maps: string[] = [];
  const circles: string[] = [];
  for (let number = 0; number < OTHERS; number += 1) {
    const ina = await t.signUp({ fullName: `Ina ${number}` });
    const code = `invitation-${number}`;
    await t.deps.db.insert(friendInvites).values({ userId: ina.id, code, createdAt: clock() });
    invitations.push(code);
    inviterIds.push(ina.id);
    // Alone, she would have no circle.
    await t.app.inject({
      method: 'POST',
      url: `/api/invites/${code}/guest`,
      headers: { 'content-type': 'application/json', origin: t.deps.publicUrl.origin },
      payload: { name: 'Mia', secret: newSecretToken().token },
    });
    const tokenAt = async (url: string) => {
      const shared = await ina.send({ method: 'POST', url });
      return shared.json<{ url: string }>().url.split('/').at(-1) ?? '';
    };
    maps.push(await tokenAt('/api/map-share'));
    circles.push(await tokenAt('/api/circle-share'));
  }
  return {
    t,
    bank,
    issuerOrigin: issuer.origin,
    pushOrigin: push.origin,
    hookOrigin: hook.origin,
    invitations,
    inviterIds,
    maps,
    circles,
    close: async () => {
      await t.close();
      await push.close();
      await hook.close();
      await mail.close();
      await issuer.close();
    },
  };
}

/** Returns the token of a new guest's link. The guest joined in the week before. */
export async function addGuest({ t }: FuzzWorld, userId: string): Promise<string> {
  const { token, hash } = newUserToken(userId);
  const createdAt = t.deps.clock();
  await t.deps.db.insert(guests).values({
    userId,
    id: randomUUID(),
    name: `Gus ${randomUUID()}`,
    tokenHash: hash,
    firstWeek: '2026-05-25',
    createdAt,
    lastTapAt: createdAt,
  });
  return token;
}

/** Returns the token of a started login that a callback can finish. */
export async function beginLogin({ t }: FuzzWorld, state: string, nonce: string): Promise<string> {
  const token = `attempt-${randomUUID()}`;
  await t.deps.db.insert(loginAttempts).values({
    tokenHash: hashOfToken(token),
    state,
    nonce,
    codeVerifier: 'v'.repeat(43),
    returnTo: '/year',
    expiresAt: new Date('2026-06-05T20:00:00Z'),
  });
  return token;
}

export async function isUserDeleted({ t }: Pick<FuzzWorld, 't'>, userId: string): Promise<boolean> {
  const { rowCount } = await t.database.db.$client.query('select 1 from users where id = $1', [userId]);
  return rowCount === 0;
}

export async function logInAgain({ t }: Pick<FuzzWorld, 't'>, userId: string): Promise<string | null> {
  if (await isUserDeleted({ t }, userId)) return null;
  const from = { userAgent: 'fuzz', idToken: null, authenticatedAt: t.deps.clock() };
  return `session=${await openSession(t.deps, { id: userId }, from)}`;
}

/** Waits for all due jobs and returns those that failed or were not taken, except checks of link sessions, which run minutes later. */
export async function jobsThatFailed({ t }: FuzzWorld): Promise<unknown[]> {
  const list = async (condition: string) =>
    (
      await t.database.db.$client.query(
        `select name, state, data, output from pgboss.job
          where output ->> 'message' is distinct from $1 and ${condition}`,
        [errorCatalogue.LINK_NOT_FINISHED.message],
      )
    ).rows as unknown[];
  let [fewest, deadline] = [Infinity, 0];
  for (;;) {
    const left = await list(
      `state in ('created', 'active') and start_after <= now() and name <> 'collect-link' and name not like '\\_\\_pgboss%'`,
    );
    if (left.length < fewest) [fewest, deadline] = [left.length, performance.now() + JOBS_PATIENCE_MS];
    if (left.length > 0 && performance.now() > deadline) return left;
    if (left.length === 0) return list(`state in ('retry', 'failed')`);
    await delay(JOBS_POLL_MS);
  }
}
