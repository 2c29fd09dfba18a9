import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayInZone, type Day } from './days.ts';
import { guestWeeks } from './guests.ts';
import { firstWeekOfPact, pactRun, type PactRun } from './pacts.ts';
import { weekStartOf } from './weeks.ts';

const MONDAY = '2026-06-01';

const weekAt = (index: number) => addDays(MONDAY, 7 * index);

/** Closed weeks from the pact's first one. */
const closed = (kept: readonly boolean[]) => new Map(kept.map((isKept, index) => [weekAt(index), isKept]));

/** `x` was not kept by one of the two. */
const runOf = (weeks: string) =>
  pactRun(MONDAY, [closed(Array.from(weeks, (week) => week === '.')), closed(Array.from(weeks, () => true))]);

test('a pact counts the weeks that both kept, once both have closed them [PD-100]', () => {
  expect(pactRun(MONDAY, [closed([]), closed([true])])).toMatchObject({
    weeksTogether: 0,
    countsFrom: MONDAY,
  });
  expect(pactRun(MONDAY, [closed([true]), closed([true, true])]).weeksTogether).toBe(1);
  expect(pactRun(MONDAY, [closed([true, true]), closed([true, true])]).weeksTogether).toBe(2);
});

test('weeks before the pact count neither for nor against it [PD-100]', () => {
  const earlier = new Map([
    [addDays(MONDAY, -7), true],
    [MONDAY, true],
  ]);
  expect(pactRun(MONDAY, [earlier, closed([true])]).weeksTogether).toBe(1);
});

test('one miss in 13 weeks is forgiven; a second one ends the run, and a new count starts [PD-101]', () => {
  expect(runOf('..x..')).toEqual({ weeksTogether: 4, forgivenWeek: weekAt(2), countsFrom: MONDAY });
  expect(runOf('x............x')).toEqual({
    weeksTogether: 12,
    forgivenWeek: weekAt(13),
    countsFrom: MONDAY,
  });
  expect(runOf('x...........x')).toEqual({ weeksTogether: 0, forgivenWeek: null, countsFrom: weekAt(13) });
  expect(runOf('x.x..')).toEqual({ weeksTogether: 2, forgivenWeek: null, countsFrom: weekAt(3) });
  expect(runOf('x.x.x.')).toMatchObject({ weeksTogether: 2, forgivenWeek: weekAt(4) });
});

test('it makes no difference who missed: no one can read it from a run [PD-101]', () => {
  const weeks = fc.array(fc.boolean(), { maxLength: 60 });
  fc.assert(
    fc.property(weeks, weeks, (one, other) => {
      expect(pactRun(MONDAY, [closed(one), closed(other)])).toEqual(
        pactRun(MONDAY, [closed(other), closed(one)]),
      );
    }),
  );
});

/** The rule again, as one pattern: `x` is a week that one of the two missed. A run ends with the first miss that follows another one within 13 weeks. */
function runByPattern(marks: string): PactRun {
  const ended = marks.replaceAll(/[.x]*?x[.]{0,11}x/g, (weeks) => 'e'.repeat(weeks.length));
  const [run = ''] = /(?!.*x.{0,11}x)[.x]*$/.exec(ended) ?? [];
  const [begin, lastMiss] = [marks.length - run.length, run.lastIndexOf('x')];
  return {
    weeksTogether: run.replaceAll('x', '').length,
    forgivenWeek: lastMiss < 0 ? null : weekAt(begin + lastMiss),
    countsFrom: weekAt(begin),
  };
}

const mostly = fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false));
const years = fc.array(mostly, { maxLength: 80 });

test('the runs of random years are those of the rule, told in a few lines [PD-100] [PD-101]', () => {
  fc.assert(
    fc.property(years, years, (one, other) => {
      const marks = one
        .slice(0, other.length)
        .map((isKept, index) => (isKept && other[index] ? '.' : 'x'))
        .join('');
      expect(pactRun(MONDAY, [closed(one), closed(other)])).toEqual(runByPattern(marks));
    }),
  );
});

test('so are those of random years with a guest, who taps under, over or not at all, until Wednesday [PD-100] [PD-103]', () => {
  const ANSWERS = ['under', 'over', 'none'] as const;
  const answer = fc.oneof({ weight: 9, arbitrary: fc.constant('under') }, fc.constantFrom(...ANSWERS));
  const weeks = fc.array(fc.record({ isKept: mostly, said: answer }), { maxLength: 80 });
  const lastWeek = fc.record({ isKept: mostly, said: fc.constantFrom(...ANSWERS) });
  fc.assert(
    fc.property(weeks, lastWeek, fc.nat({ max: 6 }), (earlier, last, daysSinceMonday) => {
      const all = [...earlier, last];
      const taps = new Map(
        all.flatMap(({ said }, index) => (said === 'none' ? [] : [[weekAt(index), said === 'under']])),
      );
      const today = addDays(weekAt(all.length), daysSinceMonday);
      const isAwaited = last.said === 'none' && daysSinceMonday < 3;
      const marks = (isAwaited ? earlier : all)
        .map(({ isKept, said }) => (isKept && said === 'under' ? '.' : 'x'))
        .join('');
      const user = closed(all.map(({ isKept }) => isKept));
      expect(pactRun(MONDAY, [user, guestWeeks(MONDAY, taps, today)])).toEqual(runByPattern(marks));
    }),
  );
});

test('a pact begins with the first week that is whole for both, 25 hours apart or not [PD-100]', () => {
  const far: [string, string] = ['Pacific/Kiritimati', 'Pacific/Niue'];
  // Monday at 00:30 in Kiritimati is Saturday at 23:30 in Niue.
  expect(firstWeekOfPact(new Date('2026-06-07T10:30:00Z'), ...far)).toBe('2026-06-15');
  expect(firstWeekOfPact(new Date('2026-06-07T09:30:00Z'), ...far)).toBe('2026-06-08');
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (madeAt) => {
      const week: Day = firstWeekOfPact(madeAt, ...far);
      expect(weekStartOf(week)).toBe(week);
      const days = far.map((zone) => dayInZone(madeAt, zone));
      expect(days.every((day) => day < week)).toBe(true);
      expect(days.some((day) => day >= addDays(week, -7))).toBe(true);
    }),
  );
});
