import type { RouteResponse } from '@oinkly/contract/endpoints';
import { randomBytes } from 'node:crypto';
import type { DemoConfig } from './config.ts';
import type { Demo } from './demo-folder.ts';
import type { DemoServer } from './demo-server.ts';
import { fillInboxes, putSignUpsBack } from './put-back.ts';
import { createDemoUser, type DemoUser } from './demo-user.ts';

const WEEKS_BEHIND = 52;
const WEEK_MS = 7 * 86_400_000;
const PACTS = 2;

/**
 * Creates accounts, banks and friendships over HTTP, moves them back a year, and lets the server close the weeks since. Restarts after an
 * interruption. Stops the server at the end.
 */
export async function liveAYear(
  { origin, dataDir }: DemoConfig,
  { hero, friends }: Demo,
  { start, print }: { start: () => Promise<DemoServer>; print: (line: string) => void },
): Promise<void> {
  const aYearAgo = new Date(Date.now() - WEEKS_BEHIND * WEEK_MS);
  const users: DemoUser[] = [];
  print('Creating accounts and linking their banks …');
  const first = await start();
  for (const profile of [hero, ...friends]) users.push(await createDemoUser(origin, profile));
  for (const browser of users) await moveIn(browser);
  await befriend(users, origin);
  print('Importing transactions …');
  for (const browser of users) await browser.untilImported();
  await first.stop();

  await putSignUpsBack(dataDir, aYearAgo);

  print('Closing a year of weeks …');
  const second = await start();
  // Reading the leaderboard closes all of a user's ended weeks.
  for (const { call } of users) await call('GET', '/api/leaderboard');
  await second.stop();
  await fillInboxes(dataDir, new Date());
}

async function moveIn({ profile, call, linkBank }: DemoUser): Promise<void> {
  await call('PUT', '/api/users', {
    fullName: profile.fullName,
    weeklyBudget: profile.weeklyBudget,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    signupCompleted: true,
  });
  await linkBank();
}

/** Some friends propose one, and the hero agrees. */
async function makePacts(hero: DemoUser, friends: readonly DemoUser[]): Promise<void> {
  for (const { call } of friends.slice(0, PACTS)) {
    const circle = (await call('GET', '/api/friends')) as RouteResponse<'listFriends'>;
    for (const { userId } of circle.friends) await call('PUT', `/api/pacts/${userId}`);
  }
  const { pacts } = (await hero.call('GET', '/api/pacts')) as RouteResponse<'listPacts'>;
  for (const { userId } of pacts) await hero.call('PUT', `/api/pacts/${userId}`);
}

async function befriend([hero, ...friends]: DemoUser[], origin: string): Promise<void> {
  if (!hero) return;
  const { code } = (await hero.call('GET', '/api/invite')) as RouteResponse<'getInvite'>;
  for (const { call } of friends) await call('POST', `/api/invites/${code}/accept`);
  await hero.untilFriends(friends.length);
  for (const friend of friends) await friend.untilFriends(1);
  await makePacts(hero, friends);
  await joinAsGuest(origin, code);
}

async function joinAsGuest(origin: string, code: string): Promise<void> {
  const answer = await fetch(new URL(`/api/invites/${code}/guest`, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ name: 'Mia', secret: randomBytes(32).toString('base64url') }),
  });
  if (!answer.ok) throw new Error(`The guest could not join: ${answer.status}`);
}
