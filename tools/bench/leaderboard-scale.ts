import { startLocalPostgres } from '@oinkly/local-postgres';
import { IDENTITY_PART } from '@oinkly/server/db/identity-part';
import { buildServer } from '@oinkly/server/app';
import { closePool, openPool } from '@oinkly/server/db/database';
import { JobQueue } from '@oinkly/server/jobs/job-queue';
import { closeEndedWeeks } from '@oinkly/server/modules/leaderboard/close-weeks.service';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startBuiltServer, type BuiltServer } from './built-server.ts';
import { preparePlace, type Place } from './place.ts';
import { ms, newReport, ratio } from './report.ts';
import { percentile, timeInTurn } from './timing.ts';

/* Whether a board slows down with more users: a small and a large database in turn, with equally many friends per viewer. */

const FEW = 1_000;
/** `BENCH_PEOPLE` shrinks the large crowd to save minutes and gigabytes. */
const MANY = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000);
const FRIENDS = 50;
const VIEWERS = 400;
const CLOSING_USERS = 200;
const ROUNDS = 4;
const WEEK_MS = 7 * 86_400_000;

const count = (number: number) => number.toLocaleString('en-US');
const figure = (times: readonly number[]) =>
  `p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}`;
const { report, print } = newReport();
const folders: string[] = [];
try {
  const few = await placeOf(FEW);
  const startedAt = performance.now();
  const many = await placeOf(MANY);
  console.log(`Created ${count(MANY)} users in ${Math.round((performance.now() - startedAt) / 1000)} s.`);

  const boards = await timeBoards(few, many);
  for (const look of ['first', 'second'] as const) {
    const [fewTimes, manyTimes] = [boards.few[look], boards.many[look]];
    const [fewP50, manyP50] = [percentile(fewTimes, 0.5), percentile(manyTimes, 0.5)];
    report(
      `GET /api/leaderboard with ${FRIENDS} friends among ${count(MANY)} users, ${look} request`,
      figure(manyTimes),
      'ratio ≤ 1.5',
      `among ${count(FEW)}: ${figure(fewTimes)}, ratio of p50 ${(manyP50 / fewP50).toFixed(2)}`,
    );
  }

  const closed = await measureClosing(few, many);
  const rate = (perSecond: number) => `${count(Math.round(perSecond))} users/s`;
  report(
    `closing the week of ${count(ROUNDS * CLOSING_USERS)} out of ${count(MANY)} users`,
    rate(closed.many),
    'ratio ≤ 1.5',
    `out of ${count(FEW)}: ${rate(closed.few)}, ${ratio(closed.few, closed.many)}`,
  );
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
print();

async function placeOf(users: number): Promise<Place> {
  const place = await preparePlace({ users, viewers: VIEWERS, friendsEach: FRIENDS });
  folders.push(place.dataDir);
  return place;
}

interface Looks {
  /** The viewer's friends are not in the cache yet. */
  first: number[];
  /** Follows right after the first. */
  second: number[];
}

async function timeBoards(few: Place, many: Place): Promise<{ few: Looks; many: Looks }> {
  const servers = [await startBuiltServer(few.dataDir), await startBuiltServer(many.dataDir)] as const;
  try {
    const looksAt = ({ cookies }: Place, { origin }: BuiltServer) =>
      cookies.flatMap((cookie) => {
        const look = { address: `${origin}/api/leaderboard`, cookie };
        return [look, look];
      });
    const [fewTimes = [], manyTimes = []] = await timeInTurn([
      looksAt(few, servers[0]),
      looksAt(many, servers[1]),
    ]);
    return { few: looksOf(fewTimes), many: looksOf(manyTimes) };
  } finally {
    for (const server of servers) await server.stop();
  }
}

function looksOf(times: readonly number[]): Looks {
  return {
    first: times.filter((_, index) => index % 2 === 0),
    second: times.filter((_, index) => index % 2 === 1),
  };
}

/** Returns closed weeks per second. */
async function measureClosing(few: Place, many: Place): Promise<{ few: number; many: number }> {
  const closings = [await openClosing(few), await openClosing(many)] as const;
  try {
    const tookMs = [0, 0] as [number, number];
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const index of [0, 1] as const) {
        const roundMs = await closings[index].closeWeeks(round);
        // The first round warms up.
        if (round > 0) tookMs[index] += roundMs;
      }
    }
    const perSecond = (ms: number) => (ROUNDS * CLOSING_USERS * 1000) / ms;
    return { few: perSecond(tookMs[0]), many: perSecond(tookMs[1]) };
  } finally {
    for (const { close } of closings) await close();
  }
}

/** The returned `closeWeeks` ends and closes a week of other users per round and returns the time in ms. */
async function openClosing({ users, dataDir }: Place) {
  const postgres = await startLocalPostgres({
    dataDir: join(dataDir, 'postgres'),
    parts: [IDENTITY_PART],
    opensSuperuser: true,
  });
  const db = openPool(postgres.superuserConnectionString, (error) => console.error(error));
  const { log } = buildServer({ logLevel: 'warn' });
  // The queue is never opened, so no notifications are sent.
  const queue = new JobQueue(postgres.superuserConnectionString, (problem) => console.error(problem));
  const { rows: ids } = await db.$client.query<{ id: string }>(
    `select id from (select id, row_number() over (order by id) as n from users) as numbered where n % $1 = 0 order by n`,
    [Math.floor(users / (CLOSING_USERS * (ROUNDS + 1)))],
  );
  return {
    closeWeeks: async (round: number): Promise<number> => {
      const ofRound = ids.filter((_, index) => index % (ROUNDS + 1) === round).slice(0, CLOSING_USERS);
      await db.$client.query(`update users set next_week_close_at = 'epoch' where id = any($1)`, [
        ofRound.map(({ id }) => id),
      ]);
      const inAWeek = new Date(Date.now() + WEEK_MS);
      const startedAt = performance.now();
      await closeEndedWeeks(
        { db, clock: () => inAWeek, log, queue, ledgerListeners: [] },
        new AbortController().signal,
      );
      const tookMs = performance.now() - startedAt;
      const { rowCount } = await db.$client.query('select from weekly_results where closed_at = $1', [
        inAWeek,
      ]);
      if (rowCount !== CLOSING_USERS)
        throw new Error(`${rowCount ?? 0} of ${CLOSING_USERS} users are closed`);
      return tookMs;
    },
    close: async () => {
      await closePool(db, 0);
      await postgres.stop();
    },
  };
}
