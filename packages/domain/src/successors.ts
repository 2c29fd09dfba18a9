import { addDays, daysBetween, type Day } from './days.ts';
import { closeAmounts } from './duplicates.ts';
import { FreePlaces } from './free-places.ts';
import type { Steps } from './steps.ts';

/** A bank transaction, as far as it shows that two rows are one. */
interface LikenessOfRow {
  accountId: string;
  amountCents: number;
  currency: string;
  /** The day of purchase if the bank reports it, else `postedOn`. */
  day: Day;
  postedOn: Day;
  name: string;
  merchantKey: string;
  isPending: boolean;
}

/** A stored row that the bank no longer reports. */
export interface MissingRow extends LikenessOfRow {
  id: number;
  /** Whether an earlier answer left it out too. */
  isWithdrawn: boolean;
}

/** A row with an id that the bank did not report before. */
export interface NewRow extends LikenessOfRow {
  transactionId: string;
}

/** The longest that a payment stays pending … */
export const LONGEST_PENDING_DAYS = 10;
/** … unless the bank reports it until it posts. */
const LONGEST_HOLD_DAYS = 60;
/** A bank that issues rows again may count their days in another time zone. Fewer amounts may be a habit. */
const SHIFTED_DAYS = [1, -1];
const FEWEST_SHIFTED_AMOUNTS = 3;
/** A row without a day gets the day that it was first seen. Others may be a time zone ahead. */
export const LARGEST_STEP_BACK_DAYS = 3;

/** Rows with equal keys continue each other in order, within reach. */
interface Likeness {
  applies: (missing: MissingRow) => boolean;
  key: (row: LikenessOfRow) => unknown[];
  reach?: (missing: MissingRow) => Reach;
}

/** Which rows of equal keys may continue a missing one. */
interface Reach {
  mayBePending: boolean;
  /** Days of posting, as numbers. */
  from: number;
  to: number;
  isFit?: (row: NewRow) => boolean;
}

const ANYWHERE: Reach = { mayBePending: true, from: -Infinity, to: Infinity };

/** The surest likeness first: equal amounts before others, so that two purchases at one shop are not swapped. */
const LIKENESSES: readonly Likeness[] = [
  // Rather than in another pending row, which may be another purchase.
  {
    applies: ({ isPending }) => isPending,
    key: (row) => [row.day, row.amountCents, row.name],
    reach: posting,
  },
  {
    applies: () => true,
    key: (row) => [row.postedOn, row.amountCents, row.name, row.isPending],
  },
  { applies: isReported, key: (row) => [row.day, row.amountCents, row.name] },
  { applies: ({ isPending }) => isPending, key: (row) => [row.merchantKey, row.amountCents], reach: posting },
  { applies: isReported, key: (row) => [row.day, row.amountCents], reach: noStepBack },
  {
    applies: ({ isPending }) => isPending,
    key: (row) => [row.merchantKey],
    reach: (missing) => ({
      ...posting(missing),
      to: dayNumber(missing.day) + LONGEST_PENDING_DAYS,
      isFit: (row) => isWithTip(missing, row),
    }),
  },
  // Whatever the amount: a hold at a gas pump is larger than the purchase.
  {
    applies: (missing) => isReported(missing) && missing.isPending,
    key: (row) => [row.day, row.name],
    reach: noStepBack,
  },
];

/**
 * Finds the stored rows that a bank reports under new ids: reissued rows, and posted rows of pending ones. Each
 * row is in one pair at most. Returns new transaction ids by the stored row's `id`. Cost: n log n in the rows.
 */
export function* findSuccessors(
  missing: readonly MissingRow[],
  reported: readonly NewRow[],
): Steps<Map<number, string>> {
  const successors = new Map<number, string>();
  const taken = new Set<NewRow>();
  // A row that vanished just now is a likelier predecessor than one that vanished earlier.
  for (const isWithdrawn of [false, true]) {
    for (const { applies, key, reach } of LIKENESSES) {
      const open = missing.filter(
        (row) => row.isWithdrawn === isWithdrawn && !successors.has(row.id) && applies(row),
      );
      if (open.length === 0) continue;
      const keyOf = (row: LikenessOfRow) => JSON.stringify([row.accountId, row.currency, ...key(row)]);
      const groups = new Map<string, NewRow[]>(open.map((row) => [keyOf(row), []]));
      for (const row of reported) {
        if (!taken.has(row)) groups.get(keyOf(row))?.push(row);
        yield;
      }
      const free = new Map(Array.from(groups, ([group, rows]) => [group, new FreeRows(rows)]));
      for (const row of open) {
        const next = free.get(keyOf(row))?.takeNearest(row, reach?.(row) ?? ANYWHERE);
        if (next) {
          successors.set(row.id, next.transactionId);
          taken.add(next);
        }
        yield;
      }
    }
  }
  const free = missing.filter((row) => isReported(row) && !row.isPending && !successors.has(row.id));
  for (const [row, next] of shiftedPairs(
    free,
    reported.filter((row) => !row.isPending && !taken.has(row)),
  ))
    successors.set(row.id, next.transactionId);
  return successors;
}

