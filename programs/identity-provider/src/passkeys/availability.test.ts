import { expect, test } from 'vitest';
import { findPasskeyObstacle } from './availability.ts';

test.each([
  ['https://oinkly.example/idp', undefined],
  ['http://localhost:3000/idp', undefined],
  ['http://oinkly.localhost:3000/idp', undefined],
  ['http://raspberry.local:3000/idp', 'plain-http'],
  ['http://notlocalhost/idp', 'plain-http'],
  ['http://127.0.0.1:3000/idp', 'no-name'],
  ['https://192.168.1.20/idp', 'no-name'],
  ['https://[2001:db8::1]/idp', 'no-name'],
])('passkeys at %s: %s', (issuer, obstacle) => {
  expect(findPasskeyObstacle(new URL(issuer))).toBe(obstacle);
});
