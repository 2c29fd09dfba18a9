import { expect, test } from 'vitest';
import { safeReturnPath } from './return-path.ts';

test.each([
  '/',
  '/my-account',
  '/expenses?week=2026-06-01&q=a%20b',
  '/invite/abc',
  '/api/plaid/create-link-token',
])('the page %s is returned to [SEC-5]', (path) => {
  expect(safeReturnPath(path)).toBe(path);
});

test.each([
  undefined,
  '',
  'my-account',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5Cevil.example',
  '/%2F/evil.example',
  '%2F%2Fevil.example',
  'https://evil.example',
  'https:evil.example',
  'http://user:pass@evil.example/',
  '@evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/x/..//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/a/%2e%2e//evil.example',
  '/.\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%0d%0aSet-Cookie:x=y',
  '/%zz',
  '/api/login',
  '/api/logout',
  '/api/%6cogout',
  '/%61pi/logout',
  '/x/../api/logout',
  '/api/export/expenses.csv',
  '/api',
])('%j leads to the front page instead [SEC-5]', (path) => {
  expect(safeReturnPath(path)).toBe('/');
});