/** A pending row that vanished while a stored posted row explains it. */
export interface Explained extends Pick<
  LikenessOfRow,
  'accountId' | 'amountCents' | 'currency' | 'day' | 'merchantKey'
> {
  id: number;
}

/** A posted row that is stored. */
export interface Explanation extends Omit<Explained, 'day'> {
  postedOn: Day;
}

/**
 * Pairs each posted row with the nearest earlier stored pending one of its merchant and amount. Returns posted rows by the pending one's
 * `id`; of several for one, that with the highest id. Takes the posted rows by id. Cost: n log n in the rows.
 */
export function explainPending<Posted extends Explanation>(
  pending: readonly Explained[],
  posted: readonly Posted[],
): Map<number, Posted> {
  const keyOf = ({ accountId, merchantKey, amountCents, currency }: Omit<Explained, 'day'>, day: number) =>
    JSON.stringify([accountId, merchantKey, amountCents, currency, day]);
  // The oldest of a day is the nearest of that day for every posted row.
  const oldest = new Map<string, number>();
  for (const row of pending) {
    const key = keyOf(row, dayNumber(row.day));
    oldest.set(key, Math.min(row.id, oldest.get(key) ?? Infinity));
  }
  const explanations = new Map<number, Posted>();
  for (const row of posted) {
    const day = dayNumber(row.postedOn);
    for (let distance = 0; distance <= LONGEST_PENDING_DAYS; distance += 1) {
      const days = distance <= LARGEST_STEP_BACK_DAYS ? [day - distance, day + distance] : [day - distance];
      const id = Math.min(...days.map((one) => oldest.get(keyOf(row, one)) ?? Infinity));
      if (id >= row.id) continue;
      explanations.set(id, row);
      break;
    }
  }
  return explanations;
}

/** New rows that continue no missing one yet. */
class FreeRows {
  readonly #posted: FreeRowsOfDays;
  readonly #pending: FreeRowsOfDays;

  constructor(rows: readonly NewRow[]) {
    const ordered = rows.map((row, order) => ({ row, order }));
    this.#posted = new FreeRowsOfDays(ordered.filter(({ row }) => !row.isPending));
    this.#pending = new FreeRowsOfDays(ordered.filter(({ row }) => row.isPending));
  }

  /** Takes the first of those with the fewest days between. */
  takeNearest({ postedOn }: MissingRow, reach: Reach): NewRow | undefined {
    const lists = reach.mayBePending ? [this.#posted, this.#pending] : [this.#posted];
    const found = lists.flatMap((list) => list.nearest(dayNumber(postedOn), reach) ?? []);
    const [nearest] = found.toSorted((a, b) => a.distanceDays - b.distanceDays || a.order - b.order);
    nearest?.take();
    return nearest?.row;
  }
}

interface OrderedRow {
  row: NewRow;
  order: number;
}

interface FoundRow extends OrderedRow {
  distanceDays: number;
  take: () => void;
}

/** How many rows of a day are looked at for a fitting amount. No merchant has so many new ones. */
const MOST_LOOKED_AT = 20;

class FreeRowsOfDays {
  readonly #days: { number: number; rows: OrderedRow[]; places: FreePlaces }[];
  /** The days with free rows, and the same days backwards. */
  readonly #later: FreePlaces;
  readonly #earlier: FreePlaces;

  constructor(rows: readonly OrderedRow[]) {
    this.#days = [...Map.groupBy(rows, ({ row }) => row.postedOn)]
      .map(([day, ofDay]) => ({ number: dayNumber(day), rows: ofDay, places: new FreePlaces(ofDay.length) }))
      .toSorted((a, b) => a.number - b.number);
    this.#later = new FreePlaces(this.#days.length);
    this.#earlier = new FreePlaces(this.#days.length);
  }

