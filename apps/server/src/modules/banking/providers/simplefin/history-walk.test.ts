import { addDays, daysBetween, type Day } from '@oinkly/domain/days';
import { describe, expect, test } from 'vitest';
import { HistoryWalk, type AnsweredAccount } from './history-walk.ts';
import type { RequestedDays } from './simplefin-transform.ts';

const TODAY = '2026-06-05';

/** An account's bank: the days that it has rows for, and whether it reports a problem. */
interface Bank {
  days: Day[];
  hasProblem?: boolean;
}
const every = (from: Day, to = TODAY): Day[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));

function answered(banks: Record<string, Bank>, { from, to }: RequestedDays): AnsweredAccount[] {
  return Object.entries(banks).map(([providerAccountId, { days, hasProblem = false }]) => {
    const reported = days.filter((day) => day >= from && day <= to).toSorted();
    const [oldest, newest] = [reported[0], reported.at(-1)];
    const posted = oldest === undefined || newest === undefined ? null : { oldest, newest };
    return { providerAccountId, hasProblem, hasRows: posted !== null, posted, firstSeen: new Map() };
  });
}

/** A whole sync: the days of its requests, and the new cursor. */
function sync(banks: Record<string, Bank>, cursor: string | null, today = TODAY) {
  const walk = new HistoryWalk(cursor, today);
  const requests = [walk.newestDays];
  walk.noteNewest(answered(banks, walk.newestDays));
  const cursors = [walk.cursor];
  for (let days = walk.olderDays; days; days = walk.olderDays) {
    requests.push(days);
    walk.noteOlder(days, answered(banks, days));
    cursors.push(walk.cursor);
  }
  return { requests, cursors, cursor: walk.cursor };
}
const read = (cursor: string) => (JSON.parse(cursor) as { accounts: Record<string, object> }).accounts;
const lengthOf = ({ from, to }: RequestedDays) => daysBetween(from, to) + 1;

describe('the first sync', () => {
  test('reads two years in at most nine requests of at most 90 days, without a gap (reports 7, 8)', () => {
    const { requests, cursor } = sync({ a: { days: every('2020-01-01') } }, null);
    expect(requests[0]?.to).toBe('2026-06-06');
    expect(requests.at(-1)?.from).toBe('2024-06-05');
    expect(requests.length).toBeLessThanOrEqual(9);
    for (const [index, request] of requests.entries()) {
      expect(lengthOf(request)).toBeLessThanOrEqual(90);
      const newer = requests[index - 1];
      if (newer) expect(request.to).toBe(addDays(newer.from, -1));
    }
    expect(read(cursor)).toMatchObject({ a: { from: '2024-06-05', to: TODAY, olderFrom: null } });
  });

  test.each([
    ['holds nothing', [], 2],
    ['ends within the first request', every('2026-05-01'), 3],
    ['ends within the second request', every('2026-03-01'), 4],
    ['has an empty request in the middle', [TODAY, ...every('2025-10-01', '2025-11-01')], 5],
  ])('ends after two empty requests of a history that %s', (_title, days, count) => {
    const { requests, cursor } = sync({ a: { days } }, null);
    expect(requests).toHaveLength(count);
    expect(read(cursor)).toMatchObject({ a: { olderFrom: null } });
  });

  test('changes its cursor with every answer, and ends with one that asks for nothing', () => {
    const { cursors } = sync({ a: { days: every('2020-01-01') } }, null);
    expect(new Set(cursors).size).toBe(cursors.length);
    expect(sync({ a: { days: every('2020-01-01') } }, cursors.at(-1) ?? null).requests).toHaveLength(1);
  });

  test('of a connection without accounts is one request', () => {
    expect(sync({}, null).requests).toHaveLength(1);
  });
});

