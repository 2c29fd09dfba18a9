import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { areOneAccount, daysOf, lastDayIfSilent, pairRows } from './account-likeness.ts';
import { bankToReport, connectionName, lastReadWords, oldestReading, oldNumberDay } from './bank-reading.ts';
import { billsToAskAbout } from './bills.ts';
import { budgetOfWeek } from './budgets.ts';
import { comingDays } from './coming-days.ts';
import { addDays } from './days.ts';
import {
  clearDuplicates,
  closeAmounts,
  compareExpenses,
  pairCloseAmounts,
  pairExactAmounts,
  pairsToAskAbout,
} from './duplicates.ts';
import { EXPENSE_CATEGORIES } from './expense-categories.ts';
import { isFound } from './expense-search.ts';
import { guestMarks, guestWeeks } from './guests.ts';
import { highlightOf } from './highlights.ts';
import { keptStatus } from './kept-weeks.ts';
import { pactRun } from './pacts.ts';
import { leaderboardStatus } from './leaderboard-status.ts';
import { knownMerchant } from './merchants/merchant-names.ts';
import { enteredPayments, findMonthlyPayments, MOST_PAYMENTS } from './monthly-payments.ts';
import { compareNames, compareReadNames, readName } from './name-likeness.ts';
import { notificationWords } from './notifications.ts';
import { pastSelfSpentCents } from './past-self.ts';
import { amountProblemWords, dayProblemWords, unreadWords } from './quick-entry-words.ts';
import { readAmount } from './quick-entry/amounts.ts';
import { blank } from './quick-entry/span.ts';
import { priceChangeOf, priceSentences } from './price-changes.ts';
import { mapQuip } from './quips.ts';
import { positionChanges, rankCompetitors } from './ranking.ts';
import { matchRefunds } from './refunds.ts';
import { savedThisYear } from './saved.ts';
import { chooseCircleRows, countCircle, sharedCircleOf, sharedCircleTitle } from './shared-circle.ts';
import { sharedMapOf } from './shared-map.ts';
import { chooseLayout } from './statements/choose-layout.ts';
import { guessColumns } from './statements/guess-columns.ts';
import { guessAgain, guessLayout, signsQuestion } from './statements/guess-layout.ts';
import { daysCompared, findKnown } from './statements/known-expenses.ts';
import { withDaysOfInstants } from './statements/instants.ts';
import { partsToCheck, partToImport } from './statements/import-parts.ts';
import { knownLayout } from './statements/known-layouts.ts';
import { fileKindOf, isComplete, type Layout } from './statements/layout.ts';
import { signOfPurchases, speakAgainst } from './statements/money-direction.ts';
import { isOwnExport } from './statements/own-export.ts';
import { countLines } from './statements/line-counts.ts';
import { tableOfQif } from './statements/qif.ts';
import { guessDecimalSign } from './statements/read-amount.ts';
import { guessDateOrder } from './statements/read-day.ts';
import { readStatement } from './statements/read-statement.ts';
import { rowFacts } from './statements/row-facts.ts';
import { checkBalances } from './statements/balance-proof.ts';
import { overlapOf } from './statements/overlap.ts';
import { fitsPeriod, mayBeOwed, proveStatement } from './statements/prove-statement.ts';
import { statedTotals } from './statements/stated-totals.ts';
import { movementsOf } from './statements/row-movement.ts';
import { splitTable, whyNoTable } from './statements/split-table.ts';
import { cellsOf, columnCount, sketchOf, type StatementTable } from './statements/statement-table.ts';
import { resultOf } from './steps.ts';
import { stillToCome, totalOfComing } from './still-to-come.ts';
import { streakOf } from './streaks.ts';
import { explainPending, findSuccessors } from './successors.ts';
import { countSteps, watched } from './test-support/count-steps.ts';
import { tableRow } from './test-support/table-row.ts';
import { findUnlinkedSuccessors } from './unlinked-successors.ts';
import { spentByCategory, spentByDay } from './week-breakdown.ts';
import { countWeeks } from './week-count.ts';
import { paceSentence } from './week-pace.ts';
import { isTimeToTell } from './week-promises.ts';
import { dueNames } from './week-recap.ts';
import { summarizeTotals, totalsOfWeeks } from './week-summaries.ts';
import { trackedWeeks, verdictsOf } from './week-verdicts.ts';

/* Users choose their rows, so every function that takes rows must stay affordable on the worst ones (SEC-29). */

const DAY = '2026-06-01';
const TODAY = '2026-06-05';
const MONDAY = '2026-06-01';

