import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anExpense } from '@oinkly/contract/samples';
import { failing, fakeServer } from '../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../test-support/render-app.tsx';
import { homeAnswers } from '../test-support/wire.ts';
import { Router } from './router.tsx';

prepareEachTest();

const OLD = 'We couldn’t update everything on this page, so some of it may be old.';
const tea = anExpense({ id: 1, name: 'Tea' });

const show = (answers: Record<string, unknown>) => {
  window.history.replaceState(null, '', '/expenses');
  const server = fakeServer({
    ...homeAnswers(),
    'GET /api/expenses': [tea],
    'GET /api/refunds': { refunds: [] },
    'GET /api/recurring': { series: [], merchants: [] },
    'GET /api/duplicates': { offers: [] },
    ...answers,
  });
  renderApp(<Router />);
  return server;
};

test('an older page that cannot be loaded is no old one [ER-4]', async () => {
  show({
    'GET /api/expenses': ({ url }: { url: string }) =>
      url.includes('cursor=next')
        ? new Response('{}', { status: 500 })
        : new Response(JSON.stringify([tea]), { headers: { 'X-Next-Cursor': 'next' } }),
  });
  expect(await screen.findByText('Failed to fetch expenses')).toBeTruthy();
  expect(screen.queryByText(OLD)).toBeNull();
});

test('what cannot be loaded again says so, and a saved change stays in the list meanwhile [ER-4]', async () => {
  const server = show({ 'PUT /api/expenses/1': { ...tea, name: 'Green tea' } });
  fireEvent.click(await screen.findByRole('button', { name: /Tea/ }));
  expect(screen.queryByText(OLD)).toBeNull();
  fireEvent.change(await screen.findByLabelText('Expense Name'), { target: { value: 'Green tea' } });
  server.answer('GET /api/expenses', failing(500));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(OLD)).toBeTruthy();
  expect(await screen.findByRole('button', { name: /Green tea/ })).toBeTruthy();

  server.answer('GET /api/expenses', [{ ...tea, name: 'Green tea' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.queryByText(OLD)).toBeNull());
  expect(screen.getByRole('button', { name: /Green tea/ })).toBeTruthy();
});