describe('a later sync', () => {
  const first = sync({ a: { days: every('2020-01-01') } }, null).cursor;
  const banks = { a: { days: every('2020-01-01', '2027-01-01') } };
  const second = sync(banks, first, '2026-06-06').cursor;

  test.each([
    ['the same day', '2026-06-06', '2026-05-20'],
    ['the next day', '2026-06-07', '2026-05-20'],
    ['within a week', '2026-06-12', '2026-05-20'],
    ['after 71 days', '2026-08-15', '2026-05-20'],
  ])(
    '%s is one request back to 14 days before the last one, and 3 more (report 8)',
    (_title, today, from) => {
      const { requests, cursor } = sync(banks, second, today);
      expect(requests).toEqual([{ from, to: addDays(today, 1) }]);
      expect(read(cursor)).toMatchObject({ a: { from: '2024-06-05', to: today, olderFrom: null } });
    },
  );

  test('asks for 89 days on the second day and once a week, because banks report late (report 8)', () => {
    let cursor = first;
    const lengths = new Map<number, number[]>();
    for (let day = 6; day <= 20; day += 1) {
      const next = sync(banks, cursor, `2026-06-${String(day).padStart(2, '0')}`);
      lengths.set(day, next.requests.map(lengthOf));
      cursor = next.cursor;
    }
    expect([...lengths].filter(([, [length]]) => length === 89).map(([day]) => day)).toEqual([6, 13, 20]);
    expect([...lengths.values()].every(({ length }) => length === 1)).toBe(true);
  });

  test('after a long pause reads the missing days in pieces, even if some hold no rows', () => {
    const quiet = { a: { days: [...every('2026-05-25', '2026-06-01'), '2027-05-01'] } };
    const { requests, cursor } = sync(quiet, first, '2027-05-01');
    expect(requests.at(-1)?.from).toBe('2026-05-22');
    for (const request of requests) expect(lengthOf(request)).toBeLessThanOrEqual(90);
    expect(read(cursor)).toMatchObject({ a: { to: '2027-05-01', olderFrom: null } });
  });

  test('after more than two years reads two years', () => {
    const { requests } = sync({ a: { days: every('2020-01-01', '2030-01-01') } }, first, '2030-01-01');
    expect(requests.at(-1)?.from).toBe('2028-01-02');
  });

  test('never reads the future, also with a clock that was set back', () => {
    expect(sync(banks, first, '2026-05-01').requests).toEqual([{ from: '2026-04-14', to: '2026-05-02' }]);
  });
});

describe('an account that the cursor does not know', () => {
  const first = sync({ a: { days: every('2020-01-01') } }, null).cursor;
  const banks = {
    a: { days: every('2020-01-01', '2027-01-01') },
    b: { days: every('2020-01-01', '2027-01-01') },
  };

  test('gets its history, although the other account has rows (report 14)', () => {
    const { requests, cursor } = sync(banks, first, '2026-06-06');
    expect(requests).toHaveLength(9);
    expect(read(cursor)).toMatchObject({
      a: { from: '2024-06-05', olderFrom: null },
      b: { from: '2024-06-06', olderFrom: null },
    });
  });

  test('gets it when its problem is over (report 9)', () => {
    const broken = sync({ ...banks, b: { ...banks.b, hasProblem: true } }, first, '2026-06-06');
    expect(broken.requests).toHaveLength(1);
    expect(Object.keys(read(broken.cursor))).toEqual(['a']);
    expect(sync(banks, broken.cursor, '2026-06-07').requests).toHaveLength(9);
  });
});

describe('an account whose bank has a problem (report 9)', () => {
  const rows = every('2020-01-01', '2027-01-01');
  const first = sync({ a: { days: rows }, b: { days: rows } }, null).cursor;
  const broken = { a: { days: rows }, b: { days: rows, hasProblem: true } };
  let cursor = first;
  for (let day = 6; day <= 30; day += 1) {
    cursor = sync(broken, cursor, `2026-06-${String(day).padStart(2, '0')}`).cursor;
  }

  test('does not make the requests of the others longer', () => {
    expect(sync(broken, cursor, '2026-07-01').requests).toEqual([{ from: '2026-06-13', to: '2026-07-02' }]);
    expect(read(cursor)).toMatchObject({ a: { to: '2026-06-30' }, b: { to: TODAY } });
  });

  test('reads what it missed when the problem is over', () => {
    const { requests, cursor: healed } = sync({ a: { days: rows }, b: { days: rows } }, cursor, '2026-07-01');
    expect(requests).toEqual([
      { from: '2026-06-13', to: '2026-07-02' },
      { from: '2026-05-22', to: '2026-06-12' },
    ]);
    expect(read(healed)).toMatchObject({ b: { to: '2026-07-01', olderFrom: null, firstSeen: [] } });
  });

  test('keeps its place if the answer leaves it out', () => {
    expect(read(sync({ a: { days: rows } }, first, '2026-06-06').cursor)).toMatchObject({ b: { to: TODAY } });
  });
});

