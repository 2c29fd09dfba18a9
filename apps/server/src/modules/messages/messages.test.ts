import type { MessageAttempt, MessagePlace } from '@oinkly/contract/messages';
import type { Notification } from '@oinkly/contract/notifications';
import { MESSAGE_KINDS } from '@oinkly/domain/notifications';
import { createHmac, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { identities } from '../../db/tables/identity.tables.ts';
import { A_WHILE } from '../../test-support/a-while.ts';
import {
  startMessageReceiver,
  type MessageReceiver,
  type ReceivedMessage,
} from '../../test-support/message-receiver.ts';
import { startNtfyServer, type NtfyServer } from '../../test-support/ntfy-server.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { EMBEDDED_ISSUER } from '../identity/index.ts';
import { closeEndedWeeks } from '../leaderboard/index.ts';
import { messageJob } from './send-message.service.ts';
import { placesOfSubject } from './places-of-subject.ts';

let t: TestApp;
let receiver: MessageReceiver;
let ntfy: NtfyServer;

/** A Friday. The week began on Monday, 2026-06-01. */
const FRIDAY = '2026-06-05T19:00:00Z';

beforeAll(async () => {
  receiver = await startMessageReceiver();
  ntfy = await startNtfyServer();
  t = await createTestApp({ startAt: FRIDAY, messageOrigins: [receiver.origin, ntfy.origin] });
});
beforeEach(() => {
  receiver.received.length = 0;
  ntfy.reset();
  receiver.answerWith((response) => response.writeHead(200).end('thanks'));
});
afterEach(() => t.startAgain());
afterAll(async () => {
  await t.close();
  await ntfy.close();
  await receiver.close();
});

type AddedPlace = MessagePlace & { secret: string | null };

const SECRET_PATH = '/hooks/a-secret-path';

const add = (user: TestUser, body: object = {}) =>
  user.send({
    method: 'POST',
    url: '/api/message-places',
    body: { type: 'webhook', name: 'Home', url: `${receiver.origin}${SECRET_PATH}`, ...body },
  });
const added = async (user: TestUser, body: object = {}) => {
  const answer = await add(user, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<AddedPlace>();
};
const addedTopic = (user: TestUser, body: object = {}) =>
  added(user, { type: 'ntfy', name: 'Phone', url: ntfy.origin, topic: 'oinkly-7f3a', ...body });
const listOf = async (user: TestUser) =>
  (await user.send({ url: '/api/message-places' })).json<MessagePlace[]>();
const placeOf = async (user: TestUser) => {
  const [place] = await listOf(user);
  if (!place) throw new Error('There is no place');
  return place;
};
const change = (user: TestUser, { id }: Pick<MessagePlace, 'id'>, body: object) =>
  user.send({ method: 'PUT', url: `/api/message-places/${id}`, body });
const sendTest = async (user: TestUser, { id }: Pick<MessagePlace, 'id'>) =>
  (await user.send({ method: 'POST', url: `/api/message-places/${id}/test` })).json<MessageAttempt>();
const setBudget = (user: TestUser, weeklyBudget: number) =>
  user.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget } });
const spend = (user: TestUser, amount: number, date = '2026-06-04') =>
  user.send({
    method: 'POST',
    url: '/api/expenses',
    body: { name: 'Lunch', category: 'Dining', amount, date },
  });
const notificationsOf = async (user: TestUser) =>
  (await user.send({ url: '/api/notifications' })).json<{ notifications: Notification[] }>().notifications;
const jobsOf = async (user: TestUser) =>
  (
    await t.database.db.$client.query<{ state: string; delay: number }>(
      `select state, extract(epoch from start_after - created_on)::float8 as delay from pgboss.job
       where name = 'send-message' and state <> 'completed' and data->>'userId' = $1 order by start_after`,
      [user.id],
    )
  ).rows;
const refused = (user: TestUser) =>
  vi.waitFor(async () => expect(await jobsOf(user)).toMatchObject([{ state: 'retry' }]), A_WHILE);
const retryNow = () =>
  t.database.db.$client.query(`update pgboss.job set start_after = now() where state = 'retry'`);
