import type { Saved } from '@oinkly/domain/saved';
import type { WeekSummary } from '@oinkly/domain/week-summaries';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { spendingBar } from './bar-height.ts';
import { BudgetCard, BudgetWeek } from './budget-card.tsx';

prepareEachTest();

function show({
  spent = 7682,
  budget = 12_000,
  today = '2025-06-05',
  hour = 9,
  name = 'Ana',
  saved = null,
}: Partial<{
  spent: number;
  budget: number;
  today: string;
  hour: number;
  name: string | null;
  saved: Saved | null;
}> = {}) {
  const week: WeekSummary = {
    start: '2025-06-02',
    end: '2025-06-08',
    spentCents: spent,
    budgetCents: budget,
    purchases: 5,
    isOver: spent > budget,
    isFuture: false,
    isComplete: false,
  };
  renderApp(
    <BudgetCard name={name} hour={hour} isBusy={false}>
      <BudgetWeek
        today={today}
        week={week}
        hasData
        offersBank={false}
        toComeCents={0}
        saved={saved}
        isConfirmed
        isOf={null}
        notice={null}
        hasUnsavedEdits={false}
      />
    </BudgetCard>,
  );
}

const text = () => screen.getByRole('region', { name: 'This week' }).textContent;

test.each([
  [11, 'Ana', 'Good morning, Ana'],
  [12, 'Ana', 'Good afternoon, Ana'],
  [17, null, 'Good evening, there'],
  [9, '  ', 'Good morning, there'],
])('at %i o’clock, %s is greeted with %s [DB-3]', (hour, name, greeting) => {
  show({ hour, name });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(greeting);
});

test('it says what is left, the days left and the day the week ends [DB-4]', () => {
  show();
  expect(text()).toContain('$43.18left this week');
  expect(text()).toContain('3 days left, until Sunday, June 8');
});

test('over budget it says by how much, and what is left is never below zero [DB-4]', () => {
  show({ spent: 20_000 });
  expect(text()).toContain('$80.00over this week$0.00 left this week.');
  expect(text()).toContain('$80.00 over');
  expect(text()).toContain('Next week starts fresh.');
});

test("Sunday says 'Last day' [PD-13]", () => {
  show({ today: '2025-06-08' });
  expect(text()).toContain('Last day of the week, Sunday, June 8');
});

test('bars are gray for the budget and green or red for spending, with left and over [DB-5]', () => {
  show();
  expect(screen.getByTestId('spending-bar').className).toContain('bg-under');
  expect(text()).toContain('$43.18 left');
});

test('over the budget the bar is red [DB-5]', () => {
  show({ spent: 12_001 });
  expect(screen.getByTestId('spending-bar').className).toContain('bg-over');
});

test("'Edit budget' leads to the account [DB-6]", () => {
  show();
  expect(screen.getByRole('link', { name: 'Edit budget' }).getAttribute('href')).toBe('/my-account#budget');
});

test.each([
  [6000, 12_000, 60, false],
  [12_000, 12_000, 120, false],
  [100, 12_000, 10, false],
  [0, 12_000, 10, false],
  [24_000, 12_000, 240, false],
  [24_001, 12_000, 240, true],
])('%i of %i cents is a bar of %ipx, broken: %s [DB-5] [D-6]', (spent, budget, heightPx, isBroken) => {
  expect(spendingBar(spent, budget)).toEqual({ heightPx, isBroken });
});

test('any spending is over a budget of 0, without a percentage [PD-12]', () => {
  expect(spendingBar(0, 0)).toEqual({ heightPx: 10, isBroken: false });
  expect(spendingBar(1, 0)).toEqual({ heightPx: 240, isBroken: true });
});

test.each([
  [{ cents: 2_000, isReal: true }, '$20.00 saved this year'],
  [{ cents: 2_000, isReal: false }, 'Would have left $20.00 this year at this budget'],
])('what weeks left is only called saved with a budget in force: %j [PD-89]', (saved, words) => {
  show({ saved });
  expect(text()).toContain(words);
});
