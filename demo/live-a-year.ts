import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { DemoConfig } from './config.ts';
import type { Demo } from './demo-folder.ts';
import type { DemoServer } from './demo-server.ts';
import { putSignUpsBack } from './put-back.ts';
import { signUpAnew, type Visitor } from './visitor.ts';

const WEEKS_BEHIND = 52;
const WEEK_MS = 7 * 86_400_000;

/**
 * Creates accounts, banks and friendships over HTTP, moves them back a year, and lets the server close the weeks since. Restarts after an
 * interruption. `start` starts the server, which is stopped at the end; `print` receives progress.
 */
export async function liveAYear(
  { origin, dataDir }: DemoConfig,
  { hero, friends }: Demo,
  { start, print }: { start: () => Promise<DemoServer>; print: (line: string) => void },
): Promise<void> {
  const aYearAgo = new Date(Date.now() - WEEKS_BEHIND * WEEK_MS);
  const visitors: Visitor[] = [];
  print('Creating accounts and linking their banks …');
  const first = await start();
  for (const person of [hero, ...friends]) visitors.push(await signUpAnew(origin, person));
  for (const visitor of visitors) await moveIn(visitor);
  await befriend(visitors);
  print('Importing transactions …');
  for (const visitor of visitors) await visitor.untilImported();
  await first.stop();

  await putSignUpsBack(dataDir, aYearAgo);

  print('Closing a year of weeks …');
  const second = await start();
  // Reading the leaderboard closes all of a user's ended weeks.
  for (const { call } of visitors) await call('GET', '/api/leaderboard');
  await second.stop();
}

/** Completes onboarding and links a bank. */
async function moveIn({ person, call, linkBank }: Visitor): Promise<void> {
  await call('PUT', '/api/users', {
    fullName: person.fullName,
    weeklyBudget: person.weeklyBudget,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    signupCompleted: true,
  });
  await linkBank();
}

/** The first user invites the others, who accept. */
async function befriend([hero, ...friends]: Visitor[]): Promise<void> {
  if (!hero) return;
  const { code } = (await hero.call('GET', '/api/invite')) as RouteResponse<'getInvite'>;
  for (const { call } of friends) await call('POST', `/api/invites/${code}/accept`);
}