/** Waits for so many messages to the webhook. */
const arrived = async (count: number) => {
  await vi.waitFor(() => expect(receiver.received).toHaveLength(count), A_WHILE);
  return receiver.received.map(contentOf);
};
const contentOf = ({ body }: ReceivedMessage) => JSON.parse(body) as Record<string, unknown>;
const isSignedBy = (secret: string | null, { headers, body }: ReceivedMessage) => {
  const key = Buffer.from((secret ?? '').replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
};

async function befriend(user: TestUser, inviter: TestUser): Promise<void> {
  const { code } = (await inviter.send({ url: '/api/invite' })).json<{ code: string }>();
  expect((await user.send({ method: 'POST', url: `/api/invites/${code}/accept` })).statusCode).toBe(200);
}

/** A user with a budget of $100. Nothing reaches devices. */
async function recipient(): Promise<TestUser> {
  const user = await t.signUp();
  await setBudget(user, 100);
  return user;
}

test('nothing is sent until a user adds a place, and then only their own events [PD-108]', async () => {
  const [ana, bo] = [await recipient(), await recipient()];
  expect(await listOf(ana)).toEqual([]);
  await spend(ana, 80);
  await added(ana);
  await spend(bo, 80);
  await spend(ana, 20);
  expect(await arrived(1)).toMatchObject([{ title: 'You have spent all of this week’s budget' }]);
});

test('a webhook gets an event signed, without amounts [PD-108] [SEC-35]', async () => {
  const ana = await recipient();
  const { secret } = await added(ana);
  await spend(ana, 83.21);
  const [content] = await arrived(1);
  const [notification] = await notificationsOf(ana);
  expect(content).toEqual({
    id: String(notification?.id),
    kind: 'budget',
    title: 'You have spent 80% of this week’s budget',
    body: 'Make the rest last until Sunday.',
    url: 'http://localhost:3000/',
    time: '2026-06-05T19:00:00.000Z',
  });
  const [message] = receiver.received;
  expect(message?.path).toBe(SECRET_PATH);
  expect(message?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': String(notification?.id),
    'webhook-timestamp': String(Date.parse(FRIDAY) / 1000),
  });
  expect(message && isSignedBy(secret, message)).toBe(true);
});

test('a place that includes amounts also gets the week’s, as they are when it is sent [PD-108]', async () => {
  const ana = await recipient();
  await added(ana, { includesAmounts: true });
  await addedTopic(ana, { includesAmounts: true });
  await spend(ana, 83.21);
  const week = {
    monday: '2026-06-01',
    sunday: '2026-06-07',
    budget: 100,
    spent: 83.21,
    left: 16.79,
    over: 0,
  };
  const [content] = await arrived(1);
  expect(content).toMatchObject({ week });
  const guide = await readFile(new URL('../../../../../docs/messages.md', import.meta.url), 'utf8');
  const example = JSON.parse(/```json\n(.*?)```/s.exec(guide)?.[1] ?? '') as object;
  expect({ ...content, id: '4711', url: 'https://oinkly.example/' }).toEqual(example);
  const [, automation = ''] = /```yaml\n(.*?)```/s.exec(guide) ?? [];
  const fields = [...automation.matchAll(/trigger\.json\.(\w+)/g)].map(([, field]) => field);
  expect(fields).toEqual(['title', 'body']);
  expect(Object.keys(example)).toEqual(expect.arrayContaining(fields));
  await vi.waitFor(() => expect(ntfy.published).toHaveLength(1), A_WHILE);
  expect(ntfy.published[0]?.message).toBe('Make the rest last until Sunday. $83.21 of $100.00, $16.79 left.');
  // An event without a week.
  await befriend(await t.signUp({ fullName: 'Bo' }), ana);
  expect((await arrived(2))[1]).not.toHaveProperty('week');
});

test('an ntfy topic gets an event as ntfy takes it, with its access token [PD-108]', async () => {
  const ana = await recipient();
  ntfy.protect('tk_secret');
  expect((await addedTopic(ana, { token: 'tk_secret' })).secret).toBeNull();
  await befriend(await t.signUp({ fullName: 'Bo' }), ana);
  await vi.waitFor(() => expect(ntfy.published).toHaveLength(1), A_WHILE);
  expect(ntfy.published).toEqual([
    {
      topic: 'oinkly-7f3a',
      title: '\u2068Bo\u2069 accepted your invitation',
      message: 'You’re on each other’s boards now.',
      click: 'http://localhost:3000/friends',
      tags: ['pig', 'friend'],
    },
  ]);
  await vi.waitFor(async () => {
    const { attempts } = await placeOf(ana);
    expect(attempts).toMatchObject([{ kind: 'friend', status: 200, failure: null }]);
  }, A_WHILE);
});

