import { expect, test } from 'vitest';
import { openApi } from './test-support/open-api.ts';

test('answers are judged by the OpenAPI file of Plaid, and a planted fault is found', () => {
  if (openApi === null) {
    console.warn("Plaid's OpenAPI file is not there: the answers of the emulator are checked without it.");
    return;
  }
  const good = { access_token: 'access-sandbox-x', item_id: 'x', request_id: 'x' };
  expect(openApi.responseProblems('/item/public_token/exchange', 200, good)).toEqual([]);
  expect(openApi.responseProblems('/item/public_token/exchange', 200, { ...good, item_id: 1 })).not.toEqual(
    [],
  );
  expect(openApi.responseProblems('/item/get', 400, { error_type: 'NO_SUCH_TYPE' })).not.toEqual([]);
});
