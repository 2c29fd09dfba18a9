import type { LeaderboardEntry } from '@oinkly/contract/leaderboard';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { User } from '@oinkly/contract/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { friendships } from '../../db/tables/friends.tables.ts';
import { users } from '../../db/tables/users.tables.ts';
import { interceptStatements } from '../../test-support/intercept-statements.ts';
import { createTestApp, type TestApp, type TestUser } from '../../test-support/test-app.ts';
import { insertFriendship } from './friends.queries.ts';
import { A_WHILE } from '../../test-support/a-while.ts';
import { stopWindows } from '../../test-support/stop-windows.ts';

let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
});
// A minute per test, for the rate limits.
let minutes = 0;
beforeEach(() => {
  minutes += 1;
  t.setNow(new Date(Date.parse('2026-06-05T19:00:00Z') + minutes * 60_000).toISOString());
});
afterAll(() => t.close());

type Circle = RouteResponse<'listFriends'>;

const post = (user: TestUser, url: string) => user.send({ method: 'POST', url });
const remove = (user: TestUser, url: string) => user.send({ method: 'DELETE', url });
const codeOf = async (user: TestUser) =>
  (await user.send({ url: '/api/invite' })).json<{ code: string }>().code;
const circleOf = async (user: TestUser) => (await user.send({ url: '/api/friends' })).json<Circle>();
const friendNames = async (user: TestUser) => (await circleOf(user)).friends.map(({ name }) => name);
const boardNames = async (user: TestUser) =>
  (await user.send({ url: '/api/leaderboard' }))
    .json<{ leaderboard: LeaderboardEntry[] }>()
    .leaderboard.map(({ name }) => name);
const accept = async (user: TestUser, inviter: TestUser) =>
  post(user, `/api/invites/${await codeOf(inviter)}/accept`);
const errorOf = (answer: { json(): unknown }) => (answer.json() as { error_code?: string }).error_code;

async function signUpBoth(): Promise<[TestUser, TestUser]> {
  return [await t.signUp({ fullName: 'Ana' }), await t.signUp({ fullName: 'Bo' })];
}

test('an accepted invitation makes friends of both, on both boards [PD-27]', async () => {
  const [ana, bo] = await signUpBoth();
  expect((await accept(bo, ana)).json()).toEqual({ success: true });
  expect([await friendNames(ana), await friendNames(bo)]).toEqual([['Bo'], ['Ana']]);
  expect((await boardNames(ana)).toSorted()).toEqual(['Ana', 'Bo']);
  expect((await boardNames(bo)).toSorted()).toEqual(['Ana', 'Bo']);
  for (const user of [ana, bo])
    expect((await user.send({ url: '/api/auth/user' })).json<User>().friendsAdded).toBe(true);
});

test("an invitation shows only the inviter's name, logged in or not [PD-23] [PD-27]", async () => {
  const ana = await t.signUp({ fullName: 'Ana <b>"B."</b>' });
  const invitation = await t.app.inject({ url: `/api/invites/${await codeOf(ana)}` });
  expect(invitation.json()).toEqual({
    inviterName: 'Ana <b>"B."</b>',
    standing: 'open',
    takesGuests: true,
    takesAccounts: true,
  });
});

test('the code is long, the same until it is replaced, and then void [PD-27]', async () => {
  const [ana, bo] = await signUpBoth();
  const code = await codeOf(ana);
  // 32 random bytes after the user's id.
  expect(Buffer.from(code, 'base64url')).toHaveLength(16 + 32);
  expect(await codeOf(ana)).toBe(code);
  const replaced = (await post(ana, '/api/invite')).json<{ code: string }>().code;
  expect(replaced).not.toBe(code);
  expect(await codeOf(ana)).toBe(replaced);
  const late = await post(bo, `/api/invites/${code}/accept`);
  expect([late.statusCode, errorOf(late)]).toEqual([404, 'INVITE_NOT_FOUND']);
  expect(await friendNames(bo)).toEqual([]);
});

test('two concurrent first requests for an invitation return the same code', async () => {
  const ana = await t.signUp();
  const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(ana)));
  expect(new Set(codes).size).toBe(1);
});

