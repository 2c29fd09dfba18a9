import { somePayments } from '@oinkly/contract/samples';
import type { DuplicateOffer } from '@oinkly/contract/expenses';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failing, fakeServer } from '../../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../../test-support/render-app.tsx';
import { anExpense } from '../../../test-support/wire.ts';
import { ExpensesPage } from '../list/expenses-page.tsx';
import { WHOLE_VIEW, type ExpensesView } from '../expenses-view.ts';

prepareEachTest();
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2025, 5, 5, 9), toFake: ['Date'] });
});

/** A dinner entered without its tip, and the bank's version of it. */
function anOffer(number: number): DuplicateOffer {
  const name = `Dinner ${number}`;
  return {
    manual: anExpense({ id: number, name, amount: 20, date: '2025-06-02' }),
    bank: anExpense({
      id: 100 + number,
      name: `${name} LLC`,
      amount: 24,
      date: '2025-06-03',
      source: 'bank',
    }),
  };
}

async function show(
  offers: DuplicateOffer[],
  answers: Record<string, unknown> = {},
  view: Partial<ExpensesView> = {},
) {
  const server = fakeServer({
    'GET /api/expenses': [anExpense({ id: 50 })],
    'GET /api/refunds': { refunds: [] },
    'GET /api/duplicates': { offers },
    'GET /api/recurring': { series: [], merchants: [] },
    'GET /api/leaderboard': { leaderboard: [] },
    'POST /api/duplicates': { success: true },
    ...answers,
  });
  renderApp(<ExpensesPage view={{ ...WHOLE_VIEW, ...view }} onChange={() => undefined} />);
  await screen.findByText('Coffee');
  return server;
}

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const question = () => screen.queryByRole('dialog', { name: 'Is this the same purchase?' });
const check = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /to check$/ }));
  await vi.waitFor(() => expect(question()).not.toBeNull());
};

