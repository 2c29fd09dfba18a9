import type { Layout } from '@oinkly/domain/statements/layout';
import { and, eq, isNull } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { blocks, friendships, guests, guestTaps, tappedWeeks } from '../db/tables/friends.tables.ts';
import { identities, loginAttempts } from '../db/tables/identity.tables.ts';
import { importLayouts } from '../db/tables/expense-import.tables.ts';
import { monthlyMerchants, rules } from '../db/tables/expenses.tables.ts';
import { notifications, pushSubscriptions } from '../db/tables/notifications.tables.ts';
import { personalTokens } from '../db/tables/personal-tokens.tables.ts';
import { connections } from '../db/tables/banking.tables.ts';
import { expenses, ruleChanges, separateExpenses, stagedChanges } from '../db/tables/ledger.tables.ts';
import { unsubscribeTokens } from '../db/tables/mail.tables.ts';
import { weeklyResults } from '../db/tables/leaderboard.tables.ts';
import { EMBEDDED_ISSUER } from '../modules/identity/index.ts';
import { addAccountTwin } from './account-twin.ts';
import type { ScriptedBank } from './scripted-bank.ts';
import type { TestApp, TestUser } from './test-app.ts';

const LAYOUT: Layout = {
  columns: {
    date: 0,
    name: 1,
    amount: 2,
    moneyOut: null,
    moneyIn: null,
    direction: null,
    category: null,
    currency: null,
  },
  dateOrder: 'ymd',
  decimalSign: '.',
  purchases: 'negative',
  currency: 'USD',
};