test('a guessed code of any length is a 404 for every viewer', async () => {
  const ana = await t.signUp();
  for (const send of [(url: string) => ana.send({ url }), (url: string) => t.app.inject({ url })]) {
    expect((await send('/api/invites/guess')).statusCode).toBe(404);
    expect((await send(`/api/invites/${'x'.repeat(90)}`)).statusCode).toBe(404);
    expect((await send(`/api/invites/%00`)).statusCode).toBe(400);
  }
});

test('users cannot accept their own invitations [PD-27]', async () => {
  const ana = await t.signUp();
  const code = await codeOf(ana);
  expect((await ana.send({ url: `/api/invites/${code}` })).json()).toMatchObject({ standing: 'own' });
  const answer = await post(ana, `/api/invites/${code}/accept`);
  expect([answer.statusCode, errorOf(answer)]).toEqual([409, 'INVITE_IS_OWN']);
  expect(await friendNames(ana)).toEqual([]);
});

test('accepting twice, or ten times at once, makes one friend [PD-27]', async () => {
  const [ana, bo] = await signUpBoth();
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(bo, ana)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  expect([await friendNames(ana), await friendNames(bo)]).toEqual([['Bo'], ['Ana']]);
  const code = await codeOf(ana);
  expect((await bo.send({ url: `/api/invites/${code}` })).json()).toMatchObject({ standing: 'friends' });
});

