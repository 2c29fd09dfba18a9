import type { RouteName } from '@oinkly/contract/endpoints';
import { closeEndedWeeks } from '@oinkly/server/modules/leaderboard/index';
import { rowsOfUser } from '@oinkly/server/test-support/rows-of-user';
import { expectSumsToAgree } from '@oinkly/server/test-support/weekly-sums';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, type Elsewhere } from './check-answer.ts';
import { FuzzUser } from './fuzz-user.ts';
import { jobsThatFailed, openFuzzWorld, type FuzzWorld } from './fuzz-world.ts';
import { plainRequests, requestsTo, routeTable, type FuzzRequest } from './requests.ts';
import { sendRequest } from './send-request.ts';

/*
 * Valid and invalid requests derived from a route's schemas, from a user who owns things and acts in between.
 * Every answer must be in the contract.
 */

/** The sample for `npm test`. */
const SAMPLE = 8;
const RUNS = Number(process.env['FUZZ_RUNS'] ?? SAMPLE);
/** Fixed, so that only a code change can fail the test. A failure prints it with its path. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const PATH = process.env['FUZZ_PATH'];
const ONLY_ROUTE = process.env['FUZZ_ROUTE'];

/** Longer lists would only slow the test. */
const REQUESTS_PER_USER = 250;
/** Includes waiting for a bank and for parallel requests. */
const ANSWER_TIMEOUT_MS = 60_000;
/** The smallest limit. */
const REQUESTS_BETWEEN_LIMITS = 3;

const names = (Object.keys(routeTable) as RouteName[]).filter(
  (name) => ONLY_ROUTE === undefined || name === ONLY_ROUTE,
);
const changing = (Object.keys(routeTable) as RouteName[]).filter(
  (name) =>
    routeTable[name].method !== 'GET' && routeTable[name].access === 'user' && name !== 'deleteAccount',
);

/** Each route gets its own requests, which a new route does not change. */
function seedOf(route: RouteName): number {
  return Buffer.from(route).reduce((seed, byte) => (seed * 31 + byte) | 0, SEED);
}

/** Reading needs something to show. Other requests make what they refer to, which is enough for a sample. */
function ownsAll(route: RouteName): boolean {
  return route !== 'deleteAccount' && (RUNS > SAMPLE || routeTable[route].method === 'GET');
}

interface Figures {
  route: RouteName;
  requests: number;
  succeeded: number;
  refused: number;
}

/** Null in three of four cases. */
const meanwhile = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.oneof(...changing.map(plainRequests)) },
);

let world: FuzzWorld;
let other: FuzzUser;
let othersRows: Record<string, unknown[]>;
let elsewhere: Elsewhere;
const figures: Figures[] = [];

beforeAll(async () => {
  world = await openFuzzWorld();
  other = await FuzzUser.signUp(world);
  world.bank.lingering.add(other.id);
  await other.furnish();
  // Now, because it would otherwise happen later; so would its messages.
  await closeEndedWeeks(world.t.deps, new AbortController().signal);
  expect(await jobsThatFailed(world)).toEqual([]);
  othersRows = await rowsOfUser(world.t.database, other.id);
  const { publicUrl } = world.t.deps;
  elsewhere = { publicUrl, issuerOrigin: world.issuerOrigin, bankPage: 'http://bank.test/link' };
}, 60_000);
afterAll(async () => {
  const total = (of: (one: Figures) => number) => figures.reduce((sum, one) => sum + of(one), 0);
  console.log(
    `From seed ${SEED}: ${total((one) => one.requests)} requests to ${figures.length} routes, ` +
      `${total((one) => one.succeeded)} of them answered as asked and ${total((one) => one.refused)} refused`,
  );
  await world.close();
});

describe.concurrent('any request', () => {
  test.for(names)(
    '%s answers as the contract says, without internals [SEC-2] [SEC-14] [SEC-15]',
    { timeout: 0 },
    async (route) => {
      const startedAt = performance.now();
      const figuresOfRoute: Figures = { route, requests: 0, succeeded: 0, refused: 0 };
      let user = await FuzzUser.signUp(world);
      if (ownsAll(route)) await user.furnish();

      const answerIsRight = async (request: FuzzRequest) => {
        if (figuresOfRoute.requests % REQUESTS_BETWEEN_LIMITS === 0) await world.t.resetRateLimits();
        if (figuresOfRoute.requests % REQUESTS_PER_USER === REQUESTS_PER_USER - 1) {
          user = await FuzzUser.signUp(world);
          if (ownsAll(route)) await user.furnish();
        }
        const { asked, answer } = await sendRequest(world, request, { user, other });
        figuresOfRoute.requests += 1;
        if (answer.status < 400) figuresOfRoute.succeeded += 1;
        else figuresOfRoute.refused += 1;
        const faults = faultsOf(asked, answer, elsewhere);
        if (faults.length > 0) {
          throw new Error(`${asked.method} ${asked.url.slice(0, 500)}: ${faults.join('; ')}`);
        }
      };

      const outcome = await fc.check(
        fc.asyncProperty(meanwhile, requestsTo(route), async (before, request) => {
          if (before !== null) await answerIsRight(before);
          await answerIsRight(request);
        }),
        {
          seed: seedOf(route),
          plugins: [fc.timeout(ANSWER_TIMEOUT_MS)],
          numRuns: RUNS,
          ...(PATH !== undefined && { path: PATH }),
        },
      );
      if (outcome.failed) {
        const repeat = `FUZZ_SEED=${SEED} FUZZ_ROUTE=${route} FUZZ_RUNS=${RUNS} npm run fuzz`;
        const alone = `with FUZZ_PATH=${outcome.counterexamplePath ?? ''}, the one request`;
        throw new Error(
          `${await fc.asyncDefaultReportMessage(outcome)}\nTo repeat it: ${repeat} (${alone})`,
          {
            cause: outcome.errorInstance,
          },
        );
      }
      figures.push(figuresOfRoute);
      console.log(
        `${route}: ${figuresOfRoute.requests} requests, ${figuresOfRoute.succeeded} as asked, ${figuresOfRoute.refused} refused, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
      );
      if (PATH === undefined) expect(figuresOfRoute.succeeded).toBeGreaterThan(0);
    },
  );
});

test(
  'afterwards all totals are right, no job failed, and other users are unchanged [SEC-1]',
  { timeout: 0 },
  async () => {
    expect(await jobsThatFailed(world)).toEqual([]);
    await expectSumsToAgree(world.t.database);
    expect(await rowsOfUser(world.t.database, other.id)).toEqual(othersRows);
  },
);