const listOf = <Row>(count: number, row: (index: number) => Row): Row[] =>
  watched(Array.from({ length: count }, (_, index) => row(index)));

/** All equal, all near each other, and all different. */
const SPREADS: ((index: number) => { amountCents: number; day: string })[] = [
  () => ({ amountCents: 20_00, day: DAY }),
  (index) => ({ amountCents: 20_00, day: addDays(DAY, index % 7) }),
  (index) => ({ amountCents: 20_00 + index, day: addDays(DAY, index % 10) }),
];

/** Two hundred letters in as many words as fit, different for each index. */
const manyWords = (index: number) =>
  Array.from({ length: 40 }, (_, word) => letters(index * 40 + word)).join(' ');
/** Two words that differ in a letter, so that their pairs of letters are compared. */
const longWord = (index: number) => 'ab'.repeat(98) + letters(index);
const NAMES = [() => 'Corner Cafe', manyWords, longWord];

function letters(number: number): string {
  return Array.from({ length: 4 }, (_, place) =>
    'abcdefghijklmnop'.charAt((number >> (4 * place)) % 16),
  ).join('');
}

const spreadNames = SPREADS.flatMap((spread) => NAMES.map((nameOf) => ({ spread, nameOf })));

/** Returns the work on `count` rows; what it needs is made before. */
type Case = (count: number) => () => unknown;

const accountRows = (count: number, spread: (typeof SPREADS)[number]) =>
  listOf(count, (id) => {
    const { amountCents, day } = spread(id);
    return { id, amountCents, currency: 'USD', postedOn: day };
  }).toSorted((a, b) => (a.postedOn < b.postedOn ? -1 : 1));

const manualRows = (count: number, { spread, nameOf }: (typeof spreadNames)[number]) =>
  listOf(count, (id) => ({ id, name: nameOf(id), isOfSeries: false, ...spread(id) }));
const bankRows = (count: number, { spread, nameOf }: (typeof spreadNames)[number]) =>
  listOf(count, (id) => ({ id, names: [nameOf(id + 7), nameOf(id)], isDayOfPurchase: false, ...spread(id) }));
const pairsOf = (count: number, given: (typeof spreadNames)[number]) => {
  const [manual, bank] = [manualRows(count, given), bankRows(count, given)];
  return manual.flatMap((one, index) =>
    bank.slice(index, index + 1).map((other) => ({
      manual: one,
      bank: other,
      isSeparate: false,
      isCrowded: false,
    })),
  );
};

const missingRows = (count: number, isPending: boolean, spread: (typeof SPREADS)[number]) =>
  listOf(count, (id) => {
    const { amountCents, day } = spread(id);
    const names = { name: 'Cafe', merchantKey: 'cafe' };
    return {
      ...{ id, accountId: 'card', currency: 'USD', ...names, isPending, isWithdrawn: id % 2 === 0 },
      ...{ amountCents, day, postedOn: day },
    };
  });
const newRows = (
  count: number,
  fields: { name: string; addCents: number },
  spread: (typeof SPREADS)[number],
) =>
  listOf(count, (id) => {
    const { amountCents, day } = spread(id);
    return {
      ...{
        transactionId: `t${id}`,
        accountId: 'card',
        currency: 'USD',
        name: fields.name,
        merchantKey: 'cafe',
      },
      ...{ isPending: false, amountCents: amountCents + fields.addCents, day, postedOn: addDays(day, 1) },
    };
  });

/** As many merchants as fill the rows, each with the most payments. */
const payments = (count: number, amountOf: (index: number) => number) =>
  listOf(count, (id) => ({
    id,
    merchantKey: `m${Math.floor(id / MOST_PAYMENTS)}`,
    name: manyWords(id),
    amountCents: amountOf(id % MOST_PAYMENTS),
    day: addDays(TODAY, -(id % MOST_PAYMENTS)),
    isFinal: true,
  }));

const banks = (count: number) =>
  listOf(count, (index) => ({
    name: 'Bank',
    lastReadAt: new Date(index).toISOString(),
    linkedAt: '2026-01-01T00:00:00Z',
    problem: null,
  }));

const circleRows = (count: number) =>
  listOf(count, () => ({ role: 'friend' as const, name: null, kept: ['kept' as const] }));
const weekSummaries = (count: number) =>
  listOf(count, (index) => ({
    start: addDays(MONDAY, -7 * index),
    end: addDays(MONDAY, -7 * index + 6),
    ...{ spentCents: index, budgetCents: 100, purchases: index % 2 },
    ...{ isOver: index > 100, isFuture: false, isComplete: index > 0 },
  }));
