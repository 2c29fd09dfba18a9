import { expect, test } from 'vitest';
import { shareOutcome } from './share-outcome.ts';

/** Work that ends when told. */
function held() {
  const runs: PromiseWithResolvers<string>[] = [];
  let nowMs = 0;
  const ask = shareOutcome(
    async () => {
      const run = Promise.withResolvers<string>();
      runs.push(run);
      return run.promise;
    },
    { ageMs: 1_000, now: () => nowMs },
  );
  return { runs, ask, wait: (ms: number) => (nowMs += ms) };
}

test('callers share one run, and its outcome until it is too old', async () => {
  const { runs, ask, wait } = held();
  const first = Array.from({ length: 100 }, ask);
  wait(5_000);
  first.push(ask());
  expect(runs).toHaveLength(1);
  runs[0]?.resolve('well');
  expect(new Set(await Promise.all(first))).toEqual(new Set(['well']));
  wait(999);
  await ask();
  expect(runs).toHaveLength(1);
  wait(1);
  const later = ask();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve('still well');
  expect(await later).toBe('still well');
});

test('callers share a failure, and the next run can succeed', async () => {
  const { runs, ask, wait } = held();
  const failing = [ask(), ask()];
  runs[0]?.reject(new Error('no database'));
  for (const one of failing) await expect(one).rejects.toThrow('no database');
  await expect(ask()).rejects.toThrow('no database');
  wait(1_000);
  const later = ask();
  runs[1]?.resolve('well');
  expect(await later).toBe('well');
  expect(runs).toHaveLength(2);
});
