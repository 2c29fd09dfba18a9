import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { initialLocalExpenses, localExpensesAfter } from './local-expenses.ts';
import { OnboardingPreview } from './onboarding-preview.tsx';

prepareEachTest();

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function show() {
  window.history.replaceState(null, '', '/onboarding-preview');
  const server = fakeServer({});
  renderApp(<OnboardingPreview today="2025-06-05" providerName="Plaid" inviteOptions={() => null} />);
  return server;
}

test('every step works with sample data, without any call; the last button goes to / [ONB-12]', () => {
  const server = show();
  expect(screen.getByPlaceholderText<HTMLInputElement>('Your name').value).toBe('Alex');
  click('Next');
  click('Set my goal');
  click('Continue Securely with Plaid');
  click('Continue');
  click('Continue to final step');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You’re all set, Alex!');
  click('Go to my dashboard');
  expect(window.location.pathname).toBe('/');
  expect(server.requests).toEqual([]);
});

test('the switch leads to any step [ONB-12]', () => {
  show();
  for (const step of [4, 2, 5, 1, 3]) {
    click(`Step ${step}`);
    expect(screen.getByText(`Step ${step} of 5`)).toBeTruthy();
  }
  expect(screen.getByRole('button', { name: 'Step 3' }).getAttribute('aria-current')).toBe('step');
});

test('expenses of the sample week can be added, ticked, removed and reset [PD-60] [LC-1]', () => {
  show();
  click('Step 5');
  const week = within(screen.getByRole('region', { name: 'A sample week' }));
  expect(week.getByText('$63.85 of $100.00 spent')).toBeTruthy();
  fireEvent.change(week.getByLabelText('Expense'), { target: { value: 'Cinema' } });
  fireEvent.change(week.getByLabelText('Amount'), { target: { value: '$12.50' } });
  fireEvent.click(week.getByRole('button', { name: 'Add to the sample' }));
  expect(week.getByText('$76.35 of $100.00 spent')).toBeTruthy();
  const tick = week.getByRole('checkbox', { name: 'Cinema is paid' });
  fireEvent.click(tick);
  expect(tick.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(week.getByRole('button', { name: 'Remove Bus pass' }));
  expect(week.getByText('$64.35 of $100.00 spent')).toBeTruthy();
  fireEvent.click(week.getByRole('button', { name: 'Reset the month' }));
  expect(week.queryAllByRole('listitem')).toEqual([]);
});

test('the local context begins with its defaults [LC-1]', () => {
  expect(initialLocalExpenses('2025-06-05')).toEqual({
    expenses: [],
    selectedDate: '2025-06-05',
    userName: '',
    monthlySavingsGoal: 1000,
    monthlyIncome: 5000,
    weeklyExpenseGoal: 350,
    monthlyExpenseGoal: 1500,
    yearlyExpenseGoal: 18_000,
    weeklyBudget: 100,
  });
});

test('ids stay unique after a removal, and unknown ids change nothing [LC-1]', () => {
  const add = { type: 'add', expense: { name: 'Tea', amountCents: 300 } } as const;
  let state = localExpensesAfter(localExpensesAfter(initialLocalExpenses('2025-06-05'), add), add);
  state = localExpensesAfter(localExpensesAfter(state, { type: 'remove', id: 1 }), add);
  expect(state.expenses.map(({ id }) => id)).toEqual([2, 3]);
  expect(localExpensesAfter(state, { type: 'toggle-paid', id: 99 }).expenses).toEqual(state.expenses);
});
