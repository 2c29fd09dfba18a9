import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { TokenBox } from './token-box.ts';

const [old, current] = [
  { id: 'old', key: randomBytes(32) },
  { id: 'current', key: randomBytes(32) },
];

test('a token opens for the row it was sealed for and for no other [SEC-9]', () => {
  const box = new TokenBox([current]);
  const sealed = box.seal('access-token', 'row-1');
  expect(box.open(sealed, 'row-1')).toBe('access-token');
  expect(() => box.open(sealed, 'row-2')).toThrow();
});

test('the first key seals, and tokens sealed with an older one still open [SEC-9]', () => {
  const before = new TokenBox([old]).seal('access-token', 'row-1');
  const rotated = new TokenBox([current, old]);
  expect(rotated.open(before, 'row-1')).toBe('access-token');
  expect(rotated.seal('access-token', 'row-1').keyId).toBe('current');
  expect(() => new TokenBox([current]).open(before, 'row-1')).toThrow(/'old'/);
});

test('a token that was changed does not open, and two seals of one token differ [SEC-9]', () => {
  const box = new TokenBox([current]);
  const { keyId, sealed } = box.seal('access-token', 'row-1');
  expect(box.seal('access-token', 'row-1').sealed.equals(sealed)).toBe(false);
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => box.open({ keyId, sealed: changed }, 'row-1')).toThrow();
  }
});
