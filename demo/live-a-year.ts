import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { DemoConfig } from './config.ts';
import type { Demo } from './demo-folder.ts';
import type { DemoServer } from './demo-server.ts';
import { putSignUpsBack } from './put-back.ts';
import { signUpAnew, type Visitor } from './visitor.ts';

const WEEKS_BEHIND = 52;
const WEEK_MS = 7 * 86_400_000;

/**
 * Signs everybody up, links their banks and makes them friends, over HTTP as a browser would; then lets that have been a year ago, and the
 * server settle the weeks since from what the banks told. Begun again after it was interrupted, it starts from nothing. `start` starts the
 * server on the demo's folder, and none runs when this ends; `tell` takes lines for whoever waits.
 */
export async function liveAYear(
  { origin, dataDir }: DemoConfig,
  { hero, friends }: Demo,
  { start, tell }: { start: () => Promise<DemoServer>; tell: (line: string) => void },
): Promise<void> {
  const aYearAgo = new Date(Date.now() - WEEKS_BEHIND * WEEK_MS);
  const visitors: Visitor[] = [];
  tell('Signing everybody up and linking their banks …');
  const first = await start();
  for (const person of [hero, ...friends]) visitors.push(await signUpAnew(origin, person));
  for (const visitor of visitors) await moveIn(visitor);
  await befriend(visitors);
  tell('Reading what their banks tell …');
  for (const visitor of visitors) await visitor.untilImported();
  await first.stop();

  await putSignUpsBack(dataDir, aYearAgo);

  tell('Settling the weeks of a year …');
  const second = await start();
  // Whoever looks at their board has all weeks settled that have ended.
  for (const { call } of visitors) await call('GET', '/api/leaderboard');
  await second.stop();
}

/** What a newcomer says in onboarding, and the bank that they link. */
async function moveIn({ person, call, linkBank }: Visitor): Promise<void> {
  await call('PUT', '/api/users', {
    fullName: person.fullName,
    weeklyBudget: person.weeklyBudget,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    signupCompleted: true,
  });
  await linkBank();
}

/** The first invites the others, who accept. */
async function befriend([hero, ...friends]: Visitor[]): Promise<void> {
  const { code } = (await hero?.call('GET', '/api/invite')) as RouteResponse<'getInvite'>;
  for (const { call } of friends) await call('POST', `/api/invites/${code}/accept`);
}