/** Signs up a user with rows in every table and their name wherever it fits. */
export async function addUserEverywhere(t: TestApp, bank: ScriptedBank, name: string): Promise<TestUser> {
  const user = await t.signUp({ fullName: name });
  const post = (url: string, body: object) => user.send({ method: 'POST', url, body });
  bank.answer({
    upserted: [
      { transactionId: `${name}-1`, merchantName: `${name}’s shop`, amountCents: 2000 },
      { transactionId: `${name}-2`, merchantName: `${name}’s shop`, amountCents: -500 },
    ],
  });
  await post('/api/plaid/exchange-token', { public_token: `public-${name}` });
  await vi.waitFor(
    async () => expect((await user.send({ url: '/api/expenses?counted=all' })).json()).not.toEqual([]),
    20_000,
  );
  await user.send({ url: '/api/plaid/create-link-token' });
  await user.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 100 } });
  const entry = { name: `${name}’s lunch`, amount: 5, date: '2026-06-04', category: 'Dining' };
  await post('/api/expenses', entry);
  await post('/api/expenses', { ...entry, name: `${name}’s gym`, type: 'recurring', dayOfMonth: 4 });
  await post('/api/imports', { requestId: randomUUID(), fileName: `${name}.csv`, rows: [entry] });
  await post('/api/recurring/merchants', { merchantKey: `${name}shop`, monthly: true });
  await post('/api/map-share', {});
  await post('/api/circle-share', {});
  await user.send({ url: '/api/invite' });

  const { db, clock, queue } = t.deps;
  const createdAt = clock();
  const userId = user.id;
  const [connection] = await db.select().from(connections).where(eq(connections.userId, userId));
  const [manual, imported] = await db
    .select()
    .from(expenses)
    .where(and(eq(expenses.userId, userId), isNull(expenses.bankTransactionId)));
  if (!connection || !manual || !imported) throw new Error(`${name} lacks something`);
  const [friend, foe] = [await t.signUp({ fullName: 'A friend' }), await t.signUp({ fullName: 'A foe' })];
  await db.insert(identities).values({ userId, issuer: EMBEDDED_ISSUER, subject: name });
  await db.insert(loginAttempts).values({
    tokenHash: randomBytes(32),
    state: 's',
    nonce: 'n',
    codeVerifier: 'v',
    returnTo: '/my-account',
    userId,
    expiresAt: createdAt,
  });
  const seen = { sentOn: '2026-06-01', json: JSON.stringify({ friends: [{ userId }] }) };
  await db.insert(friendships).values([
    { userId, friendId: friend.id, createdAt, pactAgreedAt: createdAt, pactFrom: '2026-06-08' },
    {
      userId: friend.id,
      friendId: userId,
      createdAt,
      seen: { listFriends: seen },
    },
  ]);
  await db.insert(blocks).values([
    { userId, blockedId: foe.id, createdAt },
    { userId: foe.id, blockedId: userId, createdAt },
  ]);
  const [guestId, weekStart] = [randomUUID(), '2026-06-01'];
  const guest = { firstWeek: weekStart, createdAt, lastTapAt: createdAt };
  await db.insert(guests).values([
    { ...guest, userId, id: guestId, name: `${name}’s guest`, tokenHash: randomBytes(32), seen },
    // The user was becoming a friend by its link.
    {
      ...guest,
      userId: friend.id,
      id: randomUUID(),
      name: 'A guest',
      tokenHash: randomBytes(32),
      claimedBy: userId,
    },
  ]);
  await db.insert(guestTaps).values({ userId, guestId, weekStart, isKept: true });
  await db.insert(tappedWeeks).values({ userId, weekStart, isKept: true });
  await db.insert(notifications).values([
    { userId, event: { kind: 'friend', isGuest: true }, eventKey: `guest ${guestId}`, guestId, createdAt },
    {
      userId: friend.id,
      event: { kind: 'friend' },
      eventKey: `friend ${userId}`,
      friendId: userId,
      createdAt,
    },
    {
      userId: friend.id,
      event: { kind: 'friend', pact: 'kept', weekStart, partnerIds: [randomUUID(), userId] },
      eventKey: `kept ${weekStart}`,
      createdAt,
    },
  ]);
  await db.insert(pushSubscriptions).values({
    userId,
    endpointHash: randomBytes(32),
    endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
    p256dh: 'p',
    auth: 'a',
    userAgent: name,
    createdAt,
  });
  await db.insert(unsubscribeTokens).values({ userId, token: `unsubscribe-${name}` });
  await db.insert(personalTokens).values({
    userId,
    id: randomUUID(),
    tokenHash: randomBytes(32),
    name,
    scopes: ['week:read'],
    createdAt,
    expiresAt: new Date('2099-01-01T00:00:00Z'),
  });
  await post('/api/message-places', { type: 'webhook', name, url: 'https://hooks.example.org/a' });
  await addAccountTwin(db, userId, createdAt);
  await db.insert(monthlyMerchants).values({ userId, merchantKey: `${name}gym`, isMonthly: true });
  await db
    .insert(rules)
    .values({ userId, merchantKey: name, merchant: name, name: null, category: 'Dining', isCounted: null });
  await db.insert(importLayouts).values({
    userId,
    fileKind: `csv: ${name}`,
    layout: LAYOUT,
    usedAt: createdAt,
  });
  await db
    .insert(separateExpenses)
    .values({ userId, manualExpenseId: manual.id, bankExpenseId: imported.id });
  await db.insert(ruleChanges).values({
    userId,
    changeId: randomUUID(),
    expenseId: imported.id,
    name: null,
    category: 'Dining',
    isCounted: null,
    createdAt,
  });
  await db.insert(weeklyResults).values({
    userId,
    weekStart: '2026-05-25',
    budgetCents: 100_00,
    spentCents: 0,
    rankedCents: 0,
    wasActive: true,
    closedAt: createdAt,
  });
  await db.insert(stagedChanges).values({
    userId,
    connectionId: connection.id,
    leaseOwner: randomUUID(),
    seq: 1,
    transactionId: `${name}-3`,
    providerAccountId: 'a',
    isRemoval: true,
  });
  // A job that never becomes due.
  const inAYear = { startAfterSeconds: 365 * 24 * 60 * 60 };
  await queue.send('sync-connection', { userId, connectionId: connection.id, runId: null }, inAYear);
  await queue.send('send-push', { userId, notificationId: 1, subscriptionId: 'x' }, inAYear);
  await queue.send('send-message', { userId, notificationId: 1, placeId: randomUUID() }, inAYear);
  await queue.send('send-mail', { kind: 'invitation', userId, to: `${name}@example.org` }, inAYear);
  await queue.send('collect-link', { userId, stateHash: 'x' }, inAYear);
  return user;
}
