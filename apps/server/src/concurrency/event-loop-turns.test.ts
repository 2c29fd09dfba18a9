import { expect, test } from 'vitest';
import { inTurns, turnsOfWork } from './event-loop-turns.ts';

/** Longer than a step may take. */
const LONG_MS = 15;

function workFor(durationMs: number): void {
  const startedAt = performance.now();
  while (performance.now() - startedAt < durationMs);
}

/** Returns how many callbacks of others ran before each part. */
async function othersDuring(
  work: (part: () => void) => Promise<unknown>,
  partMs = LONG_MS,
): Promise<number[]> {
  let [others, isOver] = [0, false];
  const countTurns = () => {
    others += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const seen: number[] = [];
  await work(() => {
    seen.push(others);
    workFor(partMs);
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
])('other work runs between the long parts of %s [SEC-29]', async (_, work) => {
  const [first = NaN, second = NaN, third = NaN] = await othersDuring(work);
  expect(second).toBeGreaterThan(first);
  expect(third).toBeGreaterThan(second);
});

test('other work runs between many short pieces in a row [SEC-29]', async () => {
  const workShortly = async (part: () => void) => {
    const pause = turnsOfWork();
    part();
    await pause();
  };
  const seen = await othersDuring(async (part) => {
    for (let index = 0; index < 10; index += 1) await workShortly(part);
  }, LONG_MS / 5);
  expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? NaN);
});