const countable = (count: number) =>
  listOf(count, (index) => ({
    ...{ amount: index, refunded: 0, date: addDays(MONDAY, index % 7), counted: true },
    category: 'Dining' as const,
  }));
const competitors = (count: number) =>
  listOf(count, (index) => ({
    ...{ userId: `u${index}`, name: 'Ana', budgetCents: 100, rankedCents: 50 },
    ...{ closedWeeks: 8, weeksUnder: 4, isActive: true, hasData: true },
  }));
const ranked = (count: number) =>
  listOf(count, (index) => ({ competitor: competitors(1)[0], rank: index + 1 })).flatMap(
    ({ competitor, rank }, index) =>
      competitor ? [{ competitor: { ...competitor, userId: `u${index}` }, rank }] : [],
  );
const changes = (count: number) =>
  listOf(count, (index) => ({ day: addDays('1990-01-01', index), budgetCents: index }));

/** `rows` of `width` cells each, the first of which are a date, a name and an amount. */
const statement = (rows: number, width = 4): StatementTable =>
  watched({
    format: 'csv' as const,
    header: [
      'Date',
      'Description',
      'Amount',
      ...Array.from({ length: width - 3 }, (_, index) => `C${index}`),
    ],
    above: [],
    rows: Array.from({ length: rows }, (_, index) =>
      tableRow(index, [
        `6/${1 + (index % 9)}/2026`,
        manyWords(index),
        `-${index}.50`,
        ...Array<string>(width - 3).fill('1.25'),
      ]),
    ),
    others: [],
  });
const LAYOUT: Layout = {
  columns: {
    ...{ date: 0, name: 1, amount: 2, moneyOut: null, moneyIn: null },
    ...{ direction: null, category: null, currency: null },
  },
  ...{ dateOrder: 'mdy', decimalSign: '.', purchases: 'negative', currency: 'USD' },
};
const ofStatement =
  (work: (table: StatementTable) => unknown): Case =>
  (count) => {
    const table = statement(count);
    return () => work(table);
  };
const signedRows = (count: number) =>
  listOf(count, (index) => ({
    ...{ cells: [manyWords(index), '-1.50'], sign: index % 2 === 0 ? 1 : -1 },
    ...{ amount: '1.50', name: manyWords(index), category: '' },
  }));
const texts = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index));

const over =
  <Rows>(make: (count: number) => Rows, work: (rows: Rows) => unknown): Case =>
  (count) => {
    const rows = make(count);
    return () => work(rows);
  };

