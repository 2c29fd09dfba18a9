import { expect, test } from 'vitest';
import { readServers } from './simplefin.ts';

test('only SimpleFIN’s own servers are called unless the operator names others [SEC-21] [SEC-33]', () => {
  const bridge = {
    serverUrl: 'https://bridge.simplefin.org/simplefin',
    trustedOrigins: [],
    allowedHosts: ['bridge.simplefin.org', 'beta-bridge.simplefin.org'],
    allowsAnyHost: false,
  };
  expect(readServers({})).toEqual(bridge);
  expect(readServers({ SIMPLEFIN_URL: 'http://10.0.0.2/simplefin/' })).toEqual({
    serverUrl: 'http://10.0.0.2/simplefin',
    trustedOrigins: ['http://10.0.0.2'],
    allowedHosts: [],
    allowsAnyHost: false,
  });
  const list = 'https://money.example/simplefin, https://bridge.simplefin.org/simplefin';
  expect(readServers({ SIMPLEFIN_URL: list })).toEqual({
    ...bridge,
    serverUrl: 'https://money.example/simplefin',
    trustedOrigins: ['https://money.example'],
  });
  expect(readServers({ SIMPLEFIN_URL: 'any' })).toEqual({ ...bridge, allowsAnyHost: true });
  expect(readServers({ SIMPLEFIN_URL: 'off' })).toBeNull();
});
