import { expect, test } from 'vitest';
import { AppError } from '../app-error.ts';
import { networkOf, RateLimit } from './rate-limit.ts';

function limited(times: number) {
  let nowMs = 0;
  const limit = new RateLimit({ times, windowMs: 60_000 }, () => new Date(nowMs));
  const isRefused = (key: string) => {
    try {
      limit.check(key);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: 'RATE_LIMITED' });
      return error instanceof AppError && error.retryAfterSeconds;
    }
  };
  return { limit, isRefused, pass: (ms: number) => (nowMs += ms) };
}

test('what is too much is refused until the window ends, which the refusal tells in seconds [SEC-13]', () => {
  const { limit, isRefused, pass } = limited(2);
  limit.count('a');
  pass(10_000);
  expect(isRefused('a')).toBe(false);
  limit.count('a');
  expect(isRefused('a')).toBe(50);
  pass(49_999);
  expect(isRefused('a')).toBe(1);
  pass(1);
  expect(isRefused('a')).toBe(false);
});

test('everybody has an allowance of their own [SEC-13]', () => {
  const { limit, isRefused } = limited(1);
  limit.count('a');
  expect([isRefused('a'), isRefused('b')]).toEqual([60, false]);
});

test('however many come, only so many are remembered', () => {
  const { limit, isRefused } = limited(1);
  limit.count('first');
  for (let key = 0; key < 10_000; key += 1) limit.count(String(key));
  expect([isRefused('first'), isRefused('9999')]).toEqual([false, 60]);
});

test.each([
  ['10.0.0.7', '10.0.0.7'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the address %s counts as the network %s [SEC-13]', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
