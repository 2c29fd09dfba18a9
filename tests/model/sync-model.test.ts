import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Counts } from './bank-world.ts';
import { PROVIDERS } from './model-bank.ts';
import { runHistory } from './run-history.ts';
import { histories } from './steps.ts';
import { openWorld, type World } from './world.ts';

/** Of each provider. The default is the sample for `npm test`. */
const COUNT = Number(process.env['MODEL_HISTORIES'] ?? 25);
/** The other provider's histories are left out. */
const ONLY_PROVIDER = process.env['MODEL_PROVIDER'];
/** Fixed, so that only a code change can fail the test. */
const FIRST_SEED = Number(process.env['MODEL_FIRST_SEED'] ?? 1);
/** Runs one history again by the seed that a failure printed. */
const ONLY_SEED = process.env['MODEL_SEED'];
/** One history runs while another waits for the database. */
const LANES = 4;
const HISTORY_TIMEOUT_MS = 60_000;
const SHRINKING_MS = 60_000;

/** What a sample may lack. */
const RARE: (keyof Counts)[] = ['exchanges', 'continuations'];
/** What a provider's banks never do. */
const IMPOSSIBLE: Record<(typeof PROVIDERS)[number], (keyof Counts)[]> = {
  plaid: ['absences', 'exchanges'],
  simplefin: ['mutations', 'continuations'],
};

/** Runs a seed's history. A single one is shrunk on failure. */
async function runSeed(world: World, seed: number): Promise<void> {
  try {
    await fc.assert(
      fc.asyncProperty(histories, (history) => runHistory(world, history)),
      {
        seed,
        numRuns: 1,
        endOnFailure: ONLY_SEED === undefined,
        plugins: [
          fc.timeout(HISTORY_TIMEOUT_MS),
          ...(ONLY_SEED === undefined ? [] : [fc.interruptAfterTimeLimit(SHRINKING_MS)]),
        ],
      },
    );
  } catch (error) {
    console.error(
      `The history of seed ${seed} failed. To run it alone: MODEL_PROVIDER=${world.providerId} MODEL_SEED=${seed} npm run test:model`,
    );
    throw error;
  }
}

test.each(PROVIDERS.filter((id) => ONLY_PROVIDER === undefined || id === ONLY_PROVIDER))(
  'all histories with %s match the reference [PD-3] [PD-4] [PD-5] [PD-6] [PD-7] [PD-8] [PD-9] [PD-73] [IM-1]',
  { timeout: 0 },
  async (providerId) => {
    const world = await openWorld(providerId);
    onTestFinished(() => world.close());
    if (ONLY_SEED !== undefined) return runSeed(world, Number(ONLY_SEED));
    const startedAt = performance.now();
    let next = 0;
    let hasFailed = false;
    const runLane = async () => {
      while (next < COUNT && !hasFailed) {
        await runSeed(world, (FIRST_SEED + next++) | 0).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, runLane));
    for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
    const { counts } = world;
    const reported = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${providerId}, from seed ${FIRST_SEED}, in ${seconds} s: ${reported.join(', ')}`);
    expect(counts.histories).toBe(COUNT);
    const expected = new Set<string>([...IMPOSSIBLE[providerId], ...(COUNT < 500 ? RARE : [])]);
    const missing = Object.entries(counts).filter(([what, count]) => count === 0 && !expected.has(what));
    expect(missing).toEqual([]);
  },
);
