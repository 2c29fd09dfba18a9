import { summarizeTotals, totalsOfWeeks } from '@oinkly/domain/week-summaries';
import { weeksOfMap } from '@oinkly/domain/weeks';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { prepareEachTest, renderApp } from '../../test-support/render-app.tsx';
import { anExpense } from '../../test-support/wire.ts';
import { squareAfterKey } from '../../shared/ui/grid-move.ts';
import { SpendingMapSection } from './spending-map-section.tsx';

prepareEachTest();

const TODAY = '2025-06-05';
const expenses = [
  anExpense({ id: 1, amount: 76.82, date: '2025-06-03' }),
  anExpense({ id: 2, amount: 300, date: '2025-05-28' }),
];

function show(year = 2025, today = TODAY, bought = expenses) {
  const weeks = summarizeTotals(
    weeksOfMap(year),
    totalsOfWeeks(bought),
    [{ day: '2025-01-01', budgetCents: 12_000 }],
    today,
  );
  const onShare = vi.fn();
  renderApp(<SpendingMapSection weeks={weeks} year={year} streak={null} onShare={onShare} />);
  return onShare;
}

const grid = () => screen.getByRole('grid', { name: /Spending map of/ });
const square = (title: string) => within(grid()).getByTitle(title);

test('the map is 13 columns by 4 rows of weekly squares [DB-10]', () => {
  show();
  const rows = within(grid()).getAllByRole('row');
  expect(rows.map((row) => within(row).getAllByRole('gridcell').length)).toEqual([13, 13, 13, 13]);
});

test('a year of 53 weeks has a 53rd square [D-2]', () => {
  show(2028, '2028-06-05');
  expect(within(grid()).getAllByRole('gridcell')).toHaveLength(53);
});

test('squares show week and amount: future white, over red and marked, else green [DB-10] [D-11]', () => {
  show();
  expect(square('Jun 2 - Jun 8: $76.82').className).toContain('bg-under');
  expect(square('May 26 - Jun 1: $300.00').className).toContain('bg-over struck');
  expect(square('Dec 30 - Jan 5: $0.00').className).toContain('bg-untracked');
  expect(square('Dec 30 - Jan 5: $0.00').getAttribute('aria-label')).toBe(
    'Dec 30 - Jan 5: $0.00, before your first expense',
  );
  expect(screen.getAllByText('not tracked').length).toBeGreaterThan(0);
  const future = within(grid()).getAllByTitle('Future week');
  expect(future).toHaveLength(52 - 23);
  expect(future[0]?.className).toContain('bg-future');
});

test('an empty map says how it will fill, and offers no insights yet [DB-10]', () => {
  show(2025, TODAY, []);
  expect(screen.getByText('Each week you track turns green, or red when you go over budget.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Insights' })).toBeNull();
});

test('color is never the only sign: each square says under, over or future', () => {
  show();
  expect(square('May 26 - Jun 1: $300.00').getAttribute('aria-label')).toBe(
    'May 26 - Jun 1: $300.00, over budget',
  );
  expect(square('Jun 2 - Jun 8: $76.82').getAttribute('aria-label')).toBe(
    'Jun 2 - Jun 8: $76.82, under budget, this week',
  );
});

test("a square leads to that week's purchases [PD-15]", () => {
  show();
  fireEvent.click(square('May 26 - Jun 1: $300.00'));
  expect(window.location.pathname + window.location.search).toBe('/weeks/2025-05-26');
});

test('the map is one stop of the Tab key, on this week, and arrow keys move inside it [PD-15]', () => {
  show();
  const stops = () =>
    [...grid().querySelectorAll('[tabindex="0"]')].map((stop) => stop.getAttribute('title'));
  expect(stops()).toEqual(['Jun 2 - Jun 8: $76.82']);
  square('Jun 2 - Jun 8: $76.82').focus();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(square('May 26 - Jun 1: $300.00'));
  expect(stops()).toEqual(['May 26 - Jun 1: $300.00']);
});

test('keys never leave the map, and other keys do nothing', () => {
  expect(squareAfterKey('ArrowUp', 3, 52)).toBe(3);
  expect(squareAfterKey('ArrowDown', 45, 52)).toBe(45);
  expect(squareAfterKey('ArrowRight', 51, 52)).toBe(51);
  expect(squareAfterKey('ArrowDown', 3, 52)).toBe(16);
  expect(squareAfterKey('Home', 16, 52)).toBe(13);
  expect(squareAfterKey('End', 52, 53)).toBe(52);
  expect(squareAfterKey('a', 3, 52)).toBeNull();
});

test('lists the weeks in words once it is opened, newest first', async () => {
  show();
  const list = screen.getByRole<HTMLDetailsElement>('group');
  list.open = true;
  fireEvent(list, new Event('toggle'));
  const items = await within(list).findAllByRole('listitem');
  expect(items).toHaveLength(23);
  expect(items[0]?.textContent).toContain('Jun 2 - Jun 8: $76.82');
});

test('lists the weeks also where the drawn list was opened before the scripts had come', async () => {
  const weeks = summarizeTotals(weeksOfMap(2025), totalsOfWeeks(expenses), [], TODAY);
  const section = <SpendingMapSection weeks={weeks} year={2025} streak={null} onShare={vi.fn()} />;
  const container = document.createElement('div');
  container.innerHTML = renderToString(section);
  document.body.append(container);
  const list = screen.getByRole<HTMLDetailsElement>('group');
  const toggled = new Promise((resolve) => list.addEventListener('toggle', resolve, { once: true }));
  list.open = true;
  await toggled;
  render(section, { container, hydrate: true });
  expect(await within(list).findAllByRole('listitem')).toHaveLength(23);
});

test("'Share my map' is asked for by its link [DB-12]", () => {
  const onShare = show();
  fireEvent.click(screen.getByRole('button', { name: 'Share my map' }));
  expect(onShare).toHaveBeenCalledOnce();
});
