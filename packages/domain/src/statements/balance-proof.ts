import type { Day } from '../days.ts';

/** A row of one account that moves money or states a balance, in the file's order. */
export interface BalanceRow {
  line: number;
  day: Day | null;
  /** Money out is negative; null for a row that can't be read. */
  cents: number | null;
  /** What the account holds after the row; null if the row does not say. */
  balanceCents: number | null;
}

export interface BalanceCheck {
  /** How many rows add up, of all that move money. Not the first in time, unless a balance before it is known. */
  fits: number;
  of: number;
  /** The first row, in time, that does not add up. */
  firstMisfit: number | null;
  /** Only a balance that grows with money out adds up, such as what a card owes. */
  isOwed: boolean;
  /** Both directions of money add up. */
  isEitherWay: boolean;
}

/**
 * Compares a running balance with the amounts: before each row, the account holds what it held after another,
 * except before the first. Rows of a day may be in any order, and only the last of a day may have a balance.
 * `openingCents` is the balance before the first, if it is known. Null if no row proves anything. Cost: n in the rows.
 */
export function checkBalances(
  rows: readonly BalanceRow[],
  openingCents: number | null = null,
): BalanceCheck | null {
  const inTime = isNewestFirst(rows) ? rows.toReversed() : rows;
  const [single, daily] = [stepsOf(inTime, false), stepsOf(inTime, true)];
  // Steps of days are fewer, unless each row states a balance of its own.
  const readings = daily.length < single.length ? [single, daily] : [single];
  const checks = [false, true].flatMap((isOwed) =>
    readings.flatMap((steps) => {
      const check = checkOne(inTime, steps, openingCents, isOwed);
      return check ? [{ ...check, isOwed }] : [];
    }),
  );
  const [best] = checks.toSorted((a, b) => b.fits - a.fits || Number(a.isOwed) - Number(b.isOwed));
  if (!best) return null;
  const isEitherWay = checks.some(({ isOwed, fits }) => isOwed !== best.isOwed && fits === best.fits);
  return { ...best, isEitherWay };
}

/** The file's last day is before its first one; without days, the balances say which way they run. */
function isNewestFirst(rows: readonly BalanceRow[]): boolean {
  const days = rows.flatMap(({ day }) => day ?? []);
  const [first, last] = [days[0], days.at(-1)];
  if (first !== undefined && last !== undefined && first !== last) return first > last;
  const follows = rows.filter(({ cents, balanceCents }, index) => {
    const next = rows[index + 1];
    return next && cents !== null && balanceCents !== null && balanceCents - cents === next.balanceCents;
  });
  return follows.length * 2 > rows.length - 1;
}

/** Rows up to the next balance. */
interface Step {
  rows: BalanceRow[];
  cents: number;
  balanceCents: number;
  isUnread: boolean;
}

function checkOne(
  inTime: readonly BalanceRow[],
  steps: readonly Step[],
  openingCents: number | null,
  isOwed: boolean,
) {
  const [first] = steps;
  if (!first) return null;
  const before = ({ balanceCents, cents }: Step) => balanceCents - (isOwed ? -cents : cents);
  const after = new Map<number, number>();
  for (const step of steps) {
    // A line that states a balance repeats the one before it.
    if (step.cents !== 0 || step.isUnread || step === first)
      after.set(step.balanceCents, (after.get(step.balanceCents) ?? 0) + 1);
  }
  const misfits = new Set<Step>();
  let matched = 0;
  for (const step of steps) {
    if (step.cents === 0 && !step.isUnread) continue;
    const count = after.get(before(step)) ?? 0;
    if (count > 0 && !step.isUnread) {
      after.set(before(step), count - 1);
      matched += 1;
    } else misfits.add(step);
  }
  // Any first amount, with any sign, leads from an unknown balance to the first stated one: it is not proven. Rows of
  // its day may be in any order.
  const openingDay = first.rows[0]?.day ?? null;
  const isOfOpening = (step: Step) => step === first || step.rows[0]?.day === openingDay;
  const opening =
    first.cents === 0
      ? undefined
      : ([...misfits].find((step) => !step.isUnread && isOfOpening(step)) ?? first);
  const isKnown = (step: Step) => Math.abs(before(step)) === Math.abs(openingCents ?? Number.NaN);
  const isProven = steps.some((step) => isOfOpening(step) && isKnown(step));
  const isRefuted = openingCents !== null && !isProven;
  const wrong = steps.filter((step) => (step === opening ? isRefuted : misfits.has(step)));
  if (matched === 0 || matched < wrong.length) return null;
  const unproven = new Set(opening && !isProven ? [...wrong, opening] : wrong);
  const of = inTime.filter(isMoving).length;
  const stated = steps.flatMap((step) => (unproven.has(step) ? [] : step.rows.filter(isMoving)));
  const firstWrong = wrong[0];
  const line = firstWrong
    ? (firstWrong.rows.find(({ cents }) => cents === null) ?? firstWrong.rows[0])?.line
    : null;
  return { fits: stated.length, of, firstMisfit: line ?? null };
}

function isMoving({ cents }: BalanceRow): boolean {
  return cents !== 0;
}

/** `isDaily`: each row states the balance at the end of its day. */
function stepsOf(inTime: readonly BalanceRow[], isDaily: boolean): Step[] {
  const steps: Step[] = [];
  let open: Omit<Step, 'balanceCents'> = { rows: [], cents: 0, isUnread: false };
  for (const [index, row] of inTime.entries()) {
    open.rows.push(row);
    open.cents += row.cents ?? 0;
    open.isUnread ||= row.cents === null;
    const next = inTime[index + 1];
    const goesOn = isDaily && next?.day === row.day && next.balanceCents === row.balanceCents;
    if (row.balanceCents === null || goesOn) continue;
    steps.push({ ...open, balanceCents: row.balanceCents });
    open = { rows: [], cents: 0, isUnread: false };
  }
  return steps;
}
