import { expect, test } from 'vitest';
import { openApi } from './test-support/open-api.ts';

test('answers are judged by the OpenAPI file of Plaid, and a planted fault is found', () => {
  const good = { access_token: 'access-sandbox-x', item_id: 'x', request_id: 'x' };
  const problems = (body: unknown) => openApi.responseProblems('/item/public_token/exchange', 200, body);
  expect(problems(good)).toEqual([]);
  expect(problems({ ...good, item_id: 1 })).not.toEqual([]);
  expect(openApi.responseProblems('/item/get', 400, { error_type: 'NO_SUCH_TYPE' })).not.toEqual([]);
});

test('webhooks are judged by the OpenAPI file of Plaid, and a planted fault is found', () => {
  const good = {
    webhook_type: 'TRANSACTIONS',
    webhook_code: 'SYNC_UPDATES_AVAILABLE',
    item_id: 'x',
    initial_update_complete: true,
    historical_update_complete: false,
    environment: 'sandbox',
  };
  expect(openApi.webhookProblems(good)).toEqual([]);
  expect(openApi.webhookProblems({ ...good, environment: 'home' })).not.toEqual([]);
  expect(openApi.webhookProblems({ ...good, item_id: undefined })).not.toEqual([]);
  expect(openApi.webhookProblems({ ...good, webhook_code: 'NO_SUCH_CODE' })).not.toEqual([]);
});