test('ntfy’s refusals are shown in its own words [PD-109]', async () => {
  const ana = await recipient();
  ntfy.protect('tk_secret');
  const place = await addedTopic(ana);
  expect(await sendTest(ana, place)).toMatchObject({ status: 403, failure: 'refused' });
  const wrong = await addedTopic(ana, { token: 'tk_wrong' });
  const attempt = await sendTest(ana, wrong);
  expect(attempt).toMatchObject({ status: 401, answer: '{"code":40101,"http":401,"error":"unauthorized"}' });
  ntfy.limit();
  expect(await sendTest(ana, wrong)).toMatchObject({ status: 429 });
  const listed = (await listOf(ana)).find(({ id }) => id === wrong.id);
  expect(listed?.attempts).toMatchObject([{ status: 429 }, attempt]);
});

test('each place has its own kinds, all of them at first [PD-108]', async () => {
  const ana = await recipient();
  const place = await added(ana);
  expect(place.kinds).toEqual(MESSAGE_KINDS);
  const changed = await change(ana, place, {
    kinds: ['friend', 'friend'],
    name: 'Hub',
    includesAmounts: true,
  });
  expect(changed.json()).toMatchObject({ kinds: ['friend'], name: 'Hub', includesAmounts: true });
  await spend(ana, 80);
  await befriend(await t.signUp({ fullName: 'Bo' }), ana);
  expect(await arrived(1)).toMatchObject([{ kind: 'friend' }]);
  expect((await change(ana, place, { kinds: [] })).statusCode).toBe(400);
  expect((await change(ana, place, {})).statusCode).toBe(400);
});

test('the ended week comes in the morning of the user’s zone, whatever devices get [PD-108]', async () => {
  const ana = await recipient();
  await added(ana);
  // Half past midnight in Los Angeles.
  await t.comeTo('2026-06-08T07:30:00Z');
  await closeEndedWeeks(t.deps, new AbortController().signal);
  const [job] = await jobsOf(ana);
  expect(job?.delay).toBeCloseTo(7.5 * 60 * 60, -1);
});

test('an import that the user watched is no message [PD-108]', async () => {
  const ana = await recipient();
  await added(ana);
  const row = { name: 'Lunch', amount: 1, date: '2026-06-04', category: 'Dining' };
  const body = { requestId: randomUUID(), fileName: 'may.csv', rows: [row] };
  expect((await ana.send({ method: 'POST', url: '/api/imports', body })).statusCode).toBe(200);
  expect(await notificationsOf(ana)).toMatchObject([{ kind: 'import' }]);
  expect(await jobsOf(ana)).toEqual([]);
});

