import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurnstile } from './turnstile.ts';

test('limits tasks at once, keeps the order, and frees the place of a failure [SEC-17]', async () => {
  const inTurn = createTurnstile(4);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const all = Array.from({ length: 20 }, (_, index) =>
    inTurn(async () => {
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
  expect(most).toBe(4);
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7);
});
