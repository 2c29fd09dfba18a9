import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { findPasswordFlaw, MIN_PASSWORD_LENGTH } from './password-rules.ts';

const EMAIL = 'ana.lopez@example.com';

test.each([
  'three little pigs',
  'correct staple battery horse',
  'Zq7#mv2!Kp',
  'ein sehr stiller dienstag',
  'möhreneintopf mit speck',
  '豚の貯金箱を毎週いっぱいにする',
  'abcdefg and then rain',
  'aXbaXbaYbaZb',
  'hello from a small pig',
  'summer rain on the roof',
  'qwertz klavier montag',
])('an unlisted password is accepted without capitals or digits: %j [SEC-17]', (password) => {
  expect(findPasswordFlaw(password, EMAIL)).toBeUndefined();
});

test.each([
  ['short', 'too-short'],
  ['123456789', 'too-short'],
  ['🐖🐖🐖🐖🐖🐖🐖🐖🐖', 'too-short'],
  ['x'.repeat(1001), 'too-long'],
  ['ana.lopez@example.com', 'is-email'],
  ['ANA.LOPEZ@example.com', 'is-email'],
  ['AnaLopez2026', 'is-email'],
  ['iloveyou1234', 'too-common'],
  ['Basketball1', 'too-common'],
  ['correct horse battery staple', 'too-common'],
  ['P@ssw0rd2026!', 'too-common'],
  ['!!!!sunshine', 'too-common'],
  ['sunshinesunshine', 'too-common'],
  ['zzzzzzzzzzzz', 'too-common'],
  ['abcabcabcabc', 'too-common'],
  ['1234567890', 'too-common'],
  ['0987654321', 'too-common'],
  ['abcdefghijkl', 'too-common'],
  ['qwertyuiop123456', 'too-common'],
  ['1q2w3e4r5t', 'too-common'],
  ['trustno1trustno1', 'too-common'],
  ['hello123hello', 'too-common'],
  ['abcd1234abcd', 'too-common'],
  ['a1b2c3d4e5', 'too-common'],
  ['qwer1234qwer', 'too-common'],
  ['123qweasdzxc', 'too-common'],
  ['00000000001', 'too-common'],
  ['k7Wm2xk7Wm2x', 'too-common'],
  ['xyz'.repeat(300), 'too-common'],
  ['ｐａｓｓｗｏｒｄ１２３', 'too-common'],
  ['', 'empty'],
])('the password %j is refused as %s [SEC-17]', (password, flaw) => {
  expect(findPasswordFlaw(password, EMAIL)).toBe(flaw);
});

test('the list has hundreds of passwords, all long enough and in lower case [SEC-17]', () => {
  expect(commonPasswords.size).toBeGreaterThan(800);
  for (const password of commonPasswords) {
    expect(password).toBe(password.toLowerCase());
    expect(findPasswordFlaw(password, EMAIL)).toBe(
      Array.from(password).length < MIN_PASSWORD_LENGTH ? 'too-short' : 'too-common',
    );
  }
});
