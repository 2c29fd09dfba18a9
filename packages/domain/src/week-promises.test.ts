import { expect, test } from 'vitest';
import { addDays } from './days.ts';
import { isInThisWeek, weekEndingThisEvening, weekOfPromiseToken, weekToPromise } from './week-promises.ts';

const MONDAY = '2026-06-08';
const WITH_OTHERS = { hasOthers: true };

const UNANSWERED = { promisedWeek: null, declinedWeek: null };

const weekAt = (daysLater: number, answered: object = {}) =>
  weekToPromise(addDays(MONDAY, daysLater), { ...UNANSWERED, ...answered }, WITH_OTHERS);

test('the running week can be promised from Monday to Wednesday [PD-106]', () => {
  expect([-1, 0, 1, 2, 3, 6, 7].map((days) => weekAt(days))).toEqual([
    null,
    MONDAY,
    MONDAY,
    MONDAY,
    null,
    null,
    addDays(MONDAY, 7),
  ]);
});

test.each(['promisedWeek', 'declinedWeek'])(
  'a week is asked about until it has its %s, and no earlier one after it [PD-106]',
  (answer) => {
    expect(weekAt(0, { [answer]: addDays(MONDAY, -7) })).toBe(MONDAY);
    expect(weekAt(1, { [answer]: MONDAY })).toBeNull();
    // After a journey west.
    expect(weekAt(0, { [answer]: addDays(MONDAY, 7) })).toBeNull();
  },
);

test('nothing is promised to no one [PD-106]', () => {
  expect(weekToPromise(MONDAY, UNANSWERED, { hasOthers: false })).toBeNull();
});

test('a promise is about one week [PD-106]', () => {
  expect([-1, 0, 6, 7].map((days) => isInThisWeek(MONDAY, addDays(MONDAY, days)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isInThisWeek(null, MONDAY)).toBe(false);
});

test('a mailed promise’s token names its week [PD-106]', () => {
  const tokens = [`${MONDAY}.sealed.key`, `${MONDAY}x.sealed.key`, '2026-02-30.sealed.key', 'sealed.key', ''];
  expect(tokens.map(weekOfPromiseToken)).toEqual([MONDAY, null, null, null, null]);
  // A Sunday and a Tuesday.
  expect(['2026-06-07.sealed.key', '2026-06-09.sealed.key'].map(weekOfPromiseToken)).toEqual([null, null]);
});

test('a week ends on Sunday from 20:00 to midnight, in each zone [PD-106]', () => {
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Niue'];
  const ending = (iso: string) => [east, west].map((zone) => weekEndingThisEvening(new Date(iso), zone));
  expect(ending('2026-06-14T05:59:59Z')).toEqual([null, null]);
  expect(ending('2026-06-14T06:00:00Z')).toEqual([MONDAY, null]);
  expect(ending('2026-06-14T09:59:59Z')).toEqual([MONDAY, null]);
  expect(ending('2026-06-14T10:00:00Z')).toEqual([null, null]);
  expect(ending('2026-06-15T06:59:59Z')).toEqual([null, null]);
  expect(ending('2026-06-15T07:00:00Z')).toEqual([null, MONDAY]);
  expect(ending('2026-06-15T11:00:00Z')).toEqual([null, null]);
});