  nearest(to: number, reach: Reach): FoundRow | undefined {
    const { isFit } = reach;
    const places = isFit ? this.#daysFrom(reach.from, reach.to) : this.#daysBeside(to, reach);
    const found = places.flatMap((place): FoundRow[] => {
      const day = this.#days[place];
      if (!day || day.number < reach.from || day.number > reach.to) return [];
      const at = firstFit(day, isFit ?? (() => true));
      const row = day.rows[at];
      if (!row) return [];
      return [{ ...row, distanceDays: Math.abs(day.number - to), take: () => this.#take(place, at) }];
    });
    return found.toSorted((a, b) => a.distanceDays - b.distanceDays || a.order - b.order)[0];
  }

  #daysFrom(first: number, last: number): number[] {
    const places: number[] = [];
    for (let place = this.#later.from(this.#placeOf(first)); ; place = this.#later.from(place + 1)) {
      if ((this.#days[place]?.number ?? Infinity) > last) return places;
      places.push(place);
    }
  }

  /** The nearest days in reach, one not before and one before. */
  #daysBeside(day: number, { from, to }: Reach): number[] {
    const last = this.#days.length - 1;
    const after = this.#later.from(this.#placeOf(Math.max(day, from)));
    const before = last - this.#earlier.from(last - (this.#placeOf(Math.min(day, to + 1)) - 1));
    return [after, before];
  }

  /** The place of the first day that is not before this one. */
  #placeOf(day: number): number {
    let [low, high] = [0, this.#days.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#days[middle]?.number ?? Infinity) < day) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #take(place: number, at: number): void {
    const day = this.#days[place];
    day?.places.take(at);
    if (day?.places.from(0) !== day?.rows.length) return;
    this.#later.take(place);
    this.#earlier.take(this.#days.length - 1 - place);
  }
}

/** The place of a day's first free row that fits, or -1. */
function firstFit(
  { rows, places }: { rows: readonly OrderedRow[]; places: FreePlaces },
  isFit: (row: NewRow) => boolean,
): number {
  let at = places.from(0);
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; lookedAt += 1) {
    const ordered = rows[at];
    if (!ordered) return -1;
    if (isFit(ordered.row)) return at;
    at = places.from(at + 1);
  }
  return -1;
}

/** Pairs posted rows that all moved by one day. Each row is in one pair at most. */
function shiftedPairs(missing: readonly MissingRow[], reported: readonly NewRow[]): [MissingRow, NewRow][] {
  const keyOf = ({ accountId, currency, amountCents, name }: LikenessOfRow, postedOn: Day) =>
    JSON.stringify([accountId, currency, amountCents, name, postedOn]);
  const byKey = Map.groupBy(reported, (row) => keyOf(row, row.postedOn));
  const ofAccount = Map.groupBy(missing, ({ accountId }) => accountId);
  return [...ofAccount.values()].flatMap((rows) => {
    for (const days of SHIFTED_DAYS) {
      const taken = new Map<string, number>();
      const pairs = rows.flatMap((row): [MissingRow, NewRow][] => {
        const key = keyOf(row, addDays(row.postedOn, days));
        const count = taken.get(key) ?? 0;
        const next = byKey.get(key)?.[count];
        taken.set(key, count + 1);
        return next ? [[row, next]] : [];
      });
      if (new Set(pairs.map(([{ amountCents }]) => amountCents)).size >= FEWEST_SHIFTED_AMOUNTS) return pairs;
    }
    return [];
  });
}

/** A withdrawn payment may have been canceled, so a mere likeness does not revive it. */
function isReported({ isWithdrawn }: MissingRow): boolean {
  return !isWithdrawn;
}

/** A posted row never becomes pending again. */
function noStepBack({ isPending }: MissingRow): Reach {
  return { ...ANYWHERE, mayBePending: isPending };
}

/** A posted row, of the same amount. */
function posting(missing: MissingRow): Reach {
  const day = dayNumber(missing.day);
  const longestDays = isReported(missing) ? LONGEST_HOLD_DAYS : LONGEST_PENDING_DAYS;
  return { mayBePending: false, from: day - LARGEST_STEP_BACK_DAYS, to: day + longestDays };
}

function isWithTip(missing: MissingRow, row: NewRow): boolean {
  if (Math.sign(missing.amountCents) !== Math.sign(row.amountCents)) return false;
  const { low, high } = closeAmounts(missing.amountCents);
  const cents = Math.abs(row.amountCents);
  return cents >= low && cents <= high;
}

function dayNumber(day: Day): number {
  return daysBetween('1970-01-01', day);
}