test('mutual and parallel acceptances all create friendships [PD-27]', async () => {
  const [ana, bo] = await signUpBoth();
  const others = await Promise.all(['Cy', 'Di', 'Ed'].map((fullName) => t.signUp({ fullName })));
  const [anasCode, bosCode] = [await codeOf(ana), await codeOf(bo)];
  const answers = await Promise.all([
    post(ana, `/api/invites/${bosCode}/accept`),
    post(bo, `/api/invites/${anasCode}/accept`),
    ...others.map((user) => post(user, `/api/invites/${anasCode}/accept`)),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(await friendNames(ana)).toEqual(['Bo', 'Cy', 'Di', 'Ed']);
  expect(await friendNames(bo)).toEqual(['Ana']);
});

test('a newcomer accepts after setting up and not before [PD-27]', async () => {
  const [ana, bo] = await signUpBoth();
  await t.database.db.update(users).set({ signupCompleted: false });
  const early = await accept(bo, ana);
  expect([early.statusCode, errorOf(early)]).toEqual([409, 'SIGNUP_NOT_FINISHED']);
  await t.database.db.update(users).set({ signupCompleted: true });
  expect((await accept(bo, ana)).statusCode).toBe(200);
});

test('a removed friend leaves both boards and can be invited again [PD-27]', async () => {
  const [ana, bo] = await signUpBoth();
  await accept(bo, ana);
  expect((await remove(ana, `/api/friends/${bo.id}`)).statusCode).toBe(200);
  expect([await friendNames(ana), await friendNames(bo)]).toEqual([[], []]);
  expect([await boardNames(ana), await boardNames(bo)]).toEqual([['Ana'], ['Bo']]);
  expect(errorOf(await remove(ana, `/api/friends/${bo.id}`))).toBe('FRIEND_NOT_FOUND');
  expect((await accept(bo, ana)).statusCode).toBe(200);
});

test('removing a friend voids the link that they used, which then answers like a guess [PD-27]', async () => {
  const [ana, bo] = await signUpBoth();
  const used = await codeOf(ana);
  await accept(bo, ana);
  await remove(ana, `/api/friends/${bo.id}`);
  const again = await post(bo, `/api/invites/${used}/accept`);
  expect([again.statusCode, errorOf(again)]).toEqual([404, 'INVITE_NOT_FOUND']);
  expect(errorOf(await post(bo, '/api/invites/guess/accept'))).toBe('INVITE_NOT_FOUND');
  expect(await friendNames(ana)).toEqual([]);
  const renewed = await codeOf(ana);
  expect(renewed).not.toBe(used);
  await accept(bo, ana);
  t.setNow(new Date(t.deps.clock().getTime() + 1000).toISOString());
  await post(ana, '/api/invite');
  const later = await codeOf(ana);
  await remove(ana, `/api/friends/${bo.id}`);
  expect(await codeOf(ana)).toBe(later);
});

test('a link expires after 30 days like an unknown one; opening the page renews it [PD-27]', async () => {
  const [ana, bo] = await signUpBoth();
  const invite = (await ana.send({ url: '/api/invite' })).json<RouteResponse<'getInvite'>>();
  const expiry = Date.parse(invite.expiresAt);
  expect(expiry).toBe(t.deps.clock().getTime() + 30 * 24 * 60 * 60_000);
  await t.comeTo(new Date(expiry - 1).toISOString());
  expect(await codeOf(ana)).toBe(invite.code);
  expect((await t.app.inject({ url: `/api/invites/${invite.code}` })).statusCode).toBe(200);
  await t.comeTo(new Date(expiry).toISOString());
  expect((await t.app.inject({ url: `/api/invites/${invite.code}` })).statusCode).toBe(404);
  expect(errorOf(await post(bo, `/api/invites/${invite.code}/accept`))).toBe('INVITE_NOT_FOUND');
  expect(await codeOf(ana)).not.toBe(invite.code);
});

test('a blocked user sees every invitation of the blocker as invalid [PD-27]', async () => {
  const [ana, bo] = await signUpBoth();
  await accept(bo, ana);
  expect((await post(ana, `/api/friends/${bo.id}/block`)).statusCode).toBe(200);
  expect([await friendNames(ana), await friendNames(bo)]).toEqual([[], []]);
  expect((await circleOf(ana)).blocked).toMatchObject([{ userId: bo.id, name: 'Bo' }]);
  expect((await circleOf(bo)).blocked).toEqual([]);

  await post(ana, '/api/invite');
  const code = await codeOf(ana);
  const [look, guess] = [
    await bo.send({ url: `/api/invites/${code}` }),
    await bo.send({ url: '/api/invites/guess' }),
  ];
  const { timestamp: _t, request_id: _r, ...refusal } = look.json<Record<string, unknown>>();
  expect(guess.json()).toMatchObject(refusal);
  expect(errorOf(await post(bo, `/api/invites/${code}/accept`))).toBe('INVITE_NOT_FOUND');

  // The blocker learns the reason.
  const bosCode = await codeOf(bo);
  expect((await ana.send({ url: `/api/invites/${bosCode}` })).json()).toMatchObject({ standing: 'blocked' });
  expect(errorOf(await accept(ana, bo))).toBe('FRIEND_IS_BLOCKED');
  expect((await remove(ana, `/api/friends/${bo.id}/block`)).statusCode).toBe(200);
  expect(await friendNames(ana)).toEqual([]);
  expect((await accept(ana, bo)).statusCode).toBe(200);
});

test('only a friend can be blocked: a stranger’s id is no friend [SEC-1]', async () => {
  const [ana, bo] = await signUpBoth();
  const answer = await post(ana, `/api/friends/${bo.id}/block`);
  expect([answer.statusCode, errorOf(answer)]).toEqual([404, 'FRIEND_NOT_FOUND']);
  expect((await circleOf(ana)).blocked).toEqual([]);
});

test('a simultaneous acceptance and block never leave a user both friend and blocked', async () => {
  const [ana, bo] = await signUpBoth();
  for (let round = 0; round < 5; round += 1) {
    const code = await codeOf(ana);
    await post(bo, `/api/invites/${code}/accept`);
    await Promise.all([post(ana, `/api/friends/${bo.id}/block`), post(bo, `/api/invites/${code}/accept`)]);
    const { friends, blocked } = await circleOf(ana);
    expect([friends.length, blocked.length]).toEqual([0, 1]);
    await remove(ana, `/api/friends/${bo.id}/block`);
  }
});

test('a user with the most friends can neither accept nor be accepted', async () => {
  const [ana, bo] = await signUpBoth();
  const crowd = Array.from({ length: 200 }, (_, index) => ({
    id: crypto.randomUUID(),
    email: `${index}@example.org`,
    createdAt: t.deps.clock(),
  }));
  await t.database.db.insert(users).values(crowd);
  for (const { id } of crowd) {
    await insertFriendship(t.database.db, ana.id, id, t.deps.clock());
    await insertFriendship(t.database.db, id, ana.id, t.deps.clock());
  }
  expect(errorOf(await accept(bo, ana))).toBe('TOO_MANY_FRIENDS');
  expect(errorOf(await accept(ana, bo))).toBe('TOO_MANY_FRIENDS');
  expect(await boardNames(ana)).toHaveLength(201);
});

test('leaving the board hides both sides from each other and keeps friends [PD-27]', async () => {
  const [ana, bo] = await signUpBoth();
  await accept(bo, ana);
  const onBoard = (value: boolean) =>
    ana.send({ method: 'PUT', url: '/api/users', body: { onBoard: value } });
  expect((await onBoard(false)).json<User>().onBoard).toBe(false);
  expect([await boardNames(ana), await boardNames(bo)]).toEqual([['Ana'], ['Bo']]);
  expect([await friendNames(ana), await friendNames(bo)]).toEqual([['Bo'], ['Ana']]);
  await onBoard(true);
  expect((await boardNames(bo)).toSorted()).toEqual(['Ana', 'Bo']);
});

test('leaving and rejoining the board notifies no friend [PD-79]', async () => {
  const [ana, bo] = await signUpBoth();
  const all = { budget: true, bank: true, result: true, friend: true };
  await bo.send({ method: 'PUT', url: '/api/notifications/kinds', body: all });
  await accept(bo, ana);
  for (const onBoard of [false, true]) {
    await ana.send({ method: 'PUT', url: '/api/users', body: { onBoard } });
  }
  expect((await bo.send({ url: '/api/notifications' })).json()).toMatchObject({ notifications: [] });
});

test("account deletion deletes the user's friendships, invitation and blocks only", async () => {
  const [ana, bo] = await signUpBoth();
  const cy = await t.signUp({ fullName: 'Cy' });
  await accept(bo, ana);
  await accept(cy, bo);
  const code = await codeOf(ana);
  await ana.send({ method: 'DELETE', url: '/api/user/account' });
  expect(await friendNames(bo)).toEqual(['Cy']);
  expect((await t.app.inject({ url: `/api/invites/${code}` })).statusCode).toBe(404);
});

test('limits guesses to sixty and changes to twenty a minute [SEC-13]', async () => {
  stopWindows();
  const ana = await t.signUp();
  const statusesOf = async (calls: number, send: () => Promise<{ statusCode: number }>) => {
    const statuses: number[] = [];
    for (let call = 0; call < calls; call += 1) statuses.push((await send()).statusCode);
    return new Set(statuses.slice(0, -1)).size === 1 ? [statuses[0], statuses.at(-1)] : statuses;
  };
  const guess = () => t.app.inject({ url: '/api/invites/guess', remoteAddress: '10.1.2.3' });
  expect(await statusesOf(61, guess)).toEqual([404, 429]);
  expect((await t.app.inject({ url: '/api/invites/guess', remoteAddress: '10.1.2.4' })).statusCode).toBe(404);
  expect(await statusesOf(21, () => post(ana, '/api/invite'))).toEqual([200, 429]);
  expect(await statusesOf(21, () => post(ana, '/api/invites/guess/accept'))).toEqual([404, 429]);
});

describe('a change to two users, cut off between its two steps', () => {
  /** While it lasts, no row of this user's friendships can be written. Undoing it lets the job run at once. */
  function breakRowsOf(user: TestUser): () => Promise<void> {
    const mendPool = interceptStatements(t.deps.db.$client, ({ text, values }, send) => {
      const ofAnyone = /^delete from "friendships" where "friendships"."friend_id"/.test(text);
      const isWrite = /^(insert into|delete from) "friendships"/.test(text);
      if (ofAnyone || (isWrite && values[0] === user.id)) throw new Error('cut off');
      return send();
    });
    let isBroken = true;
    const mend = async () => {
      if (!isBroken) return;
      isBroken = false;
      mendPool();
      await t.database.db.$client.query(
        `update pgboss.job set start_after = now() where completed_on is null and name in ('mirror-friendship', 'forget-deleted-user')`,
      );
    };
    onTestFinished(mend);
    return mend;
  }
  /** The second step writes the row of the user with the higher id. */
  const byId = (users: TestUser[]) => users.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const soon = A_WHILE;

  test.each(['inviter', 'guest'])(
    'a friendship begins for both and notifies the inviter, with the %s written second',
    async (second) => {
      const [keeper, mirror] = byId(await signUpBoth()) as [TestUser, TestUser];
      const [inviter, guest] = second === 'inviter' ? [mirror, keeper] : [keeper, mirror];
      const all = { budget: true, bank: true, result: true, friend: true };
      await inviter.send({ method: 'PUT', url: '/api/notifications/kinds', body: all });
      const mend = breakRowsOf(mirror);
      expect((await accept(guest, inviter)).statusCode).toBe(200);
      expect([(await friendNames(keeper)).length, (await friendNames(mirror)).length]).toEqual([1, 0]);
      await mend();
      await expect.poll(async () => (await friendNames(mirror)).length, soon).toBe(1);
      const { notifications } = (await inviter.send({ url: '/api/notifications' })).json<{
        notifications: unknown[];
      }>();
      expect(notifications).toHaveLength(1);
      expect((await guest.send({ url: '/api/notifications' })).json()).toMatchObject({ notifications: [] });
    },
  );

  test.each(['keeper', 'mirror'])('a friendship ends for both: ended by the %s', async (who) => {
    const [keeper, mirror] = byId(await signUpBoth()) as [TestUser, TestUser];
    await accept(keeper, mirror);
    const mend = breakRowsOf(mirror);
    const [user, friend] = who === 'keeper' ? [keeper, mirror] : [mirror, keeper];
    expect((await remove(user, `/api/friends/${friend.id}`)).statusCode).toBe(200);
    expect([(await friendNames(keeper)).length, (await friendNames(mirror)).length]).toEqual([0, 1]);
    await mend();
    await expect.poll(async () => (await friendNames(mirror)).length, soon).toBe(0);
    expect((await accept(keeper, mirror)).statusCode).toBe(200);
  });

  test.each(['keeper', 'mirror'])('a block ends a friendship for both: blocked by the %s', async (who) => {
    const [keeper, mirror] = byId(await signUpBoth()) as [TestUser, TestUser];
    await accept(keeper, mirror);
    const [user, friend] = who === 'keeper' ? [keeper, mirror] : [mirror, keeper];
    const mend = breakRowsOf(friend);
    expect((await post(user, `/api/friends/${friend.id}/block`)).statusCode).toBe(200);
    expect([(await friendNames(user)).length, (await friendNames(friend)).length]).toEqual([0, 1]);
    expect(errorOf(await accept(friend, user))).toBe('INVITE_NOT_FOUND');
    await mend();
    await expect.poll(async () => (await friendNames(friend)).length, soon).toBe(0);
  });

  test('unblocking restores no friendship', async () => {
    const [keeper, mirror] = byId(await signUpBoth()) as [TestUser, TestUser];
    await accept(keeper, mirror);
    const mend = breakRowsOf(keeper);
    await post(mirror, `/api/friends/${keeper.id}/block`);
    expect((await remove(mirror, `/api/friends/${keeper.id}/block`)).statusCode).toBe(500);
    await mend();
    expect((await remove(mirror, `/api/friends/${keeper.id}/block`)).statusCode).toBe(200);
    expect([await friendNames(keeper), await friendNames(mirror)]).toEqual([[], []]);
  });

  test('a deleted user disappears from friends at once, and their rows soon after [DEL-3]', async () => {
    const [ana, bo] = await signUpBoth();
    await accept(bo, ana);
    const mend = breakRowsOf(bo);
    expect((await ana.send({ method: 'DELETE', url: '/api/user/account' })).statusCode).toBe(200);
    expect(await friendNames(bo)).toEqual([]);
    expect(await boardNames(bo)).toEqual(['Bo']);
    await mend();
    const rows = () => t.database.db.select().from(friendships).where(eq(friendships.friendId, ana.id));
    await expect.poll(rows, soon).toEqual([]);
  });

  test('a guest who is deleted while accepting leaves no friend behind [DEL-3]', async () => {
    const [keeper, mirror] = byId(await signUpBoth()) as [TestUser, TestUser];
    const mend = breakRowsOf(mirror);
    await accept(mirror, keeper);
    await t.database.db.delete(users).where(eq(users.id, mirror.id));
    await mend();
    const rows = () => t.database.db.select().from(friendships).where(eq(friendships.userId, keeper.id));
    await expect.poll(rows, soon).toEqual([]);
  });
});
