import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashOfToken, newSecretToken, newUserToken, userOfToken } from './secret-token.ts';

test("a user's token names its user and has 256 random bits", () => {
  const userId = randomUUID();
  const [one, other] = [newUserToken(userId), newUserToken(userId)];
  expect([userOfToken(one.token), userOfToken(other.token)]).toEqual([userId, userId]);
  expect(Buffer.from(one.token, 'base64url')).toHaveLength(16 + 32);
  expect(one.token.slice(22)).not.toBe(other.token.slice(22));
  expect(one.hash).toEqual(hashOfToken(one.token));
});

test.each([newSecretToken().token, '', 'x'.repeat(63), `${'x'.repeat(63)}'`])(
  'another text names no user: %s',
  (token) => {
    expect(userOfToken(token)).toBe(null);
  },
);