describe('a place that fails', () => {
  const refuse = (status: number) =>
    receiver.answerWith((response) => response.writeHead(status).end('Not now'));

  test('gets the same message again, with the same id, until it is a day old [PD-109]', async () => {
    const ana = await recipient();
    await added(ana);
    refuse(503);
    await spend(ana, 80);
    await refused(ana);
    receiver.answerWith((response) => response.writeHead(200).end());
    await retryNow();
    await arrived(2);
    const [first, second] = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(second).toBe(first);
    await vi.waitFor(async () => expect((await placeOf(ana)).attempts).toHaveLength(2), A_WHILE);
    expect((await placeOf(ana)).attempts).toMatchObject([
      { at: '2026-06-05T19:00:00.000Z', kind: 'budget', status: 200, failure: null },
      { kind: 'budget', status: 503, failure: 'refused', answer: 'Not now' },
    ]);
    refuse(500);
    await spend(ana, 20);
    await vi.waitFor(
      async () => expect((await jobsOf(ana)).map(({ state }) => state)).toEqual(['retry']),
      A_WHILE,
    );
    await t.comeTo('2026-06-06T19:00:00Z');
    await retryNow();
    await vi.waitFor(async () => expect(await jobsOf(ana)).toEqual([]), A_WHILE);
    expect(receiver.received).toHaveLength(3);
  });

  test('is switched off after a week without success, says so in the list, and can be turned on [PD-109]', async () => {
    const ana = await recipient();
    const place = await added(ana);
    refuse(500);
    await spend(ana, 80);
    await refused(ana);
    await t.database.db.$client.query('delete from pgboss.job');
    await t.comeTo('2026-06-12T18:00:00Z');
    await spend(ana, 80, '2026-06-11');
    await refused(ana);
    expect((await placeOf(ana)).ended).toBeNull();
    await t.comeTo('2026-06-12T19:00:00Z');
    await retryNow();
    await vi.waitFor(async () => expect((await placeOf(ana)).ended).not.toBeNull(), A_WHILE);
    expect((await placeOf(ana)).ended).toEqual({ at: '2026-06-12T19:00:00.000Z', reason: 'failing' });
    expect((await notificationsOf(ana))[0]).toMatchObject({
      kind: 'place',
      title: '\u2068Home\u2069 is switched off',
      path: '/notifications',
    });
    // No try of it remains, and no event adds one.
    await vi.waitFor(async () => expect(await jobsOf(ana)).toEqual([]), A_WHILE);
    await spend(ana, 20, '2026-06-11');
    expect(await jobsOf(ana)).toEqual([]);
    expect((await change(ana, place, { on: true })).json()).toMatchObject({ ended: null });
    receiver.received.length = 0;
    receiver.answerWith((response) => response.writeHead(200).end());
    await befriend(await t.signUp({ fullName: 'Bo' }), ana);
    await arrived(1);
  });

  test('is not switched off by failures weeks apart, nor by a first failure after days [PD-109]', async () => {
    const ana = await recipient();
    await added(ana);
    refuse(500);
    const failOn = async (day: string) => {
      await t.database.db.$client.query('delete from pgboss.job');
      await t.comeTo(`${day}T19:00:00Z`);
      await befriend(await t.signUp(), ana);
      await refused(ana);
      expect((await placeOf(ana)).ended).toBeNull();
    };
    // Within a week each, and then after three.
    for (const day of ['2026-06-05', '2026-06-09', '2026-06-13', '2026-07-06']) await failOn(day);
  });

  test('is not switched off if one message was taken meanwhile, or if only tests fail [PD-109]', async () => {
    const ana = await recipient();
    const place = await added(ana);
    refuse(500);
    await spend(ana, 80);
    await refused(ana);
    await t.database.db.$client.query('delete from pgboss.job');
    receiver.answerWith((response) => response.writeHead(200).end());
    await sendTest(ana, place);
    refuse(500);
    await t.comeTo('2026-06-13T19:00:00Z');
    await sendTest(ana, place);
    await spend(ana, 80, '2026-06-11');
    await refused(ana);
    expect((await placeOf(ana)).ended).toBeNull();
    await t.comeTo('2026-06-30T19:00:00Z');
    await sendTest(ana, place);
    expect((await placeOf(ana)).ended).toBeNull();
  });

  test('a webhook that answers 410 is switched off at once [PD-109]', async () => {
    const ana = await recipient();
    await added(ana);
    refuse(410);
    await spend(ana, 80);
    await vi.waitFor(
      async () => expect((await placeOf(ana)).ended).toMatchObject({ reason: 'gone' }),
      A_WHILE,
    );
    await vi.waitFor(async () => expect(await jobsOf(ana)).toEqual([]), A_WHILE);
    expect(receiver.received).toHaveLength(1);
    expect((await notificationsOf(ana))[0]?.body).toBe('It answered that it no longer exists.');
  });

  test('keeps its latest twenty attempts [PD-109]', async () => {
    const ana = await recipient();
    const place = await added(ana);
    let count = 0;
    receiver.answerWith((response) => response.writeHead(500).end(`answer ${++count}`));
    for (let each = 0; each < 20; each += 1) await sendTest(ana, place);
    await t.resetRateLimits();
    await sendTest(ana, place);
    expect((await placeOf(ana)).attempts.map(({ answer }) => answer)).toEqual(
      Array.from({ length: 20 }, (_, index) => `answer ${21 - index}`),
    );
  });
});

