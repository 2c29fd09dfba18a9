import { openApi } from '@oinkly/plaid-emulator/test-support/open-api';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BANK_CREDENTIALS,
  startTestEmulator,
  type TestEmulator,
} from '../../../../test-support/test-emulator.ts';
import { PlaidProvider } from './plaid-provider.ts';

const ADAPTER = new URL('./plaid-provider.ts', import.meta.url);
const PREFIX = '/plaid-emulator';
const clock = () => new Date('2026-06-05T19:00:00Z');

let bank: TestEmulator;
const sent = new Map<string, unknown[]>();

beforeAll(async () => {
  bank = await startTestEmulator({
    clock,
    preparationMs: 0,
    prepare: (server) => {
      server.addHook('preHandler', async ({ url, body, headers }) => {
        // Ignores the test's own calls.
        if (!String(headers['user-agent']).startsWith('Plaid Node')) return;
        const path = url.slice(PREFIX.length);
        sent.set(path, [...(sent.get(path) ?? []), body]);
      });
      // Without the name here, the adapter asks for the bank.
      server.addHook('onSend', async (_request, _reply, payload) =>
        typeof payload === 'string'
          ? payload.replace(/"institution_name":"[^"]*"/, '"institution_name":null')
          : payload,
      );
    },
  });
  const settings = { baseUrl: bank.url, ...BANK_CREDENTIALS, clock, log: bank.log };
  const provider = new PlaidProvider({ ...settings, webhookUrl: 'https://oinkly.example/webhooks/plaid' });

  const created = await bank.call('/sandbox/public_token/create', {
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
  });
  const { accessToken } = await provider.exchangeToken(String(created['public_token']));
  const reading = await provider.beginReading(accessToken);
  const { nextCursor } = await reading.readChanges(null);
  await provider.readChanges(accessToken, nextCursor);
  for (const webhookUrl of [null, 'https://oinkly.example/webhooks/plaid']) {
    const linking = new PlaidProvider({ ...settings, webhookUrl });
    for (const token of [null, accessToken]) {
      await linking.createWidgetToken('user-1', 'https://pig.example/oauth-redirect', token);
      const { providerSessionId } = await linking.beginLinkSession(
        'user-1',
        'https://oinkly.example/oauth-redirect?state=x',
        token,
      );
      await linking.readLinkSession(providerSessionId);
    }
  }
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid: 'no-such-key' })).toString(
    'base64url',
  );
  await expect(
    provider.readWebhook({ 'plaid-verification': `${header}.e30.c2ln` }, Buffer.from('{}')),
  ).rejects.toMatchObject({ code: 'WEBHOOK_REFUSED' });
  await provider.removeConnection(accessToken);
});
afterAll(() => bank.close());

test('each of Plaid’s endpoints that the adapter can call was called here [PD-52]', () => {
  const methods = new Set(readFileSync(ADAPTER, 'utf8').match(/(?<=\bapi\s*\.)\w+(?=\()/g));
  expect(methods).toContain('transactionsSync');
  expect([...sent.keys()]).toHaveLength(methods.size);
});

test("every request of the adapter matches Plaid's OpenAPI file, without unknown fields [PD-52]", () => {
  for (const [path, bodies] of sent) {
    for (const body of bodies) {
      expect(openApi.requestProblems(path, body), `${path} ${JSON.stringify(body)}`).toEqual([]);
    }
  }
});

test('an invalid request is detected', () => {
  const good = { access_token: 'access-sandbox-x', count: 500 };
  const problems = (body: unknown) => openApi.requestProblems('/transactions/sync', body);
  expect(problems(good)).toEqual([]);
  expect(problems({ ...good, count: '500' })).not.toEqual([]);
  expect(problems({ count: 500 })).not.toEqual([]);
  expect(problems({ ...good, curser: 'x' })).not.toEqual([]);
});
