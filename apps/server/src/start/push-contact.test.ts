import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const contact = (environment: Record<string, string>) => readConfig({ DATA_DIR: '/x', ...environment }).push;

test.each<[Record<string, string>, string]>([
  [{ PUBLIC_URL: 'https://pig.lan', SUPPORT_EMAIL: 'ana@web.de' }, 'mailto:ana@web.de'],
  [{ PUBLIC_URL: 'https://pig.org', SUPPORT_EMAIL: 'ana@web.de' }, 'mailto:ana@web.de'],
  [{ PUBLIC_URL: 'https://pig.org' }, 'https://pig.org/'],
  [{ PUBLIC_URL: 'https://pig.xn--p1ai:8443' }, 'https://pig.xn--p1ai:8443/'],
])('with %o, push services reach the operator at %s', (environment, address) => {
  expect(contact(environment)).toEqual({ address, isReachable: true });
});

test.each<[Record<string, string>, string]>([
  [{ PUBLIC_URL: 'https://pig.lan' }, 'mailto:support@oinkly.example'],
  [{ PUBLIC_URL: 'https://192.168.1.2' }, 'mailto:support@oinkly.example'],
  [{ PUBLIC_URL: 'https://[fd00::1]' }, 'mailto:support@oinkly.example'],
  [{ PUBLIC_URL: 'https://pig' }, 'mailto:support@oinkly.example'],
  [{ PUBLIC_URL: 'http://pig.org' }, 'mailto:support@oinkly.example'],
  [{ PUBLIC_URL: 'https://pig.org', SUPPORT_EMAIL: 'ana@example.org' }, 'mailto:ana@example.org'],
])('with %o, no person answers at %s', (environment, address) => {
  expect(contact(environment)).toEqual({ address, isReachable: false });
});
