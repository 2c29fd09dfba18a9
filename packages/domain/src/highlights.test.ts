import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXPENSE_CATEGORIES } from './expense-categories.ts';
import { highlightOf, highlightWords, type Highlight, type WeekFacts } from './highlights.ts';

/** A week over budget in which nothing went well: more spent on more purchases every day. */
const facts = (fields: Partial<WeekFacts> = {}): WeekFacts => ({
  spentCents: 150_00,
  budgetCents: 100_00,
  purchases: 9,
  daysWithPurchase: 7,
  categories: [{ category: 'Dining', spentCents: 150_00, beforeCents: 90_00 }],
  earlier: [{ spentCents: 90_00, purchases: 5 }],
  ...fields,
});
const earlier = (...purchases: number[]) => purchases.map((count) => ({ spentCents: 0, purchases: count }));
const wordsOf = (fields?: Partial<WeekFacts>) => highlightWords(highlightOf(facts(fields)));

test.each<[string, Partial<WeekFacts>, string]>([
  ['the fewest purchases in weeks', { earlier: earlier(10, 11, 12) }, 'Your fewest purchases in four weeks.'],
  [
    'only weeks with more purchases',
    { earlier: earlier(10, 11, 12, 10, 9, 12) },
    'Your fewest purchases in five weeks.',
  ],
  [
    'less spent than the week before',
    { earlier: [{ spentCents: 150_01, purchases: 9 }] },
    'You spent less than the week before.',
  ],
  [
    'the category that shrank most',
    {
      categories: [
        { category: 'Travel', spentCents: 150_00, beforeCents: 0 },
        { category: 'Groceries', spentCents: 0, beforeCents: 30_00 },
        { category: 'Personal Care', spentCents: 5_00, beforeCents: 36_00 },
        { category: 'Other', spentCents: 0, beforeCents: 90_00 },
        { category: 'Utilities', spentCents: 0, beforeCents: 80_00 },
      ],
    },
    'You spent less on personal care than the week before.',
  ],
  ['the budget kept, to the cent', { budgetCents: 150_00 }, 'You stayed within your budget.'],
  ['days without spending', { daysWithPurchase: 4 }, 'You had three days without spending.'],
])('the recap names %s [PD-74]', (_, fields, words) => {
  expect(wordsOf(fields)).toBe(words);
});

test('after a week in which nothing went well, the recap is still kind [PD-74]', () => {
  expect(wordsOf()).toBe('This week is a fresh start.');
  expect(wordsOf({ daysWithPurchase: 6 })).toBe('This week is a fresh start.');
});

test('a category that fell by less than a tenth of the budget is not mentioned [PD-74]', () => {
  const dining = { category: 'Dining', spentCents: 80_00, beforeCents: 89_99 } as const;
  expect(wordsOf({ categories: [dining] })).toBe('This week is a fresh start.');
  expect(wordsOf({ categories: [{ ...dining, beforeCents: 90_00 }] })).toBe(
    'You spent less on dining than the week before.',
  );
});

test('an empty week is praised only for its budget: perhaps nothing was entered [PD-74]', () => {
  const empty = { spentCents: 0, purchases: 0, daysWithPurchase: 0, earlier: earlier(9, 9, 9) };
  expect(wordsOf(empty)).toBe('You stayed within your budget.');
  expect(wordsOf({ ...empty, spentCents: 5_00, budgetCents: 0 })).toBe('This week is a fresh start.');
});

test('a first week has no comparison; days before the first purchase earn no praise [PD-74]', () => {
  expect(wordsOf({ earlier: [], categories: [], daysWithPurchase: 1 })).toBe('This week is a fresh start.');
});

const count = fc.nat(50);
const cents = fc.nat(500_00);
const someFacts = fc.record({
  spentCents: cents,
  budgetCents: cents,
  purchases: count,
  daysWithPurchase: fc.nat(7),
  categories: fc.uniqueArray(
    fc.record({ category: fc.constantFrom(...EXPENSE_CATEGORIES), spentCents: cents, beforeCents: cents }),
    { selector: ({ category }) => category },
  ),
  earlier: fc.array(fc.record({ spentCents: cents, purchases: count }), { maxLength: 8 }),
});

function isTrue(highlight: Highlight, week: WeekFacts): boolean {
  switch (highlight.kind) {
    case 'fewest-purchases':
      return week.earlier.slice(0, highlight.weeks - 1).every(({ purchases }) => purchases > week.purchases);
    case 'less-spent':
      return week.spentCents < (week.earlier[0]?.spentCents ?? 0);
    case 'smaller-category':
      return week.categories.some(
        ({ category, spentCents, beforeCents }) =>
          category === highlight.category && spentCents < beforeCents,
      );
    case 'budget-kept':
      return week.spentCents <= week.budgetCents;
    case 'quiet-days':
      return highlight.days + week.daysWithPurchase === 7;
    case 'fresh-start':
      return true;
  }
}

test('highlights are true, the same for the same facts, without digits or shame [PD-74] [PD-77]', () => {
  fc.assert(
    fc.property(someFacts, (week) => {
      const highlight = highlightOf(week);
      const words = highlightWords(highlight);
      expect(isTrue(highlight, week)).toBe(true);
      expect(highlightWords(highlightOf({ ...week, categories: week.categories.toReversed() }))).toBe(words);
      expect(words).toMatch(/^[A-Z][^.]*\.$/);
      expect(words).not.toMatch(/[\d$]|zero|one |many|over|more than|ahead|friend/i);
    }),
  );
});
