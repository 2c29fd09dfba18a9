import { expect, test } from 'vitest';
import { isEmail, normalizeEmail } from './email-address.ts';

test.each([
  'ana@example.com',
  'ana+oink@mail.example.co.uk',
  'o’brien@example.ie',
  'jürgen@müller.de',
  'a@b.co',
])('%j can be an e-mail', (email) => {
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
])('%j cannot be an e-mail', (email) => {
  expect(isEmail(email)).toBe(false);
});

test('space around it and capitals make no other e-mail', () => {
  expect(normalizeEmail('  Ana@Example.COM ')).toBe('ana@example.com');
});
