import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  joiningExpenseOf,
  percentLeft,
  positionChanges,
  prizeOf,
  rankCompetitors,
  type Competitor,
} from './ranking.ts';

/**
 * A user with a budget of $100, of which `leftDollars` are left, and half of the closed weeks under budget.
 */
function aCompetitor(name: string, leftDollars: number, rest: Partial<Competitor> = {}): Competitor {
  return {
    userId: name.toLowerCase(),
    name,
    budgetCents: 10_000,
    rankedCents: 10_000 - leftDollars * 100,
    closedWeeks: 8,
    weeksUnder: 4,
    isActive: true,
    hasData: true,
    ...rest,
  };
}

const places = (people: readonly Competitor[]) =>
  rankCompetitors(people).map(({ competitor, rank }) => `${rank} ${competitor.name}`);

describe('the share of the budget still left', () => {
  test.each([
    [10_000, 0, 100],
    [10_000, 2500, 75],
    [10_000, 9999, 0],
    [3000, 1000, 66],
    [10_000, 10_000, 0],
    [10_000, 25_000, 0],
  ])(
    'of %i cents after %i is %i whole percent, never below 0 [PD-20]',
    (budgetCents, rankedCents, percent) => {
      expect(percentLeft({ budgetCents, rankedCents })).toBe(percent);
    },
  );

  test.each([0, 1, 500_000])(
    'of a budget of 0 after %i cents is 0, without a division [PD-12]',
    (rankedCents) => {
      expect(percentLeft({ budgetCents: 0, rankedCents })).toBe(0);
    },
  );
});

describe('the ranking', () => {
  test('is by the share of the budget left, not by the money left [PD-20]', () => {
    const rich = aCompetitor('Rich', 0, { budgetCents: 100_000, rankedCents: 60_000 });
    expect(places([rich, aCompetitor('Bo', 30), aCompetitor('Ana', 50)])).toEqual([
      '1 Ana',
      '2 Rich',
      '3 Bo',
    ]);
  });

  test('looks at whole percents, so that a dime decides nothing [PD-20]', () => {
    expect(places([aCompetitor('Bo', 50.9), aCompetitor('Ana', 50)])).toEqual(['1 Ana', '1 Bo']);
  });

  test('ties share a rank, are listed by name, and skip the next: 1, 1, 3 [PD-20]', () => {
    expect(places([aCompetitor('Zoe', 50), aCompetitor('Bo', 20), aCompetitor('ana', 50)])).toEqual([
      '1 ana',
      '1 Zoe',
      '3 Bo',
    ]);
    expect(
      places([aCompetitor('D', 10), aCompetitor('C', 10), aCompetitor('B', 10), aCompetitor('A', 90)]),
    ).toEqual(['1 A', '2 B', '2 C', '2 D']);
  });

  test('of equal shares is by the share of weeks under budget [PD-20]', () => {
    const people = [
      aCompetitor('Half', 50, { closedWeeks: 8, weeksUnder: 4 }),
      aCompetitor('Most', 50, { closedWeeks: 4, weeksUnder: 3 }),
      aCompetitor('All', 50, { closedWeeks: 2, weeksUnder: 2 }),
      aCompetitor('None', 50, { closedWeeks: 3, weeksUnder: 0 }),
    ];
    expect(places(people)).toEqual(['1 All', '2 Most', '3 Half', '4 None']);
  });

  test('treats two thirds of three weeks and of six as the same share [PD-20]', () => {
    const people = [
      aCompetitor('Six', 50, { closedWeeks: 6, weeksUnder: 4 }),
      aCompetitor('Three', 50, { closedWeeks: 3, weeksUnder: 2 }),
    ];
    expect(places(people)).toEqual(['1 Six', '1 Three']);
  });

  test.each([
    [0, 0],
    [1, 0],
    [1, 1],
  ])('counts %i closed weeks, %i of them under budget, as one half [PD-20]', (closedWeeks, weeksUnder) => {
    const people = [
      aCompetitor('New', 50, { closedWeeks, weeksUnder }),
      aCompetitor('Even', 50, { closedWeeks: 2, weeksUnder: 1 }),
      aCompetitor('Good', 50, { closedWeeks: 8, weeksUnder: 5 }),
      aCompetitor('Poor', 50, { closedWeeks: 8, weeksUnder: 3 }),
    ];
    expect(places(people)).toEqual(['1 Good', '2 Even', '2 New', '4 Poor']);
  });

  test('puts the inactive ones last, however little they have spent', () => {
    const people = [
      aCompetitor('Asleep', 100, { isActive: false }),
      aCompetitor('Away', 80, { isActive: false }),
      aCompetitor('Broke', -500),
    ];
    expect(places(people)).toEqual(['1 Broke', '2 Asleep', '3 Away']);
  });

  test('treats a budget of 0 as nothing left [PD-12]', () => {
    const none = aCompetitor('None', 0, { budgetCents: 0, rankedCents: 0 });
    expect(places([none, aCompetitor('Over', -50), aCompetitor('Ana', 1)])).toEqual([
      '1 Ana',
      '2 None',
      '2 Over',
    ]);
  });

  test('orders users with the same name stably', () => {
    const [one, other] = [aCompetitor('Ana', 50, { userId: 'a' }), aCompetitor('Ana', 50, { userId: 'b' })];
    const ids = (people: Competitor[]) => rankCompetitors(people).map(({ competitor }) => competitor.userId);
    expect(ids([one, other])).toEqual(['a', 'b']);
    expect(ids([other, one])).toEqual(['a', 'b']);
  });

  test('of no users is empty', () => {
    expect(rankCompetitors([])).toEqual([]);
  });
});

