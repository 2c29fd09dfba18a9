import { expect, test } from 'vitest';
import { firstName } from './display-name.ts';
import { dueNames, recapAmounts, recapHeading } from './week-recap.ts';

test.each([
  [8_000, 12_500, 'Last week: under budget', '$45.00 left'],
  [12_500, 12_500, 'Last week: under budget', '$0.00 left'],
  [12_501, 12_500, 'Last week: over budget', '$0.01 over'],
])('%i of %i cents is %s, with %s [PD-74]', (spentCents, budgetCents, heading, difference) => {
  expect(recapHeading({ spentCents, budgetCents })).toBe(heading);
  expect(recapAmounts({ spentCents, budgetCents })).toMatchObject({ budget: '$125.00', difference });
});

test('of what is due three names are shown, and the rest is counted', () => {
  expect(dueNames(['Rent'])).toBe('Rent');
  expect(dueNames(['Rent', 'Gym', 'Phone', 'Water', 'Power'])).toBe('Rent, Gym, Phone, and 2 more');
});

test.each([
  ['Ana Maria Reyes', 'Ana'],
  ['  Zoë ', 'Zoë'],
  ['O’Neil-Smith Jo', 'O’Neil-Smith'],
  ['நிலா', 'நிலா'],
  ['evil.example buy now', null],
  ['http://evil.example', null],
  ['$1000', null],
  ['Ana\u202Egnp', null],
  ['x'.repeat(31), null],
  [null, null],
])('of the name %j strangers see %j in a mail', (fullName, shown) => {
  expect(firstName(fullName)).toBe(shown);
});
