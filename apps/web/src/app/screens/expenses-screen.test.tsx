import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { pass, prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { anExpense } from '../../test-support/wire.ts';
import ExpensesScreen from './expenses-screen.tsx';

prepareEachTest();
beforeEach(() => {
  vi.useFakeTimers();
  fakeServer({
    'GET /api/expenses': [anExpense()],
    'GET /api/refunds': { refunds: [] },
    'GET /api/recurring': { series: [], merchants: [] },
    'GET /api/duplicates': { offers: [] },
  });
});

test.each([
  { left: 'for another screen', to: '/friends', shown: '/friends' },
  { left: 'for nothing', to: '/expenses', shown: '/expenses?q=tea' },
])('a typed search of a user who has left $left opens $shown [PD-30]', async ({ to, shown }) => {
  window.history.replaceState(null, '', '/expenses');
  renderApp(<ExpensesScreen />);
  await pass(10);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search expenses' }), { target: { value: 'tea' } });
  // Until the next screen is drawn, this one stays.
  window.history.pushState(null, '', to);
  await pass(1_000);
  expect(window.location.pathname + window.location.search).toBe(shown);
});
