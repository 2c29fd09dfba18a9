import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  budgetMarkReached,
  notificationWords,
  type NotificationEvent,
  type NotificationKind,
} from './notifications.ts';

test.each([
  [79_99, 100_00, null],
  [80_00, 100_00, 80],
  [99_99, 100_00, 80],
  [100_00, 100_00, 100],
  [500_00, 100_00, 100],
  // 80 % of it is not a whole number of cents.
  [2, 3, null],
  [3, 3, 100],
  [-5_00, 100_00, null],
])('of spending %i cents of a budget of %i, the mark is %s', (spentCents, budgetCents, mark) => {
  expect(budgetMarkReached(spentCents, budgetCents)).toBe(mark);
});

test('a budget of zero has no marks [PD-12]', () => {
  expect(budgetMarkReached(0, 0)).toBeNull();
  expect(budgetMarkReached(5_00, 0)).toBeNull();
});

test('higher spending never lowers the mark', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000_00 });
  fc.assert(
    fc.property(cents, cents, cents, (spent, more, budget) => {
      const [before, after] = [spent, spent + more].map((sum) => budgetMarkReached(sum, budget) ?? 0);
      return (before ?? 0) <= (after ?? 0);
    }),
  );
});

const events: Record<NotificationKind, NotificationEvent[]> = {
  budget: [
    { kind: 'budget', mark: 80, weekStart: '2026-06-01' },
    { kind: 'budget', mark: 100, weekStart: '2026-06-01' },
  ],
  bank: [{ kind: 'bank' }],
  result: [
    {
      kind: 'result',
      weekStart: '2026-06-01',
      isUnder: true,
      highlight: { kind: 'fewest-purchases', weeks: 9 },
    },
    { kind: 'result', weekStart: '2026-06-01', isUnder: false, highlight: { kind: 'fresh-start' } },
  ],
  friend: [
    { kind: 'friend' },
    { kind: 'friend', isGuest: true },
    { kind: 'friend', pact: 'received' },
    { kind: 'friend', pact: 'made' },
    { kind: 'friend', pact: 'kept', weekStart: '2026-06-01', partnerIds: ['bo'] },
  ],
  import: [
    { kind: 'import', purchases: 0 },
    { kind: 'import', purchases: 1, fileName: 'may.csv' },
    { kind: 'import', purchases: 10_000, purchasesInAll: 12_000, fileName: 'may.csv' },
    { kind: 'import', purchases: 1_234 },
  ],
  place: [
    { kind: 'place', placeName: 'Home', reason: 'failing' },
    { kind: 'place', placeName: 'Home', reason: 'gone' },
  ],
};

test.each(Object.values(events).flat())(
  'the text for %j has no amounts and opens a page of the app [PD-23]',
  (event) => {
    const { title, body, path } = notificationWords(event, 'Bo');
    expect(`${title} ${body}`.replace(/80%|([\d,]+ of )?[\d,]+ purchases?/, '')).not.toMatch(/[$€£\d]/);
    expect(path).toMatch(/^\/[a-z/-]*$/);
  },
);

test("names of friends and banks are isolated from the text's direction", () => {
  expect(notificationWords({ kind: 'friend' }, 'שרה').title).toBe('\u2068שרה\u2069 accepted your invitation');
  expect(notificationWords({ kind: 'bank' }, 'First Platypus Bank').title).toBe(
    '\u2068First Platypus Bank\u2069 needs you to log in',
  );
});

test('partners who made it share one message [PD-106]', () => {
  const titleFor = (...names: string[]) =>
    notificationWords({ kind: 'friend', pact: 'kept', weekStart: '2026-06-01', partnerIds: [] }, ...names)
      .title;
  expect(titleFor('Bo')).toBe('You and \u2068Bo\u2069 both made it');
  expect(titleFor('Bo', 'Cy')).toBe('You, \u2068Bo\u2069, and \u2068Cy\u2069 made it');
});

test('an import that ended in the middle says how much of it is there', () => {
  const bodyOf = (purchases: number) =>
    notificationWords({ kind: 'import', purchases, purchasesInAll: 12_000, fileName: 'may.csv' }, 'may.csv')
      .body;
  expect(bodyOf(10_000)).toBe('10,000 of 12,000 purchases are on your list now.');
  expect(bodyOf(1)).toBe('1 of 12,000 purchases is on your list now.');
  expect(bodyOf(12_000)).toBe('12,000 purchases are on your list now.');
});

test('no notification compares friends or says that one is over budget [PD-77]', () => {
  for (const event of Object.values(events).flat()) {
    const { title, body } = notificationWords(event, 'Bo');
    expect(`${title} ${body}`).not.toMatch(
      /\b(?:1st|rank|place|ahead|behind|beat|better|lead)\b|Bo.*\bover\b/i,
    );
  }
});
