import { expect, test } from 'vitest';
import { hasHiddenCharacters, isEmail, normalizeEmail } from './email-address.ts';

test.each([
  'ana@example.com',
  'ana+oink@mail.example.co.uk',
  'o’brien@example.ie',
  'jürgen@müller.de',
  'a@b.co',
])('%j can be an email', (email) => {
  expect(isEmail(email)).toBe(true);
});

test.each([
  '',
  'ana',
  'ana@',
  '@example.com',
  'ana@example',
  'ana@@example.com',
  'ana@example..com',
  'ana@-example.com',
  'ana lopez@example.com',
  'ana@example.com, bo@example.com',
  'ana\u0000@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ana@${'a'.repeat(250)}.com`,
])('%j cannot be an email', (email) => {
  expect(isEmail(email)).toBe(false);
});

test.each(['ana\u202e@example.com', 'ana\u200b@example.com', 'ana@exam\u00adple.com', 'ana@\u3164.com'])(
  '%j has hidden characters',
  (email) => {
    expect(hasHiddenCharacters(email)).toBe(true);
  },
);

test('an email in any script has no hidden characters', () => {
  expect(hasHiddenCharacters('möhre@例え.jp')).toBe(false);
});

test.each(['  Ana@Example.COM ', 'ana@ｅｘａｍｐｌｅ.com', 'ana@exam\u{1d4c5}le.com', 'ana＠example．com'])(
  '%j is the same email as ana@example.com, because its mail arrives there',
  (email) => {
    expect(normalizeEmail(email)).toBe('ana@example.com');
  },
);