/** The worst rows for each function that takes rows. */
const CASES: Record<string, Case[]> = {
  'account-likeness.ts#pairRows': SPREADS.map((spread) => (count) => {
    const [ones, others] = [accountRows(count, spread), accountRows(count, spread)];
    return () => resultOf(pairRows(ones, others));
  }),
  'account-likeness.ts#areOneAccount': SPREADS.map((spread) => (count) => {
    const [ones, others] = [accountRows(count, spread), accountRows(count, spread)];
    return () => resultOf(areOneAccount(ones, others));
  }),
  'account-likeness.ts#lastDayIfSilent': SPREADS.map((spread) =>
    over(
      (count) => accountRows(count, spread),
      (rows) => lastDayIfSilent(rows, '2027-01-01'),
    ),
  ),
  'account-likeness.ts#daysOf': SPREADS.map((spread) => over((count) => accountRows(count, spread), daysOf)),
  'bills.ts#billsToAskAbout': [
    over((count) => listOf(count, (index) => watched({ mayBeBill: true, amount: index })), billsToAskAbout),
  ],
  'budgets.ts#budgetOfWeek': [over(changes, (rows) => budgetOfWeek(rows, '1991-01-07', TODAY))],
  'duplicates.ts#compareExpenses': [
    (count) => {
      const [manual] = manualRows(1, { spread: () => ({ amountCents: 20_00, day: DAY }), nameOf: manyWords });
      const bank = watched({
        id: 1,
        names: texts(count, manyWords),
        amountCents: 20_00,
        day: DAY,
        isDayOfPurchase: true,
      });
      return () => manual && compareExpenses({ manual, bank });
    },
  ],
  'duplicates.ts#pairExactAmounts': spreadNames.map((given) => (count) => {
    const [manual, bank] = [manualRows(count, given), bankRows(count, given)];
    return () => resultOf(pairExactAmounts(manual, bank));
  }),
  'duplicates.ts#pairCloseAmounts': spreadNames.map((given) => (count) => {
    const [manual, bank] = [manualRows(count, given), bankRows(count, given)];
    const reachOf = (one: { amountCents: number }) => closeAmounts(one.amountCents);
    // Each pair that is not open was answered.
    const isOpen = (one: { id: number }, other: { id: number }) => Math.abs(one.id - other.id) > 2;
    return () => resultOf(pairCloseAmounts(manual, bank, { reachOf, isOpen, limit: Infinity }));
  }),
  'duplicates.ts#clearDuplicates': spreadNames.map((given) =>
    over(
      (count) => pairsOf(count, given),
      (pairs) => resultOf(clearDuplicates(pairs)),
    ),
  ),
  'duplicates.ts#pairsToAskAbout': spreadNames.map((given) =>
    over(
      (count) => pairsOf(count, given),
      (pairs) => resultOf(pairsToAskAbout(pairs)),
    ),
  ),
  'expense-search.ts#isFound': [
    over(
      (count) => listOf(count, (index) => EXPENSE_CATEGORIES[index % EXPENSE_CATEGORIES.length] ?? 'Other'),
      (categories) =>
        isFound(
          { name: null, reading: { name: '', categories, days: null, cents: null } },
          { name: 'Cafe', category: 'Other', day: DAY, amountCents: 1, refundedCents: 0 },
        ),
    ),
  ],
  'highlights.ts#highlightOf': [
    over(
      (count) => listOf(count, () => ({ spentCents: 1, purchases: 9 })),
      (earlier) =>
        highlightOf({
          spentCents: 1,
          purchases: 1,
          budgetCents: 1,
          daysWithPurchase: 1,
          categories: [],
          earlier,
        }),
    ),
  ],
  'coming-days.ts#comingDays': [
    over(
      (count) =>
        listOf(count, (index) => ({
          id: String(index),
          name: 'Rent',
          next: { day: TODAY, amountCents: 1 },
          followingOn: addDays(TODAY, 30),
          amountCents: 1,
          dayOfMonth: 5,
        })),
      (due) => comingDays(due, addDays(TODAY, 92)),
    ),
  ],
  'leaderboard-status.ts#leaderboardStatus': [over(ranked, (rows) => leaderboardStatus(rows, 'u1'))],
  'monthly-payments.ts#findMonthlyPayments': [() => 20_00, (index: number) => 20_00 * 2 ** (index % 30)].map(
    (amountOf) =>
      over(
        (count) => payments(count, amountOf),
        (rows) => resultOf(findMonthlyPayments(rows, TODAY)),
      ),
  ),
  'monthly-payments.ts#enteredPayments': NAMES.map((nameOf) => (count) => {
    const found = payments(count, () => 20_00).map((latest) => ({
      latest: { ...latest, name: nameOf(latest.id) },
      ...{ count: 3, expectedOn: TODAY, followingOn: TODAY, dayOfMonth: 5 },
      priceChange: { day: TODAY, amountCents: 20_00, beforeCents: 10_00 },
    }));
    const entered = listOf(count, (index) => ({ name: nameOf(index), amountCents: 90_00 }));
    return () => enteredPayments(found, entered);
  }),
  'name-likeness.ts#compareReadNames': [
    (count) => () =>
      compareReadNames(
        readName(texts(count, letters).join(' ')),
        readName(texts(count, manyWords).join(' ')),
      ),
    (count) => () => compareReadNames(readName('ab'.repeat(count)), readName('ba'.repeat(count))),
  ],
  'price-changes.ts#priceChangeOf': [
    over((count) => listOf(count, () => ({ day: DAY, amountCents: 20_00, isFinal: true })), priceChangeOf),
  ],
  'price-changes.ts#priceSentences': [
    over(
      (count) => listOf(count, (amountCents) => ({ name: 'Gym', day: DAY, amountCents, beforeCents: 1 })),
      (changes) => priceSentences(changes, MONDAY),
    ),
  ],
  'bank-reading.ts#connectionName': [
    over(
      (count) => texts(count, letters),
      (names) => connectionName(names, 'Bank'),
    ),
  ],
  'bank-reading.ts#oldestReading': [over(banks, oldestReading)],
  'bank-reading.ts#bankToReport': [over(banks, (rows) => bankToReport(rows, 0))],
  'bank-reading.ts#lastReadWords': [over(banks, (rows) => lastReadWords(rows, new Date(0), 'UTC'))],
  'bank-reading.ts#oldNumberDay': [over(banks, (rows) => oldNumberDay(rows, new Date(0), 'UTC'))],
  'notifications.ts#notificationWords': [
    over(
      (count) => listOf(count, (index) => `Pig ${index}`),
      (names) =>
        notificationWords({ kind: 'friend', pact: 'kept', weekStart: DAY, partnerIds: [] }, ...names),
    ),
  ],
  'past-self.ts#pastSelfSpentCents': [over(weekSummaries, pastSelfSpentCents)],
  'quick-entry-words.ts#amountProblemWords': [
    over((count) => ({ unread: texts(count, letters) }), amountProblemWords),
  ],
  'quick-entry-words.ts#dayProblemWords': [
    over((count) => ({ unread: texts(count, letters) }), dayProblemWords),
  ],
  'merchants/merchant-names.ts#knownMerchant': [
    over((count) => listOf(count, () => 'new'), knownMerchant),
    over(
      (count) => listOf(count, () => 'giant'),
      (words) => knownMerchant(words),
    ),
  ],
  'quick-entry-words.ts#unreadWords': [over((count) => ({ unread: texts(count, letters) }), unreadWords)],
  'quick-entry/amounts.ts#readAmount': [
    over(
      (count) => listOf(count, (start) => ({ start: start % 9, end: (start % 9) + 1 })),
      (spans) => readAmount('coffee 4.50', spans),
    ),
  ],
  'quick-entry/span.ts#blank': [
    over(
      (count) => listOf(count, (start) => ({ start: start % 9, end: (start % 9) + 1 })),
      (spans) => blank('coffee 4.50', spans),
    ),
  ],
  'quips.ts#mapQuip': [over(weekSummaries, (weeks) => mapQuip(weeks, 2026))],
  'ranking.ts#rankCompetitors': [over(competitors, rankCompetitors)],
  'ranking.ts#positionChanges': [
    (count) => {
      const [earlier, current] = [ranked(count), competitors(count)];
      return () => positionChanges(earlier, current);
    },
  ],
  'refunds.ts#matchRefunds': SPREADS.flatMap((spread) =>
    // Larger, equal and smaller refunds.
    [100_00, 0, -1].map((addCents) => (count: number) => {
      const rowsOf = (cents: number) =>
        listOf(count, (id) => ({ id, ...spread(id), amountCents: spread(id).amountCents + cents }));
      const [purchases, refunds] = [rowsOf(0), rowsOf(addCents)];
      return () => resultOf(matchRefunds({ purchases, refunds }));
    }),
  ),
  'saved.ts#savedThisYear': [
    over(weekSummaries, (weeks) => savedThisYear(weeks, [{ day: MONDAY, budgetCents: 100_00 }])),
  ],
  'streaks.ts#streakOf': [over(weekSummaries, (weeks) => streakOf(weeks, '0001-01-01'))],
  'shared-circle.ts#chooseCircleRows': [
    over(
      (count) =>
        listOf(count, (index) => ({
          id: String(index % 7919),
          role: 'friend' as const,
          fullName: null,
          mayBeNamed: false,
        })),
      chooseCircleRows,
    ),
  ],
  'shared-circle.ts#sharedCircleOf': [over(circleRows, (rows) => sharedCircleOf(['2026-05-25'], rows, 0))],
  'shared-circle.ts#sharedCircleTitle': [over(circleRows, (rows) => sharedCircleTitle({ rows }))],
  'shared-circle.ts#countCircle': [
    over(circleRows, (rows) => countCircle({ rows, more: 0, weekStarts: ['2026-05-25'] })),
  ],
  'shared-map.ts#sharedMapOf': [over(weekSummaries, (weeks) => sharedMapOf(weeks, 2026))],
  'still-to-come.ts#stillToCome': [
    over(
      (count) => listOf(count, () => ({ name: 'Rent', day: TODAY, amountCents: 1, isCounted: true })),
      (coming) => stillToCome(coming, TODAY),
    ),
  ],
  'still-to-come.ts#totalOfComing': [
    over((count) => listOf(count, () => ({ amountCents: 1, isCounted: true })), totalOfComing),
  ],
  'successors.ts#findSuccessors': SPREADS.flatMap((spread) =>
    [true, false].flatMap((isPending) =>
      // Equal rows, another amount, and nothing in common but the day.
      [
        { name: 'Cafe', addCents: 0 },
        { name: 'Cafe', addCents: 3_00 },
        { name: 'Cafe', addCents: 99_00 },
      ].map((fields) => (count: number) => {
        const missing = missingRows(count, isPending, spread);
        const reported = newRows(count, fields, spread);
        return () => resultOf(findSuccessors(missing, reported));
      }),
    ),
  ),
  'successors.ts#explainPending': SPREADS.map((spread) => (count) => {
    const pending = missingRows(count, true, spread);
    const posted = missingRows(count, false, spread).map((row) => ({ ...row, id: row.id + count }));
    return () => explainPending(pending, posted);
  }),
  'unlinked-successors.ts#findUnlinkedSuccessors': SPREADS.map((spread) => (count) => {
    const removed = missingRows(count, true, spread);
    const reported = newRows(count, { name: 'Cafe', addCents: 0 }, spread);
    return () => findUnlinkedSuccessors(removed, reported);
  }),
  'week-breakdown.ts#spentByDay': [over(countable, (rows) => spentByDay(rows, MONDAY))],
  'week-breakdown.ts#spentByCategory': [over(countable, spentByCategory)],
  'week-pace.ts#paceSentence': [
    over(
      (count) => listOf(count, (index) => ({ day: addDays(MONDAY, index), spentCents: 1, soFarCents: 1 })),
      (days) => paceSentence(days, 100, TODAY),
    ),
  ],
  'week-promises.ts#isTimeToTell': [
    over(
      (count) => listOf(count, () => 'Pacific/Niue'),
      (zones) => isTimeToTell('2026-06-01', new Date('2026-06-08T12:00:00Z'), 'UTC', zones),
    ),
  ],
  'week-recap.ts#dueNames': [over((count) => texts(count, letters), dueNames)],
  'week-summaries.ts#totalsOfWeeks': [over(countable, totalsOfWeeks)],
  'week-summaries.ts#summarizeTotals': [
    (count) => {
      const weekStarts = texts(count, (index) => addDays('1989-12-25', 7 * index));
      const budgets = changes(count);
      return () => summarizeTotals(weekStarts, new Map(), budgets, '2099-01-01');
    },
  ],
  'guests.ts#guestWeeks': [
    (count) => {
      const weeks = texts(count, (index) => addDays('1989-12-25', 7 * index));
      return () => guestWeeks('1989-12-25', new Map(weeks.map((week) => [week, true])), weeks.at(-1) ?? '');
    },
  ],
  'guests.ts#guestMarks': [
    (count) => {
      const weeks = texts(count, (index) => addDays('1989-12-25', 7 * index));
      return () => guestMarks(weeks, '1989-12-25', new Map(weeks.map((week) => [week, true])));
    },
  ],
  'kept-weeks.ts#keptStatus': [over((count) => listOf(count, () => 'kept' as const), keptStatus)],
  'pacts.ts#pactRun': [
    (count) => {
      const weeks = texts(count, (index) => addDays('1989-12-25', 7 * index));
      return () => {
        const kept = new Map(weeks.map((week, index) => [week, index % 3 > 0]));
        return pactRun('1989-12-25', [kept, kept]);
      };
    },
  ],
  'week-count.ts#countWeeks': [over(weekSummaries, (weeks) => countWeeks(weeks))],
  'week-verdicts.ts#verdictsOf': [over(weekSummaries, verdictsOf)],
  'week-verdicts.ts#trackedWeeks': [over(weekSummaries, trackedWeeks)],
  'statements/choose-layout.ts#chooseLayout': [
    ofStatement((table) => chooseLayout(table, LAYOUT, { layout: LAYOUT, questions: [] })),
  ],
  'statements/guess-columns.ts#guessColumns': [
    ofStatement(guessColumns),
    // As many columns as a file may have, each of which may be a side.
    over((count) => statement(20, 3 + Math.floor(count / 10)), guessColumns),
  ],
  'statements/guess-layout.ts#guessLayout': [
    ofStatement((table) => guessLayout(table, TODAY)),
    // As many columns as a file may have, each of which may be a side.
    over(
      (count) => statement(20, 3 + Math.floor(count / 10)),
      (table) => guessLayout(table, TODAY),
    ),
  ],
  'statements/guess-layout.ts#guessAgain': [
    ofStatement((table) =>
      guessAgain(table, { layout: LAYOUT, questions: [] }, { ...LAYOUT, dateOrder: 'dmy' }, TODAY),
    ),
  ],
  'statements/guess-layout.ts#signsQuestion': [ofStatement((table) => signsQuestion(table, LAYOUT))],
  'statements/known-expenses.ts#daysCompared': SPREADS.map((spread) =>
    over(
      (count) => listOf(count, (id) => ({ name: '', currency: 'USD', bankRef: null, ...spread(id) })),
      daysCompared,
    ),
  ),
  'statements/known-expenses.ts#findKnown': spreadNames.map(({ spread, nameOf }) => (count) => {
    const base = { currency: 'USD', bankRef: null };
    const rows = listOf(count, (id) => ({ ...base, name: nameOf(2 * id + 1), ...spread(id) }));
    const expenses = listOf(count, (id) => ({
      ...base,
      ...{ id, name: nameOf(2 * id), costCents: 1_00, origin: 'bank' as const, isDeleted: false },
      ...spread(id),
    }));
    return () => resultOf(findKnown(rows, expenses));
  }),
  // All equal, and all different.
  'statements/import-parts.ts#partsToCheck': [SPREADS[0], SPREADS[2]].map((spread) =>
    over(
      (count) =>
        listOf(count, (id) => ({
          name: letters(id),
          bankRef: null,
          amountCents: spread?.(id).amountCents ?? 0,
        })),
      (rows) => partsToCheck(rows, { rows: 100, bytes: 1_000_000 }),
    ),
  ),
  'statements/import-parts.ts#partToImport': [
    over(
      (count) => listOf(count, (id) => ({ name: letters(id), bankRef: null, amountCents: id })),
      (rows) => partToImport(rows, 0, { rows: Infinity, bytes: Infinity }),
    ),
  ],
  'statements/known-layouts.ts#knownLayout': [over((count) => texts(count, letters), knownLayout)],
  'statements/layout.ts#fileKindOf': [ofStatement(fileKindOf)],
  'statements/layout.ts#isComplete': [ofStatement((table) => isComplete(LAYOUT, table))],
  'statements/money-direction.ts#signOfPurchases': [over(signedRows, (rows) => signOfPurchases(rows, null))],
  'statements/money-direction.ts#speakAgainst': [over(signedRows, (rows) => speakAgainst(rows, 1))],
  'statements/own-export.ts#isOwnExport': [over((count) => texts(count, letters), isOwnExport)],
  'statements/qif.ts#tableOfQif': [
    over((count) => `!Type:Bank\n${'D6/1/26\nT-1.50\nPCafe\n^\n'.repeat(count)}`, tableOfQif),
    over((count) => `!Type:Bank\n${'D6/1/26\n'.repeat(count)}`, tableOfQif),
  ],
  'statements/read-amount.ts#guessDecimalSign': [
    over((count) => texts(count, (index) => `${index}.50`), guessDecimalSign),
  ],
  'statements/read-day.ts#guessDateOrder': [
    over(
      (count) => texts(count, (index) => `${1 + (index % 9)}/${1 + (index % 8)}/2026`),
      (dates) => guessDateOrder(dates, TODAY, 'unknown'),
    ),
  ],
  'statements/read-statement.ts#readStatement': [ofStatement((table) => readStatement(table, LAYOUT, false))],
  'statements/balance-proof.ts#checkBalances': [
    // All equal, all adding up, and none.
    () => 100,
    (index: number) => 10_000 - index,
    (index: number) => index * index,
  ].map((balanceOf) =>
    over(
      (count) =>
        listOf(count, (line) => ({
          line,
          day: addDays(DAY, line % 9),
          cents: -1,
          balanceCents: balanceOf(line),
        })),
      checkBalances,
    ),
  ),
  'statements/overlap.ts#overlapOf': [
    over((count) => listOf(count, (index) => ({ day: DAY, isKnown: index % 2 === 0 })), overlapOf),
  ],
  'statements/prove-statement.ts#proveStatement': [
    ofStatement((table) => proveStatement(table, LAYOUT)),
    ofStatement((table) => proveStatement({ ...table, header: null }, LAYOUT)),
    ofStatement((table) =>
      proveStatement({ ...table, header: ['Date', 'Name', 'Amount', 'Balance'] }, LAYOUT),
    ),
  ],
  'statements/instants.ts#withDaysOfInstants': [
    ofStatement((table) => withDaysOfInstants(table, 'America/New_York')),
  ],
  'statements/prove-statement.ts#fitsPeriod': [ofStatement((table) => fitsPeriod(table, LAYOUT))],
  'statements/prove-statement.ts#mayBeOwed': [ofStatement(mayBeOwed)],
  'statements/stated-totals.ts#statedTotals': [
    over(
      (count) => texts(count, (index) => `Closing balance ${index}.50`).map((text) => [text]),
      (lines) => statedTotals(lines, LAYOUT),
    ),
  ],
  'statements/line-counts.ts#countLines': [
    ofStatement((table) => countLines(readStatement(table, LAYOUT, false), () => 'imported')),
  ],
  'statements/row-movement.ts#movementsOf': [
    ofStatement((table) => table.rows.map(movementsOf(table, LAYOUT, rowFacts(table, LAYOUT)))),
  ],
  'statements/row-facts.ts#rowFacts': [
    ofStatement((table) => {
      const facts = rowFacts(table, LAYOUT);
      return table.rows.map(({ cells }) => [facts.name(cells), facts.note(cells), facts.undoneStatus(cells)]);
    }),
  ],
  'statements/split-table.ts#splitTable': [
    ofStatement(({ rows }) => splitTable(rows)),
    // Headers only, and data of another width.
    over((count) => listOf(count, (line) => tableRow(line, ['Date', 'Amount'])), splitTable),
    over(
      (count) => listOf(count, (line) => tableRow(line, Array<string>(4 + (line % 9)).fill('6/1/2026'))),
      splitTable,
    ),
  ],
  'statements/split-table.ts#whyNoTable': [ofStatement(({ rows }) => whyNoTable(rows, []))],
  'statements/statement-table.ts#cellsOf': [ofStatement((table) => cellsOf(table, 1))],
  'statements/statement-table.ts#columnCount': [ofStatement(columnCount)],
  'statements/statement-table.ts#sketchOf': [ofStatement(sketchOf)],
};

