import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leaderboardStatus, NO_ONE_UNDER, ordinal, OVER_STATUS } from './leaderboard-status.ts';
import { rankCompetitors, type Competitor } from './ranking.ts';

function competitor(userId: string, name: string, leftPercent: number): Competitor {
  return {
    userId,
    name,
    budgetCents: 10_000,
    rankedCents: 10_000 - leftPercent * 100,
    closedWeeks: 0,
    weeksUnder: 0,
    isActive: true,
    hasData: true,
  };
}

const me = (leftPercent: number) => competitor('me', 'Me', leftPercent);
const statusOf = (...people: Competitor[]) => leaderboardStatus(rankCompetitors(people), 'me');

describe('the sentence on a user’s standing', () => {
  test('in front names the place, without praise or the runner-up [PD-26] [PD-77]', () => {
    expect(statusOf(competitor('b', 'Bo', 50), me(80), competitor('c', 'Cy', 10))).toBe(
      'You’re <strong>1st</strong> this week.',
    );
  });

  test('behind a friend names the nearest one ahead, and no distance [PD-26]', () => {
    expect(statusOf(competitor('a', 'Ana', 99), competitor('b', 'Bo', 61), me(50))).toBe(
      'You’re <strong>3rd</strong>, behind Bo.',
    );
  });

  test.each([
    [['Bo'], 'You share <strong>1st</strong> with Bo.'],
    [['Bo', 'Cy'], 'You share <strong>1st</strong> with Bo and one more.'],
    [['Bo', 'Cy', 'Di'], 'You share <strong>1st</strong> with Bo and 2 more.'],
  ])('with %j on the same place says so [PD-26]', (names, sentence) => {
    expect(statusOf(me(50), ...names.map((name) => competitor(name, name, 50)))).toBe(sentence);
  });

  test('without friends differs for over half of the budget left, less, and none [PD-26]', () => {
    expect(statusOf(me(50))).toBe('<strong>Plenty left</strong> this week.');
    expect(statusOf(me(49))).toBe('You’re <strong>on track</strong> this week.');
    expect(statusOf(me(1))).toBe('You’re <strong>on track</strong> this week.');
    expect(statusOf(me(0))).toBe('This week is <strong>spent</strong>. Monday is a fresh start.');
  });

  test('says so if no active user is within the budget, also to the one in front [D-13]', () => {
    const idle = { ...competitor('l', 'Leo', 100), isActive: false };
    expect(statusOf(me(-65), idle)).toBe(NO_ONE_UNDER);
    expect(statusOf(me(-1), competitor('b', 'Bo', -20))).toBe(NO_ONE_UNDER);
    // To the cent is within.
    expect(statusOf(me(0), competitor('b', 'Bo', -20))).toBe('You share <strong>1st</strong> with Bo.');
  });

  test('does not praise a user over budget, whom only the record puts in front [D-13]', () => {
    const record = { closedWeeks: 8, weeksUnder: 8 };
    const overMe = { ...me(-5), ...record };
    expect(statusOf(overMe, { ...competitor('b', 'Bo', 0), ...record, weeksUnder: 2 })).toBe(OVER_STATUS);
    expect(statusOf(overMe, competitor('b', 'Bo', 10))).toBe('You’re <strong>2nd</strong>, behind Bo.');
  });

  test.each([
    [false, 'You join the ranks with your <strong>first expense</strong>.'],
    [true, 'You join the ranks with your <strong>next expense</strong>.'],
  ])('of an inactive user with data (%s) names the way back [PD-97]', (hasData, sentence) => {
    const own = { ...me(100), isActive: false, hasData };
    expect(statusOf(own, competitor('b', 'Bo', 10))).toBe(sentence);
    expect(statusOf(own)).toBe('<strong>Plenty left</strong> this week.');
  });

  test('of a user not on the board is empty', () => {
    expect(leaderboardStatus(rankCompetitors([competitor('b', 'Bo', 50)]), 'me')).toBe('');
  });

  test('shows markup in a name as the text it is [PD-26] [SEC-8]', () => {
    expect(statusOf(me(10), competitor('x', `<img src="x" onerror='steal()'> & co`, 90))).toBe(
      'You’re <strong>2nd</strong>, behind &lt;img src=&quot;x&quot; onerror=&#39;steal()&#39;&gt; &amp; co.',
    );
    expect(statusOf(me(10), competitor('x', '<strong>Bo</strong>', 90))).toBe(
      'You’re <strong>2nd</strong>, behind &lt;strong&gt;Bo&lt;/strong&gt;.',
    );
  });
});

describe('with any names and standings', () => {
  const hostile = fc.constantFrom(
    '<script>',
    '</strong>',
    '<em>',
    '&lt;',
    '&',
    '"',
    "'",
    '<',
    '>',
    '$&',
    '${x}',
  );
  const name = fc
    .array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { maxLength: 4 })
    .map((parts) => parts.join(''));
  const board = fc
    .array(fc.tuple(name, fc.constantFrom(0, 10, 50, 55, 100)), { maxLength: 5 })
    .map((others) => others.map(([text, left], index) => competitor(String(index), text, left)));

  test('its only tags are <strong> and <em>, and names cannot add any [PD-26] [SEC-8]', () => {
    fc.assert(
      fc.property(board, fc.constantFrom(0, 10, 50, 100), (others, left) => {
        const sentence = statusOf(me(left), ...others);
        const text = sentence.replace(/<(strong|em)>[\w ]+<\/\1>/g, '');
        expect(text).not.toMatch(/[<>"']/);
        expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/);
      }),
      { numRuns: 500 },
    );
  });

  test('a browser reads the name unchanged [PD-26] [SEC-8]', () => {
    const characters: Record<string, string> = {
      '&amp;': '&',
      '&lt;': '<',
      '&gt;': '>',
      '&quot;': '"',
      '&#39;': "'",
    };
    fc.assert(
      fc.property(name, (text) => {
        const sentence = statusOf(me(10), competitor('x', text, 90));
        const read = sentence.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? '');
        expect(read).toBe(`You’re <strong>2nd</strong>, behind ${text}.`);
      }),
      { numRuns: 500 },
    );
  });

  test('it names no friend further down, and calls no friend over budget [PD-77]', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(120), { maxLength: 6 }), fc.nat(120), (spent, own) => {
        const others = spent.map((percent, index) =>
          competitor(String(index), `Friend${index}`, 100 - percent),
        );
        const ranking = rankCompetitors([me(100 - own), ...others]);
        const ownRank = ranking.find((entry) => entry.competitor.userId === 'me')?.rank ?? 0;
        const sentence = leaderboardStatus(ranking, 'me');
        for (const entry of ranking.filter(({ rank }) => rank > ownRank))
          expect(sentence).not.toContain(entry.competitor.name);
        expect(sentence).not.toMatch(/\bover\b|ahead|beat|better|best|win|lead/i);
      }),
    );
  });

  test('the same standing gives the same sentence in any order [PD-26]', () => {
    const twice = board.chain((others) =>
      fc.tuple(fc.constant(others), fc.shuffledSubarray(others, { minLength: others.length })),
    );
    fc.assert(
      fc.property(twice, ([others, shuffled]) => {
        expect(statusOf(...shuffled, me(50))).toBe(statusOf(me(50), ...others));
      }),
      { numRuns: 200 },
    );
  });
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [102, '102nd'],
  [111, '111th'],
])('place %i reads %s', (rank, text) => {
  expect(ordinal(rank)).toBe(text);
});
