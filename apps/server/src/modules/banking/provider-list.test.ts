import { NOT_PAGES, testBanksPath } from '@oinkly/contract/own-paths';
import { expect, test } from 'vitest';
import { PROVIDERS } from './provider-list.ts';

test.each(PROVIDERS.map(({ id }) => id))('test banks of %s are no page of the app [SEC-5]', (id) => {
  expect(testBanksPath(id)).toMatch(NOT_PAGES);
});
