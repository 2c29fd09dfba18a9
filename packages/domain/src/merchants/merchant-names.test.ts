import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MERCHANT_COUNT, merchantOf } from './merchant-names.ts';

test('at least 300 merchants have a name and a category [PD-90]', () => {
  expect(MERCHANT_COUNT).toBeGreaterThanOrEqual(300);
});

describe('a known merchant is named and filed, however a bank writes it [PD-90]', () => {
  test.each([
    ['7-ELEVEN 34012 PORTLAND OR', '7-Eleven', 'Transportation'],
    ['7 ELEVEN #0231', '7-Eleven', 'Transportation'],
    ['TST* 7-ELEVEN', '7-Eleven', 'Transportation'],
    ["DUNKIN' #341923 Q35", 'Dunkin’', 'Dining'],
    ['DUNKIN DONUTS BOSTON MA', 'Dunkin’', 'Dining'],
    ['TRIMET HOP FASTPASS', 'TriMet', 'Transportation'],
    ['TRIMET*TRIMET HOP 503-238-7433 OR', 'TriMet', 'Transportation'],
    ['STARBUCKS STORE 00412 SEATTLE WA', 'Starbucks', 'Dining'],
    ['POS PURCHASE STARBUCKS 800-782-7282', 'Starbucks', 'Dining'],
    ['PURCHASE AUTHORIZED ON 11/02 TRADER JOE S #145 PORTLAND OR', 'Trader Joe’s', 'Groceries'],
    ['CHECKCARD 1102 SAFEWAY #1234', 'Safeway', 'Groceries'],
    ['AMZN Mktp US*2K3AB12', 'Amazon', 'Shopping'],
    ['AMAZON.COM*MK1AB2 AMZN.COM/BILL WA', 'Amazon', 'Shopping'],
    ['WM SUPERCENTER #2119', 'Walmart', 'Shopping'],
    ['WAL-MART #3210', 'Walmart', 'Shopping'],
    ['PAYPAL *NETFLIX.COM', 'Netflix', 'Entertainment'],
    ['GOOGLE *YOUTUBEPREMIUM', 'YouTube', 'Entertainment'],
    ['UBER   *EATS', 'Uber Eats', 'Dining'],
    ['UBER *TRIP HELP.UBER.COM', 'Uber', 'Transportation'],
    ['DD *DOORDASH CHIPOTLE', 'DoorDash', 'Dining'],
    ['SHELL OIL 57444212', 'Shell', 'Transportation'],
    ['TARGET 00014332', 'Target', 'Shopping'],
    ['GIANT 0221 BALTIMORE MD', 'Giant Food', 'Groceries'],
    ['H&M 0144', 'H&M', 'Shopping'],
    ['AT&T*BILL PAYMENT', 'AT&T', 'Utilities'],
    ['Starbucks', 'Starbucks', 'Dining'],
  ])('%s', (text, name, category) => {
    expect(merchantOf(text)).toEqual({ name, category });
  });
});

describe('an unknown merchant is shown without what is not its name [PD-90]', () => {
  test.each([
    ['SQ *HAWTHORNE LOAF PORTLAND OR', 'Hawthorne Loaf'],
    ['TST* LUC LAC KITCHEN', 'Luc Lac Kitchen'],
    ['HAWTHORNE RESIDENTIAL WEB PMTS', 'Hawthorne Residential'],
    ['HAWTHORNE RESIDENTIAL WEB PMTS 2K8F1Q', 'Hawthorne Residential'],
    ['SP ALLBIRDS', 'Allbirds'],
    ['DEBIT CARD PURCHASE XX1234 CORNER DELI', 'Corner Deli'],
    ['GIANT PIZZA', 'Giant Pizza'],
    ['TARGET PRACTICE RANGE', 'Target Practice Range'],
    ['DELTA DENTAL', 'Delta Dental'],
    ["O'MALLEY'S PUB", "O'malley's Pub"],
    ['1234', '1234'],
    ['BMW', 'BMW'],
    ['USPS', 'USPS'],
    ['ASOS 4411', 'ASOS'],
    ['LOAF HOUSE', 'Loaf House'],
    ['CAFÉ ÖZ', 'Café Öz'],
    ['OR', 'Or'],
    ['PORTLAND OR', 'Portland Or'],
  ])('%s', (text, name) => {
    expect(merchantOf(text)).toEqual({ name, category: null });
  });
});

test('a name that a person wrote stays as it is', () => {
  for (const name of ['Hawthorne Loaf', 'iTunes', 'Olga’s shop', 'Café 123 Portland OR', 'A b'])
    expect(merchantOf(name).name).toBe(name);
});

test('only an empty text has an empty name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const { name } = merchantOf(text);
      expect(name === '').toBe(text.trim() === '');
    }),
  );
  for (const text of ['SQ *HAWTHORNE LOAF PORTLAND OR', 'STARBUCKS STORE 00412', 'WM SUPERCENTER #2119'])
    expect(merchantOf(merchantOf(text).name).name).toBe(merchantOf(text).name);
});
