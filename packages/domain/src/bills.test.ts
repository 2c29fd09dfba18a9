import { expect, test } from 'vitest';
import { mayBeBill } from './bills.ts';

test.each([
  ['Hawthorne Residential', 1_420_00, 200_00, true],
  ['Hawthorne Residential', 10_00, null, true],
  ['Lakeside Property Management', 900_00, 1_000_00, true],
  ['Northwest Mortgage Servicing', 10_00, 200_00, true],
  ['Evergreen Day Care', 90_00, 200_00, true],
  ['The Parent Store', 40_00, 200_00, false],
  ['Netflix', 15_49, 200_00, false],
  ['Netflix', 15_49, 0, true],
  ['Northside Dental', 200_01, 200_00, true],
  ['Northside Dental', 200_00, 200_00, false],
  ['Northside Dental', 200_01, null, false],
])(
  '%s of %d cents a month, with a weekly budget of %d, may be a bill: %s [PD-90]',
  (name, amountCents, budget, isAsked) => {
    expect(mayBeBill({ name, amountCents }, budget)).toBe(isAsked);
  },
);