describe('a bank that reports late', () => {
  const none = sync({ a: { days: [] } }, null).cursor;

  test('gives its whole history as soon as it reports a row', () => {
    const quiet = sync({ a: { days: [] } }, none, '2026-06-06');
    expect(quiet.requests).toHaveLength(1);
    const { requests, cursor } = sync({ a: { days: every('2020-01-01') } }, quiet.cursor, '2026-06-07');
    expect(requests.at(-1)?.from).toBe('2024-06-07');
    expect(sync({ a: { days: every('2020-01-01') } }, cursor, '2026-06-07').requests).toHaveLength(1);
  });

  test('gives its older days as soon as it reports one before its oldest', () => {
    const few = sync({ a: { days: every('2026-06-01') } }, null).cursor;
    const { requests } = sync({ a: { days: every('2025-01-01') } }, few, '2026-06-06');
    expect(requests.at(-1)?.from ?? '').toMatch(/^2024-/);
  });

  test('is asked for the days of its silence at the next sync', () => {
    const days = every('2020-01-01', '2026-05-20');
    let { cursor } = sync({ a: { days } }, null);
    for (let day = 6; day <= 27; day += 1)
      ({ cursor } = sync({ a: { days } }, cursor, `2026-06-${String(day).padStart(2, '0')}`));
    const awake = { a: { days: every('2020-01-01', '2026-08-01') } };
    const froms = ['28', '29', '30'].map((day) => {
      const next = sync(awake, cursor, `2026-06-${day}`);
      ({ cursor } = next);
      return next.requests.map(({ from }) => from);
    });
    expect(froms).toEqual([['2026-06-10'], ['2026-04-03'], ['2026-06-12']]);
  });
});

test('a sync that stops early leaves the rest of the history to the next one (report 19)', () => {
  const banks = { a: { days: every('2020-01-01', '2027-01-01') } };
  const walk = new HistoryWalk(null, TODAY);
  walk.noteNewest(answered(banks, walk.newestDays));
  walk.stop();
  expect(walk.olderDays).toBeNull();
  const next = sync(banks, walk.cursor, '2026-06-06');
  expect(next.requests[1]?.to).toBe('2026-03-09');
  expect(read(next.cursor)).toMatchObject({ a: { from: '2024-06-05', to: '2026-06-06', olderFrom: null } });
});

test.each(['', 'cursor-1', '7', '{"accounts":{"a":{"from":7}}}'])(
  'the unreadable cursor %j starts at the beginning',
  (cursor) => {
    expect(new HistoryWalk(cursor, TODAY).newestDays).toEqual(new HistoryWalk(null, TODAY).newestDays);
  },
);

test('the newest days are computed once, however many accounts are answered [SEC-29]', () => {
  const walk = new HistoryWalk(null, TODAY);
  expect(walk.newestDays).toBe(walk.newestDays);
});

test('a pending row without a day keeps the day that it was first seen', () => {
  const walk = new HistoryWalk(null, TODAY);
  const firstSeen = new Map([['__proto__', '2026-06-03']]);
  walk.noteNewest([{ providerAccountId: 'a', hasProblem: false, hasRows: true, posted: null, firstSeen }]);
  const next = new HistoryWalk(walk.cursor, '2026-06-06');
  expect(next.firstSeenIn('a')).toEqual(firstSeen);
  expect(next.firstSeenIn('b')).toEqual(new Map());
});