describe('for any competitors', () => {
  const competitor: fc.Arbitrary<Competitor> = fc
    .record({
      userId: fc.uuid(),
      name: fc.oneof(fc.constantFrom('Ana', 'ana', 'Bo', 'Åsa', ''), fc.string({ unit: 'grapheme' })),
      budgetCents: fc.constantFrom(0, 1, 300, 10_000, 250_000_000),
      rankedCents: fc.oneof(fc.nat(400), fc.nat(20_000), fc.constant(250_000_000)),
      closedWeeks: fc.nat(8),
      share: fc.nat(8),
      isActive: fc.boolean(),
      hasData: fc.boolean(),
    })
    .map(({ share, ...rest }) => ({ ...rest, weeksUnder: Math.min(share, rest.closedWeeks) }));
  const people = fc.uniqueArray(competitor, { selector: ({ userId }) => userId, maxLength: 12 });

  test('a rank is one more than the number of better ones, and each is listed once [PD-20]', () => {
    const share = ({ closedWeeks, weeksUnder }: Competitor) =>
      closedWeeks < 2 ? 0.5 : weeksUnder / closedWeeks;
    const standsBetter = (a: Competitor, b: Competitor) => {
      if (a.isActive !== b.isActive) return a.isActive;
      if (percentLeft(a) !== percentLeft(b)) return percentLeft(a) > percentLeft(b);
      return share(a) > share(b);
    };
    fc.assert(
      fc.property(people, (all) => {
        const ranking = rankCompetitors(all);
        expect(new Set(ranking.map((entry) => entry.competitor))).toEqual(new Set(all));
        for (const { competitor: one, rank } of ranking) {
          expect(rank).toBe(1 + all.filter((other) => standsBetter(other, one)).length);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('their order changes nothing [PD-20]', () => {
    const twice = people.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(twice, ([all, shuffled]) => {
        expect(rankCompetitors(shuffled)).toEqual(rankCompetitors(all));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the change of position', () => {
  const lastWeek = rankCompetitors([aCompetitor('Ana', 90), aCompetitor('Bo', 50), aCompetitor('Cy', 10)]);
  const now = [aCompetitor('Ana', 20), aCompetitor('Bo', 50), aCompetitor('Cy', 70), aCompetitor('New', 99)];

  test("is last week's rank minus the current one among the same users [PD-22]", () => {
    expect([...positionChanges(lastWeek, now)]).toEqual([
      ['ana', -2],
      ['bo', 0],
      ['cy', 2],
    ]);
  });

  test('leaves out users in only one ranking [PD-22]', () => {
    expect([...positionChanges(lastWeek, [aCompetitor('Cy', 10), aCompetitor('New', 99)])]).toEqual([
      ['cy', 0],
    ]);
    expect([...positionChanges([], now)]).toEqual([]);
  });
});

describe('prizes', () => {
  const prizes = (...people: Competitor[]) =>
    rankCompetitors(people).map((ranked) => `${ranked.competitor.name} ${prizeOf(ranked) ?? 'none'}`);

  test('go to ranks 1 and 2, to all of a tie [DB-8]', () => {
    expect(prizes(aCompetitor('Ana', 50), aCompetitor('Bo', 40), aCompetitor('Cy', 30))).toEqual([
      'Ana trophy',
      'Bo star',
      'Cy none',
    ]);
    expect(prizes(aCompetitor('Ana', 50), aCompetitor('Bo', 50))).toEqual(['Ana trophy', 'Bo trophy']);
  });

  test('go only to active people within their budget [D-13]', () => {
    const idle = aCompetitor('Leo', 100, { isActive: false });
    expect(prizes(aCompetitor('Ana', -65), idle)).toEqual(['Ana none', 'Leo none']);
    expect(prizes(aCompetitor('Ana', 0), aCompetitor('Bo', -1))).toEqual(['Ana trophy', 'Bo none']);
  });
});

test.each([
  [true, true, null],
  [true, false, null],
  [false, true, 'next'],
  [false, false, 'first'],
])(
  'a user who is active (%s) and has data (%s) joins with expense: %s [PD-97]',
  (isActive, hasData, joins) => {
    expect(joiningExpenseOf(aCompetitor('Ana', 50, { isActive, hasData }))).toBe(joins);
  },
);
