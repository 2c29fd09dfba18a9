import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFound, readSearch, type SearchReading } from './expense-search.ts';

const TODAY = '2026-06-05';
const month = (from: string, to: string) => ({ days: { from, to } });
const OCTOBER = month('2025-10-01', '2025-10-31');

describe('a search', () => {
  test.each<[text: string, reading: Partial<SearchReading> | null]>([
    ['', null],
    ['starbucks', null],
    ['Whole  Foods', null],
    ['7-eleven', null],
    ['gr', null],
    ['corner shop', null],
    ['24-7 gym', null],

    ['groceries', { categories: ['Groceries'] }],
    ['Groc', { categories: ['Groceries'] }],
    ['tra', { categories: ['Transportation', 'Travel'] }],
    ['care', { categories: ['Personal Care'] }],
    ['personal care', { categories: ['Personal Care'] }],
    ['personal c', { categories: ['Personal Care'] }],
    ['dining travel', { categories: ['Dining', 'Travel'] }],
    ['groceries market', { categories: ['Groceries'], name: 'market' }],

    ['october', OCTOBER],
    ['in Oct', OCTOBER],
    ['oct.', OCTOBER],
    ['october 2024', month('2024-10-01', '2024-10-31')],
    ['Feb, 2024', month('2024-02-01', '2024-02-29')],
    ['june', month('2026-06-01', '2026-06-30')],
    ['july', month('2025-07-01', '2025-07-31')],
    ['sept', month('2025-09-01', '2025-09-30')],
    ['december', month('2025-12-01', '2025-12-31')],
    ['oct 5', month('2025-10-05', '2025-10-05')],
    ['June 6th', month('2025-06-06', '2025-06-06')],
    ['may 30, 2024', month('2024-05-30', '2024-05-30')],
    ['maya', null],
    ['october 0000', { name: 'october', cents: { from: 0, to: 99 } }],
    ['groc october', { categories: ['Groceries'], ...OCTOBER }],
    ['coffee in may', { name: 'coffee', ...month('2026-05-01', '2026-05-31') }],
    ['october november', { name: 'november', ...OCTOBER }],

    ['over 50', { cents: { from: 5001, to: null } }],
    ['more than $1,000', { cents: { from: 100_001, to: null } }],
    ['>50', { cents: { from: 5001, to: null } }],
    ['at least 50', { cents: { from: 5000, to: null } }],
    ['under 20', { cents: { from: null, to: 1999 } }],
    ['< 4.50', { cents: { from: null, to: 449 } }],
    ['up to 20', { cents: { from: null, to: 2000 } }],
    ['10-20', { cents: { from: 1000, to: 2000 } }],
    ['$10 – $20.50', { cents: { from: 1000, to: 2050 } }],
    ['between 10 and 20', { cents: { from: 1000, to: 2000 } }],
    ['10 to 20', { cents: { from: 1000, to: 2000 } }],
    ['20-10', null],
    ['25', { cents: { from: 2500, to: 2599 } }],
    ['$4.50', { cents: { from: 450, to: 450 } }],
    ['over 99999999999999', null],
    ['uber over 20', { name: 'uber', cents: { from: 2001, to: null } }],
    ['latte 4.50', { name: 'latte', cents: { from: 450, to: 450 } }],
    ['dining october over 50', { categories: ['Dining'], ...OCTOBER, cents: { from: 5001, to: null } }],
  ])('for %j is understood as %j [PD-98]', (text, reading) => {
    const whole = reading && { name: '', categories: [], days: null, cents: null, ...reading };
    expect(readSearch(text, TODAY).reading).toEqual(whole);
  });

  test.each([
    ['the whole text is also part of a name', 'May Thai', 'may thai', true],
    ['a month alone is no part of a name', 'Mayo Clinic', 'may', false],
    ['an amount is also part of a name [PD-30]', '25 roses', '25', true],
    ['a range is also part of a name', '7-11', '7-11', true],
  ])('%s [PD-98]', (_, name, text, found) => {
    const expense = { name, category: 'Other', day: '2025-01-01', amountCents: 1, refundedCents: 0 } as const;
    expect(isFound(readSearch(text, TODAY), expense)).toBe(found);
  });

  test.each([
    ['groc october over 50', true],
    ['groc november over 50', false],
    ['dining october', false],
    ['market october', true],
    ['shop october', false],
    ['under 20', true],
    ['over 60', false],
    ['OVER 50', true],
    ['15', true],
  ])('for %j finds a refunded purchase: %j [PD-98]', (text, found) => {
    const market = {
      name: 'Market',
      category: 'Groceries',
      day: '2025-10-31',
      amountCents: -60_00,
      refundedCents: 45_00,
    } as const;
    expect(isFound(readSearch(text, TODAY), market)).toBe(found);
  });

  test('for a name finds it, whatever the name is [PD-98]', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const { name, reading } = readSearch(text, TODAY);
        expect(name ?? reading?.days).not.toBeNull();
        expect(name === null || name === text.replace(/\s+/g, ' ').trim()).toBe(true);
      }),
    );
  });
});
