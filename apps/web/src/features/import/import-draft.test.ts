import type { ReadRow } from '@oinkly/domain/statements/read-statement';
import { expect, test } from 'vitest';
import { draftOf, ifNew, NO_DECISIONS, tickedExpenses, type Decisions, type Known } from './import-draft.ts';

const rows = [0, 1, 2].map((index): ReadRow => ({
  ...{ line: index + 2, lines: 1, text: '', outcome: 'expense' },
  expense: {
    ...{ day: '2026-06-04', name: `Shop ${index}`, amountCents: 425, currency: 'USD', category: 'Other' },
    ...{ kind: 'spending', counted: null, paid: false, bankRef: null },
  },
}));
const LINES = { rows, farAway: new Set<number>() };
const knownRows = (...indexes: number[]) =>
  new Map(indexes.map((row): [number, Known] => [row, { row, id: row, name: '', date: '', deleted: false }]));
const namesOf = (known: Map<number, Known>, decisions: Decisions) =>
  tickedExpenses(LINES, known, decisions).map(({ name }) => name);

test('rows that exist are imported only if the user ticks them [PD-30]', () => {
  const known = knownRows(1);
  expect(namesOf(known, NO_DECISIONS)).toEqual(['Shop 0', 'Shop 2']);
  expect(namesOf(known, { ...NO_DECISIONS, ticked: new Map([[1, true]]) })).toHaveLength(3);
  expect(namesOf(known, { ...NO_DECISIONS, all: true })).toHaveLength(3);
  expect(namesOf(known, { ...NO_DECISIONS, all: false, ticked: new Map([[0, true]]) })).toEqual(['Shop 0']);
  expect(draftOf(LINES, 1, known, NO_DECISIONS)).toMatchObject({ known: { row: 1 }, isTicked: false });
});

test('rows that arrived with a lost answer are not imported again by an earlier tick [PD-30]', () => {
  const arrived = knownRows(0, 1);
  for (const before of [
    { ...NO_DECISIONS, all: true },
    { ...NO_DECISIONS, ticked: new Map([0, 1].map((index) => [index, true])) },
  ])
    expect(namesOf(arrived, ifNew(before))).toEqual(['Shop 2']);
  const some = { ...NO_DECISIONS, all: false, ticked: new Map([0, 2].map((index) => [index, true])) };
  expect(namesOf(arrived, ifNew(some))).toEqual(['Shop 2']);
});

test('a year far away is imported only if the user ticks that row, not with all others [PD-30]', () => {
  const far = { rows, farAway: new Set([2]) };
  const names = (decisions: Decisions) => tickedExpenses(far, new Map(), decisions).map(({ name }) => name);
  expect(names(NO_DECISIONS)).toEqual(['Shop 0', 'Shop 1']);
  expect(names({ ...NO_DECISIONS, all: true })).toEqual(['Shop 0', 'Shop 1']);
  expect(names({ ...NO_DECISIONS, all: false, ticked: new Map([[2, true]]) })).toEqual(['Shop 2']);
});
