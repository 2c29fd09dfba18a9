import { expect, test } from 'vitest';
import { readAccount } from './plaid.ts';

const PUBLIC_URL = new URL('https://pig.example');
const account = (more: Record<string, string>) =>
  readAccount({ PLAID_CLIENT_ID: 'id', PLAID_SECRET: 'secret', ...more }, PUBLIC_URL);

test("real credentials use Plaid's sandbox unless another environment or address is set [PD-52]", () => {
  expect(account({})).toEqual({
    clientId: 'id',
    secret: 'secret',
    baseUrl: 'https://sandbox.plaid.com',
    linkLimit: null,
  });
  expect(account({ PLAID_ENV: 'production' })?.baseUrl).toBe('https://production.plaid.com');
  expect(account({ PLAID_BASE_URL: 'http://bank.test:9/x/' })?.baseUrl).toBe('http://bank.test:9/x');
  expect(readAccount({}, PUBLIC_URL)).toBeNull();
});

test('the plan of Plaid can have a limit of connections', () => {
  expect(account({ PLAID_LINK_LIMIT: '10' })?.linkLimit).toBe(10);
});