const [FEW, MANY] = [300, 1_200];
/** What n log n allows, and a little for what is done once. */
const GROWTH = (1.25 * (MANY * Math.log2(MANY))) / (FEW * Math.log2(FEW));

describe('the steps of functions that take rows grow at most like n log n [SEC-29]', () => {
  test.each(
    Object.entries(CASES).flatMap(([name, cases]) => cases.map((one, index) => ({ name, index, one }))),
  )('$name, input $index', ({ one }) => {
    const [few, many] = [one(FEW), one(MANY)].map(countSteps);
    expect(many).toBeLessThanOrEqual(GROWTH * (few ?? 0) + FEW);
  });

  test('long names and long words cost as much as short ones', () => {
    const stepsFor = (name: string, other: string) => countSteps(() => compareNames(name, other));
    expect(stepsFor(manyWords(1).repeat(20), manyWords(2).repeat(20))).toBe(
      stepsFor(manyWords(1).repeat(2), manyWords(2).repeat(2)),
    );
    expect(stepsFor(longWord(1).repeat(20), longWord(2).repeat(20))).toBe(
      stepsFor(longWord(1).repeat(2), longWord(2).repeat(2)),
    );
  });

  test('none is missing, and each states its cost', () => {
    const exported = exportedFunctions();
    const takingRows = exported.filter(({ takesRows }) => takesRows);
    expect(takingRows.map(({ name }) => name).filter((name) => !(name in CASES))).toEqual([]);
    const names = new Set(exported.map(({ name }) => name));
    expect(Object.keys(CASES).filter((name) => !names.has(name))).toEqual([]);
    expect(takingRows.filter(({ doc }) => !doc.includes('Cost: ')).map(({ name }) => name)).toEqual([]);
  });
});

