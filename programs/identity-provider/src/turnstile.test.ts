import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LineTooLong, Turnstile } from './turnstile.ts';

const PLACES = 4;

/** Starts tasks that end when told, and records the order in which they began. */
function watched({ waitingPerCaller = 1_000, waiting = 1_000 } = {}) {
  const turnstile = new Turnstile({ places: PLACES, waitingPerCaller, waiting });
  const begun: string[] = [];
  const running = new Map<string, () => void>();
  const start = async (caller: string, name = caller) =>
    turnstile.run(caller, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => running.set(name, resolve));
      running.delete(name);
    });
  const endAll = async () => {
    for (const end of running.values()) end();
    await tick();
  };
  return { turnstile, start, begun, running, endAll };
}

test('limits tasks at once, keeps each caller’s order, and frees the place of a failure [SEC-17]', async () => {
  const turnstile = new Turnstile({ places: PLACES, waitingPerCaller: 20, waiting: 200 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const all = Array.from({ length: 40 }, (_, index) =>
    turnstile.run(String(index % 8), async () => {
      order.push(index);
      running += 1;
      most = Math.max(most, running);
      await tick();
      running -= 1;
      if (index % 3 === 0) throw new Error('on purpose');
      return index;
    }),
  );
  const results = await Promise.allSettled(all);
  expect(most).toBe(PLACES);
  expect(order).toEqual(Array.from({ length: 40 }, (_, index) => index));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(14);
});

test('a caller’s line never takes a second place, so another caller starts at once [SEC-22]', async () => {
  const { start, begun, endAll } = watched();
  const flood = Array.from({ length: 240 }, async (_, index) => start('flood', `flood ${index}`));
  await tick();
  const other = start('other');
  await tick();
  expect(begun).toEqual(['flood 0', 'other']);
  await endAll();
  await other;
  while (begun.length < 241) await endAll();
  await endAll();
  await Promise.all(flood);
});

test('behind the lines of many callers, a new one waits for one task of each [SEC-22]', async () => {
  const callers = 20;
  const { start, begun, endAll } = watched();
  const flood = Array.from({ length: callers * 10 }, async (_, index) => start(`${index % callers}`));
  await tick();
  const other = start('other');
  while (!begun.includes('other')) await endAll();
  expect(begun.indexOf('other')).toBeLessThanOrEqual(callers);
  while (begun.length < callers * 10 + 1) await endAll();
  await endAll();
  await Promise.all([...flood, other]);
});

test('a line has a longest length, for each caller and for all, and refuses beyond it [SEC-22]', async () => {
  const { start, begun, endAll } = watched({ waitingPerCaller: 2, waiting: 5 });
  const refusal = async (work: Promise<void>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof LineTooLong ? error.statusCode : error),
    );
  const flood = [1, 2, 3].map(async () => start('flood'));
  await tick();
  expect(await refusal(start('flood'))).toBe(429);
  const others = ['a', 'b', 'c', 'd', 'e', 'f'].map(async (caller) => start(caller));
  await tick();
  // Three others run, and three wait behind the flood's two.
  expect(await refusal(start('last'))).toBe(503);
  while (begun.length < 9) await endAll();
  await endAll();
  await Promise.all([...flood, ...others]);
});
