import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { runtimeConfig } from '../../../shared/http/runtime-config.ts';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../../test-support/render-app.tsx';
import { LinkLimitNote, limitText } from './link-limit-note.tsx';

prepareEachTest();

const [plaid] = runtimeConfig.providers;
afterEach(() => {
  plaid.linkLimit = null;
});

test.each([
  [0, /^0 of 10 used/],
  [7, /^7 of 10 used/],
  [9, /^This uses the last of 10 connections of this server’s Plaid plan\.$/],
  [10, /^All 10 connections .* Reconnecting a connected bank still works\.$/],
  [12, /^All 10 connections/],
])('with %d of 10 connections used, the note says so', (used, words) => {
  expect(limitText('Plaid', { used, limit: 10 })).toMatch(words);
});

test('the note asks the server only if the plan has a limit', async () => {
  const server = fakeServer({ 'GET /api/plaid/link-limit': { links: { used: 7, limit: 10 } } });
  renderApp(<LinkLimitNote provider={plaid} />);
  expect(server.requests).toEqual([]);
  plaid.linkLimit = 10;
  renderApp(<LinkLimitNote provider={plaid} />);
  expect(await screen.findByText(/^7 of 10 used/)).toBeTruthy();
  await waitFor(() => expect(server.requests).toHaveLength(1));
});