interface ExportedFunction {
  name: string;
  takesRows: boolean;
  doc: string;
}

/** The functions that other packages may call, by file and name. */
function exportedFunctions(): ExportedFunction[] {
  const root = import.meta.dirname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && !file.includes('test-support'),
  );
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    {
      ...{ noEmit: true, strict: true, allowImportingTsExtensions: true, types: [] },
      ...{ target: ts.ScriptTarget.ES2024, lib: ['lib.es2024.d.ts'], module: ts.ModuleKind.NodeNext },
    },
  );
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(join(root, file));
    const module = source && checker.getSymbolAtLocation(source);
    return (module ? checker.getExportsOfModule(module) : []).flatMap((symbol) => {
      const signatures = checker.getTypeOfSymbol(symbol).getCallSignatures();
      if (signatures.length === 0) return [];
      const parameters = signatures.flatMap((signature) => signature.getParameters());
      return {
        name: `${file}#${symbol.name}`,
        takesRows: parameters.some((parameter) => holdsList(checker, checker.getTypeOfSymbol(parameter))),
        doc: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
      };
    });
  });
}

/** Whether a value of a type is or has a list. */
function holdsList(checker: ts.TypeChecker, type: ts.Type, depth = 0): boolean {
  const holds = (part: ts.Type) => holdsList(checker, part, depth + 1);
  if (checker.isArrayType(type) || checker.isTupleType(type)) return true;
  if (type.isUnionOrIntersection()) return type.types.some(holds);
  const constraint = type.isTypeParameter() ? checker.getBaseConstraintOfType(type) : undefined;
  if (constraint) return holds(constraint);
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0 && type.getCallSignatures().length === 0;
  if (!isObject || depth > 3) return false;
  if (['Iterable', 'Set', 'ReadonlySet', 'Map', 'ReadonlyMap'].includes(type.symbol.name)) return true;
  return type.getProperties().some((property) => holds(checker.getTypeOfSymbol(property)));
}
