import { aRefund, somePayments } from '@oinkly/contract/samples';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refundsQuery } from '../features/expenses/checks/refunds.ts';
import { recurringQuery } from '../features/expenses/recurring/recurring-query.ts';
import { actAs } from '../shared/http/current-user.ts';
import { deleteCachedAnswers } from '../shared/http/offline-cache.ts';
import { failing, fakeServer } from '../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../test-support/render-app.tsx';
import { aUser } from '../test-support/wire.ts';
import { AppBadge } from './app-badge.tsx';

prepareEachTest();

/** The page asks after its own calls. */
const PATIENCE = { timeout: 10_000 };

/** A browser that counts on the app's icon, and what the icon shows; undefined before anything was set. */
function browserWithBadge(displayMode = 'standalone') {
  const icon: { number: number | undefined } = { number: undefined };
  const badge = {
    setAppBadge: async (count: number) => {
      icon.number = count;
    },
    clearAppBadge: async () => {
      icon.number = 0;
    },
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), badge));
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(display-mode: ${displayMode})` }));
  return icon;
}

const answers = {
  'GET /api/duplicates': { offers: [] },
  'GET /api/refunds': { refunds: [aRefund(), aRefund({ id: 'r2', dismissed: true })] },
  'GET /api/recurring': {
    series: [],
    merchants: [somePayments(), somePayments({ merchantKey: 'gym', confirmed: true })],
  },
};

test('the icon shows the number of things to check, as the expenses page, and no number for none [PD-113]', async () => {
  const icon = browserWithBadge();
  const server = fakeServer(answers);
  const { queryClient } = renderApp(<AppBadge />);
  await vi.waitFor(() => expect(icon.number).toBe(2), PATIENCE);
  server.answer('GET /api/refunds', { refunds: [] });
  server.answer('GET /api/recurring', { series: [], merchants: [] });
  // As the expenses page does.
  await Promise.all([
    queryClient.query({ ...refundsQuery, staleTime: 0 }),
    queryClient.query({ ...recurringQuery, staleTime: 0 }),
  ]);
  await vi.waitFor(() => expect(icon.number).toBe(0));
});

test('the icon stays as it is while anything to check is unknown [PD-113]', async () => {
  const icon = browserWithBadge();
  const server = fakeServer({ ...answers, 'GET /api/duplicates': failing(500) });
  renderApp(<AppBadge />);
  await vi.waitFor(() => expect(server.requests).toHaveLength(3), PATIENCE);
  await act(() => Promise.resolve());
  expect(icon.number).toBeUndefined();
});

test('a page in a tab asks for nothing and changes no icon [PD-113]', async () => {
  const icon = browserWithBadge('browser');
  const server = fakeServer(answers);
  renderApp(<AppBadge />);
  await act(() => Promise.resolve());
  expect(server.requests).toEqual([]);
  expect(icon.number).toBeUndefined();
});

test('the icon shows no number once the user’s answers are deleted from the device [PD-113]', async () => {
  const icon = browserWithBadge('browser');
  await deleteCachedAnswers('ana');
  expect(icon.number).toBeUndefined();
  await deleteCachedAnswers();
  expect(icon.number).toBe(0);
});

test('the number of another user goes when someone else logs in, and only then [PD-113]', async () => {
  const icon = browserWithBadge('browser');
  const [ana, bo] = [aUser({ id: 'ana' }), aUser({ id: 'bo' })];
  actAs(ana);
  icon.number = 3;
  actAs(ana);
  expect(icon.number).toBe(3);
  actAs(bo);
  expect(icon.number).toBe(0);
});