test('a test is sent at once, also to a place that is off, and changes nothing else [PD-108]', async () => {
  const ana = await recipient();
  const place = await added(ana);
  receiver.answerWith((response) => response.writeHead(410).end());
  expect(await sendTest(ana, place)).toMatchObject({ kind: 'test', status: 410, failure: 'refused' });
  expect((await placeOf(ana)).ended).toBeNull();
  expect(receiver.received.map(contentOf)).toMatchObject([
    { kind: 'test', title: 'A test from Oinkly', url: 'http://localhost:3000/notifications' },
  ]);
  expect(await notificationsOf(ana)).toEqual([]);
  const tried = () => ana.send({ method: 'POST', url: `/api/message-places/${place.id}/test` });
  const answers = [];
  for (let each = 0; each < 20; each += 1) answers.push((await tried()).statusCode);
  expect(answers.at(-1)).toBe(429);
});

test('60 tries an hour reach a user’s places; what is beyond waits [SEC-31]', async () => {
  const [ana, bo] = [await recipient(), await recipient()];
  const place = await added(ana);
  await befriend(bo, ana);
  await arrived(1);
  const [notification] = await notificationsOf(ana);
  const job = { userId: ana.id, notificationId: notification?.id ?? 0, placeId: place.id };
  const send = messageJob(t.deps);
  for (let each = 1; each < 60; each += 1) await send(job);
  await expect(send(job)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(receiver.received).toHaveLength(60);
});

describe('adding a place', () => {
  test('needs a recent login, and at most three fit [SEC-20] [PD-108]', async () => {
    const ana = await recipient();
    t.setNow('2026-06-05T19:10:01Z');
    expect((await add(ana)).json()).toMatchObject({ error_code: 'REAUTH_REQUIRED' });
    t.setNow(FRIDAY);
    const ids = [await added(ana), await added(ana), await addedTopic(ana)].map(({ id }) => id);
    expect((await add(ana)).json()).toMatchObject({ error_code: 'TOO_MANY_MESSAGE_PLACES' });
    expect((await listOf(ana)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const remove = () => ana.send({ method: 'DELETE', url: `/api/message-places/${ids[0]}` });
    expect((await remove()).json()).toEqual({ success: true });
    expect((await remove()).json()).toMatchObject({ error_code: 'MESSAGE_PLACE_NOT_FOUND' });
    expect((await add(ana)).statusCode).toBe(200);
  });

  test.each([
    ['an address in a private network', { url: 'http://127.0.0.1:8123/hook' }, 'MESSAGE_ADDRESS_NOT_ALLOWED'],
    ['an address without encryption', { url: 'http://hooks.example.org/' }, 'MESSAGE_ADDRESS_NOT_ALLOWED'],
    ['another protocol', { url: 'file:///etc/passwd' }, 'VALIDATION_FAILED'],
    ['a topic', { topic: 'a' }, 'VALIDATION_FAILED'],
    ['an access token', { token: 'tk_a' }, 'VALIDATION_FAILED'],
    ['ntfy without a topic', { type: 'ntfy', url: 'https://ntfy.sh' }, 'VALIDATION_FAILED'],
    ['a path of ntfy', { type: 'ntfy', url: 'https://ntfy.sh/a', topic: 'a' }, 'VALIDATION_FAILED'],
    ['another topic', { type: 'ntfy', url: 'https://ntfy.sh', topic: '../a' }, 'VALIDATION_FAILED'],
    [
      'a token that is no header',
      { type: 'ntfy', url: 'https://ntfy.sh', topic: 'a', token: 'a\nb' },
      'VALIDATION_FAILED',
    ],
    ['no name', { name: ' ' }, 'VALIDATION_FAILED'],
  ])('is refused with %s [SEC-35]', async (_title, body, code) => {
    const ana = await recipient();
    expect((await add(ana, body)).json()).toMatchObject({ error_code: code });
    expect(await listOf(ana)).toEqual([]);
  });

  test('is logged as a security event without what is secret [SEC-15]', async () => {
    const info = vi.spyOn(Object.getPrototypeOf(t.app.log) as { info: (entry: object) => void }, 'info');
    const ana = await recipient();
    const { id, secret } = await added(ana);
    await ana.send({ method: 'DELETE', url: `/api/message-places/${id}` });
    const events = info.mock.calls.map(([entry]) => entry);
    info.mockRestore();
    const who = { userId: ana.id, placeId: id };
    expect(events).toContainEqual({ event: 'message_place_added', ...who, type: 'webhook' });
    expect(events).toContainEqual({ event: 'message_place_removed', ...who });
    for (const word of [secret ?? 'none', SECRET_PATH]) expect(JSON.stringify(events)).not.toContain(word);
  });
});

test('addresses and secrets are sealed, shown once and exported never [SEC-35]', async () => {
  const ana = await recipient();
  const webhook = await added(ana);
  const topic = await addedTopic(ana, { token: 'tk_secret' });
  const { secret } = webhook;
  // Servers may answer with what they were sent.
  ntfy.protect('tk_secret');
  receiver.answerWith((response, { path }) => response.writeHead(404).end(`Cannot POST ${path}`));
  expect(await sendTest(ana, webhook)).toMatchObject({ status: 404, answer: 'Cannot POST …' });
  expect(await sendTest(ana, topic)).toMatchObject({ status: 200, failure: null, answer: '' });
  const { rows } = await t.database.db.$client.query<{ row: string }>(
    `select encode(target, 'escape') || message_places::text as row from message_places`,
  );
  const shown = [
    rows.map(({ row }) => row).join(),
    JSON.stringify(await listOf(ana)),
    (await ana.send({ url: '/api/export/everything.json' })).body,
  ];
  for (const text of shown) {
    expect(text).toContain('Phone');
    for (const word of [secret ?? 'none', SECRET_PATH, 'oinkly-7f3a', 'tk_secret'])
      expect(text).not.toContain(word);
  }
});

test('a renewed secret signs from then on; ntfy has none [SEC-35]', async () => {
  const ana = await recipient();
  const place = await added(ana);
  const renew = ({ id }: Pick<MessagePlace, 'id'>) =>
    ana.send({ method: 'POST', url: `/api/message-places/${id}/secret` });
  const { secret } = (await renew(place)).json<{ secret: string }>();
  expect(secret).not.toBe(place.secret);
  await sendTest(ana, place);
  const [message] = receiver.received;
  expect(message && [isSignedBy(secret, message), isSignedBy(place.secret, message)]).toEqual([true, false]);
  expect((await renew(await addedTopic(ana))).json()).toMatchObject({
    error_code: 'MESSAGE_PLACE_NOT_FOUND',
  });
  t.setNow('2026-06-05T19:10:01Z');
  expect((await renew(place)).json()).toMatchObject({ error_code: 'REAUTH_REQUIRED' });
});

test('the embedded log-in pages can remove all places of one user [SEC-34]', async () => {
  const [ana, bo] = [await recipient(), await recipient()];
  await added(ana);
  await added(bo);
  const subject = `subject-${ana.id}`;
  await t.database.db.insert(identities).values({ issuer: EMBEDDED_ISSUER, subject, userId: ana.id });
  const places = placesOfSubject(t.deps);
  expect([await places.exists(subject), await places.exists('unknown')]).toEqual([true, false]);
  await places.remove('unknown');
  await places.remove(subject);
  expect(await places.exists(subject)).toBe(false);
  expect([await listOf(ana), (await listOf(bo)).length]).toEqual([[], 1]);
});

test('a place whose key was lost can only be removed [SEC-9]', async () => {
  const ana = await recipient();
  const place = await added(ana);
  await t.database.db.$client.query(
    `update message_places set target = '', target_key_id = 'forgotten', ended_at = now(), end_reason = 'key-lost'`,
  );
  const gone = { error_code: 'MESSAGE_PLACE_NOT_FOUND' };
  expect((await change(ana, place, { on: true })).json()).toMatchObject(gone);
  expect(await sendTest(ana, place)).toMatchObject(gone);
  expect(
    (await ana.send({ method: 'POST', url: `/api/message-places/${place.id}/secret` })).json(),
  ).toMatchObject(gone);
  expect((await placeOf(ana)).ended).toMatchObject({ reason: 'key-lost' });
  expect((await ana.send({ method: 'DELETE', url: `/api/message-places/${place.id}` })).statusCode).toBe(200);
});