describe('the question whether two are the same purchase', () => {
  test('shows both sides with names, amounts and days', async () => {
    await show([anOffer(1)]);
    await check();
    const text = question()?.textContent;
    expect(text).toContain('You addedDinner 1$20.00Mon, Jun 2');
    expect(text).toContain('Your bank reportsDinner 1 LLC$24.00Tue, Jun 3');
  });

  test('is absent without duplicates', async () => {
    await show([]);
    expect(screen.queryByText(/to check/)).toBeNull();
  });

  test('is hidden during a search', async () => {
    await show([anOffer(1)], {}, { search: 'coffee' });
    expect(screen.queryByText(/to check/)).toBeNull();
  });

  test('is asked one at a time, and can wait', async () => {
    const server = await show([anOffer(1), anOffer(2), anOffer(3)]);
    expect(await screen.findByRole('button', { name: '3 things to check' })).toBeTruthy();
    await check();
    expect(question()?.textContent).toContain('Dinner 1');
    expect(question()?.textContent).toContain('2 more');
    server.answer('GET /api/duplicates', { offers: [anOffer(2), anOffer(3)] });
    await click('No, two purchases');
    await vi.waitFor(() => expect(question()?.textContent).toContain('Dinner 2'));
    await click('Ask me later');
    await vi.waitFor(() => expect(question()?.textContent).toContain('Dinner 3'));
    await click('Ask me later');
    await vi.waitFor(() => expect(question()).toBeNull());
    expect(await screen.findByRole('button', { name: '2 things to check' })).toBeTruthy();
    expect(server.bodiesOf('POST /api/duplicates')).toHaveLength(1);
  });

  test('disappears after a yes, which is sent; an undo makes two again', async () => {
    const server = await show([anOffer(1)], { 'DELETE /api/expenses/101/merge': { success: true } });
    server.answer('GET /api/duplicates', { offers: [] });
    await check();
    await click('Yes, one purchase');
    await vi.waitFor(() => expect(question()).toBeNull());
    expect(await screen.findByRole('dialog', { name: 'All sorted.' })).toBeTruthy();
    expect(await screen.findByText('Merged into one purchase')).toBeTruthy();
    expect(server.bodiesOf('POST /api/duplicates')).toEqual([{ manualId: 1, bankId: 101, duplicate: true }]);
    await click('Undo');
    expect(await screen.findByText('Split into two purchases')).toBeTruthy();
    expect(server.bodiesOf('DELETE /api/expenses/101/merge')).toHaveLength(1);
  });

  test('disappears after a no, which an undo reverts', async () => {
    const server = await show([anOffer(1)]);
    server.answer('GET /api/duplicates', { offers: [] });
    await check();
    await click('No, two purchases');
    await vi.waitFor(() => expect(question()).toBeNull());
    expect(await screen.findByText('Kept as two purchases')).toBeTruthy();
    server.answer('GET /api/duplicates', { offers: [anOffer(1)] });
    await click('Undo');
    expect(await screen.findByRole('button', { name: '1 thing to check' })).toBeTruthy();
    expect(server.bodiesOf('POST /api/duplicates')).toEqual([
      { manualId: 1, bankId: 101, duplicate: false },
      { manualId: 1, bankId: 101, duplicate: null },
    ]);
  });

  test('returns with an error if the answer could not be saved [ER-3]', async () => {
    await show([anOffer(1)], { 'POST /api/duplicates': failing(500) });
    await check();
    await click('Yes, one purchase');
    expect(await screen.findByText('We couldn’t save your answer.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: '1 thing to check' })).toBeTruthy();
  });
});

describe('several payments that look monthly', () => {
  const names = ['Streamly', 'Tunes', 'News'];
  const merchants = names.map((name) => somePayments({ merchantKey: name.toLowerCase(), name }));
  const confirmed = merchants.map((row) => ({ ...row, confirmed: true }));

  test('are confirmed with one tap, named first, and an undo asks again [PD-31]', async () => {
    const server = await show([], {
      'GET /api/recurring': { series: [], merchants },
      'POST /api/recurring/merchants': { success: true },
    });
    await click('3 things to check');
    await screen.findByRole('dialog', { name: 'Is Streamly monthly?' });
    expect(screen.getByText('Also looks monthly: Tunes ($15.99) and News ($15.99)')).toBeTruthy();
    server.answer('GET /api/recurring', { series: [], merchants: confirmed });
    await click('Yes to all 3');
    expect(await screen.findByRole('dialog', { name: 'All sorted.' })).toBeTruthy();
    expect(await screen.findByText('3 payments confirmed')).toBeTruthy();
    const answersOf = (monthly: boolean | null) =>
      merchants.map(({ merchantKey }) => ({ merchantKey, monthly }));
    expect(server.bodiesOf('POST /api/recurring/merchants')).toEqual(answersOf(true));
    server.answer('GET /api/recurring', { series: [], merchants });
    await click('Undo');
    expect(await screen.findByRole('button', { name: '3 things to check' })).toBeTruthy();
    expect(server.bodiesOf('POST /api/recurring/merchants').slice(3)).toEqual(answersOf(null));
  });

  test('are asked about again if the answer could not be saved [ER-3]', async () => {
    await show([], {
      'GET /api/recurring': { series: [], merchants },
      'POST /api/recurring/merchants': failing(500),
    });
    await click('3 things to check');
    await click('Yes to all 3');
    expect(await screen.findByText('We couldn’t save your answer.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: '3 things to check' })).toBeTruthy();
  });

  test('are not offered together if there is only one', async () => {
    await show([], { 'GET /api/recurring': { series: [], merchants: merchants.slice(1, 2) } });
    await click('1 thing to check');
    await screen.findByRole('dialog', { name: 'Is Tunes monthly?' });
    expect(screen.queryByRole('button', { name: /^Yes to all/ })).toBeNull();
  });
});

test('a merged expense says so and unmerges from its sheet', async () => {
  const matched = anExpense({ id: 101, name: 'Dinner', source: 'bank', merged: true });
  const coffee = anExpense({ id: 50 });
  const server = await show([], {
    'GET /api/expenses': [coffee, matched],
    'DELETE /api/expenses/101/merge': { success: true },
  });
  expect(screen.getByText('Matched with the expense you added')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Coffee \$/ }));
  await screen.findByRole('dialog', { name: 'Coffee' });
  expect(screen.queryByRole('button', { name: 'Undo match' })).toBeNull();
  await click('Close');
  fireEvent.click(await screen.findByRole('button', { name: /^Dinner \$/ }));
  await screen.findByRole('dialog', { name: 'Dinner' });
  server.answer('GET /api/expenses', [coffee, { ...matched, merged: false }]);
  await click('Undo match');
  expect(await screen.findByText('Split into two purchases')).toBeTruthy();
  expect(server.bodiesOf('DELETE /api/expenses/101/merge')).toHaveLength(1);
  await vi.waitFor(() => expect(screen.queryByText('Matched with the expense you added')).toBeNull());
});
