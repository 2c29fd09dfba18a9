import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WeekMark } from './kept-weeks.ts';
import {
  chooseCircleRows,
  CIRCLE_ROLES,
  circleQuip,
  circleRowName,
  countCircle,
  MAX_CIRCLE_ROWS,
  sharedCircleInWords,
  sharedCircleOf,
  sharedCircleTitle,
} from './shared-circle.ts';

const member = fc.record({
  id: fc.uuid(),
  role: fc.constantFrom(...CIRCLE_ROLES),
  fullName: fc.option(fc.constantFrom('Ana Ott', 'Bo', 'Cy Berg', '<b>', 'שרה')),
  mayBeNamed: fc.boolean(),
});

test('only those who agreed are named, by their first name, and everyone has a row or is counted [PD-107]', () => {
  fc.assert(
    fc.property(fc.array(member, { maxLength: 40 }), (members) => {
      const { rows, more } = chooseCircleRows(members);
      expect(rows.length).toBe(Math.min(MAX_CIRCLE_ROWS, members.length));
      expect(rows.length + more).toBe(members.length);
      for (const { name, mayBeNamed, fullName } of rows) {
        if (!mayBeNamed) expect(name).toBeNull();
        if (name !== null) expect(fullName?.split(' ')[0]).toBe(name);
      }
    }),
  );
});

test('an unnamed person’s place does not depend on their name [PD-107]', () => {
  fc.assert(
    fc.property(fc.uniqueArray(member, { selector: ({ id }) => id, maxLength: 30 }), (members) => {
      const renamed = members.map((one) => (one.mayBeNamed ? one : { ...one, fullName: '<b>' as const }));
      const placesOf = (all: typeof members) => chooseCircleRows(all).rows.map(({ id }) => id);
      expect(placesOf(renamed)).toEqual(placesOf(members));
    }),
  );
});

test('strangers see no week that is still open for anyone [PD-107]', () => {
  const weekStarts = ['2026-05-18', '2026-05-25'];
  const rowOf = (...kept: WeekMark[]) => ({ role: 'friend' as const, name: null, kept });
  const { weekStarts: shown, rows } = sharedCircleOf(
    weekStarts,
    [rowOf('kept', 'missed'), rowOf('before', 'open')],
    0,
  );
  expect(shown).toEqual(['2026-05-18']);
  expect(rows.map(({ kept }) => kept)).toEqual([['kept'], ['before']]);
  expect(sharedCircleOf(weekStarts, [rowOf('kept', 'missed')], 0).weekStarts).toEqual(weekStarts);
});

test('words count people and weeks, and name the one who shares if they want it [PD-107]', () => {
  const row = { role: 'sharer' as const, name: null, kept: [] };
  expect(circleQuip({ people: 2, weeks: 1 })).toBe('We keep our weeks together. 2 people, 1 week.');
  expect(circleQuip({ people: 2, weeks: 0 })).toBe('We keep our weeks together. 2 people.');
  expect(sharedCircleInWords({ people: 6, weeks: 8 })).toBe('Check marks of 6 people for 8 weeks.');
  expect(sharedCircleInWords({ people: 6, weeks: 0 })).toBe('Check marks of 6 people.');
  expect(sharedCircleTitle({ rows: [row] })).toBe('A circle, week by week');
  expect(sharedCircleTitle({ rows: [{ ...row, name: 'Ana' }] })).toBe(
    '\u2068Ana\u2069’s circle, week by week',
  );
});

test('"Me" is the one who sends a picture, and never the visitor of a page [PD-107]', () => {
  const namesBy = (shownBy: 'sharer' | 'page') =>
    CIRCLE_ROLES.map((role) => circleRowName({ role, name: null }, shownBy));
  expect(namesBy('sharer')).toEqual(['Me', 'A friend', 'A guest']);
  expect(namesBy('page')).toEqual(['Who shares this', 'A friend', 'A guest']);
  expect(circleRowName({ role: 'sharer', name: 'Ana' }, 'page')).toBe('Ana');
});

test('weeks count from the first one in which anyone had joined, and people with those without a row [PD-107]', () => {
  const weekStarts = ['2026-05-11', '2026-05-18', '2026-05-25'];
  const rowOf = (...kept: ('kept' | 'missed' | 'before')[]) => ({
    role: 'friend' as const,
    name: null,
    kept,
  });
  const unjoined = rowOf('before', 'before', 'before');
  const counts = countCircle({ weekStarts, rows: [unjoined, rowOf('before', 'missed', 'kept')], more: 5 });
  expect(counts).toEqual({ people: 7, weeks: 2 });
  expect(countCircle({ weekStarts, rows: [unjoined], more: 0 })).toEqual({ people: 1, weeks: 0 });
});
