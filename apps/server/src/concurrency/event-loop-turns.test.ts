import { expect, test } from 'vitest';
import { inTurns, turnsOfWork } from './event-loop-turns.ts';

/** Longer than a step may take. */
function workLong(): void {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 15);
}

/** Returns how many callbacks of others ran before each part. */
async function othersDuring(work: (part: () => void) => Promise<unknown>): Promise<number[]> {
  let [others, isOver] = [0, false];
  const keepOn = () => {
    others += 1;
    if (!isOver) setImmediate(keepOn);
  };
  setImmediate(keepOn);
  const seen: number[] = [];
  await work(() => {
    seen.push(others);
    workLong();
  });
  isOver = true;
  return seen;
}

test.each<[string, (part: () => void) => Promise<unknown>]>([
  [
    'a generator',
    (part) =>
      inTurns(
        (function* () {
          for (let index = 0; index < 3; index += 1) {
            part();
            yield;
          }
        })(),
      ),
  ],
  [
    'a loop',
    async (part) => {
      const pause = turnsOfWork();
      for (let index = 0; index < 3; index += 1) {
        part();
        await pause();
      }
    },
  ],
])('others run between the long parts of %s [SEC-29]', async (_, work) => {
  const [first = NaN, second = NaN, third = NaN] = await othersDuring(work);
  expect(second).toBeGreaterThan(first);
  expect(third).toBeGreaterThan(second);
});
