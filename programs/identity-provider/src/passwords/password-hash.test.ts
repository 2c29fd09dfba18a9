import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

test('a password matches its own hash and no other [SEC-17]', async () => {
  const hash = await hashPassword('three little pigs');
  expect(await verifyPassword('three little pigs', hash)).toBe(true);
  expect(await verifyPassword('three little pigs ', hash)).toBe(false);
  expect(await verifyPassword('', undefined)).toBe(false);
});

test('a password entered on another system matches in any Unicode form', async () => {
  const hash = await hashPassword('sch\u00f6nes wetter');
  expect(await verifyPassword('scho\u0308nes wetter', hash)).toBe(true);
});

test('a hash made with other parameters can still be checked', async () => {
  // Test vector of the reference implementation: argon2id of 'password', salt 'somesalt', t=2, m=64 MiB, p=1.
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword('password', reference)).toBe(true);
});
