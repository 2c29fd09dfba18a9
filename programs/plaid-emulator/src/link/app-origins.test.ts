import { describe, expect, test } from 'vitest';
import { appOrigins } from './app-origins.ts';
import { formTarget } from './send-page.ts';

describe('the apps that may open Link', () => {
  test('are by default all that a browser allows, never one at an IPv6 address', () => {
    const apps = appOrigins('https://bank.example:8443/plaid', undefined);
    for (const origin of ['https://bank.example:8443', 'http://localhost:3000', 'https://127.0.0.1']) {
      expect(apps.includes(origin), origin).toBe(true);
    }
    for (const origin of [
      'http://[::1]:3000',
      'https://bank.example',
      'http://localhost.example',
      'null',
      '',
    ]) {
      expect(apps.includes(origin), origin).toBe(false);
    }
    expect(apps.sources).toBe(
      'https://bank.example:8443 http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*',
    );
  });

  test('cannot be at an IPv6 address of another server', () => {
    const list = ['http://localhost:3000', 'http://[::1]:3000'];
    expect(() => appOrigins('http://localhost:4100', list)).toThrow(RangeError);
    expect(appOrigins('http://localhost:4100', []).sources).toBe("'none'");
  });

  test('include the server’s own origin, also at an IPv6 address', () => {
    const apps = appOrigins('http://[::1]:4100', undefined);
    expect(apps.includes('http://[::1]:4100')).toBe(true);
    expect(apps.sources).toMatch(/^'self' http:\/\/localhost/);
    expect(appOrigins('http://[::1]:4100', ['http://[::1]:4100']).sources).toBe("'self'");
  });
});

test.each([
  ['https://oinkly.example/back?x=1', ' https://oinkly.example'],
  ['oinkly://back', ' oinkly:'],
  ['http://[::1]:3000/back', ' http:'],
  [null, ''],
])('the policy of a form that leads to %s allows “%s”', (address, source) => {
  expect(formTarget(address)).toBe(source);
});
