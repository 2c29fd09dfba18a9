import { expect, test } from 'vitest';
import { isNamedHere } from './host-header.ts';

test.each([
  ['localhost:9464', true],
  ['LOCALHOST', true],
  ['127.0.0.1:9464', true],
  ['[::1]:9464', true],
  ['192.0.2.7', true],
  ['metrics.internal:9464', true],
  ['evil.example', false],
  ['evil.example:9464', false],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
  ['localhost@evil.example', false],
  ['a b', false],
  ['', false],
  [undefined, false],
])('the Host header %j names the metrics’ listener: %s [SEC-19]', (header, is) => {
  expect(isNamedHere(header, 'Metrics.internal')).toBe(is);
});
