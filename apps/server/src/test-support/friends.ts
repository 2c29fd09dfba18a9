import { friendships } from '../db/tables/friends.tables.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** Signs up a user with a weekly budget of $100. */
export async function newUser(t: TestApp, fullName: string, timeZone?: string): Promise<TestUser> {
  const user = await t.signUp({ fullName, ...(timeZone !== undefined && { timeZone }) });
  await user.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 100 } });
  return user;
}

/** Makes the first user a friend of each other one. */
export async function befriend(t: TestApp, one: TestUser, ...others: readonly TestUser[]): Promise<void> {
  const createdAt = t.deps.clock();
  await t.database.db.insert(friendships).values(
    others.flatMap(({ id }) => [
      { userId: one.id, friendId: id, createdAt },
      { userId: id, friendId: one.id, createdAt },
    ]),
  );
}
