import fc from 'fast-check';

/*
 * What can happen, as plain records: a number that picks something picks it among what there is by then, so that every sequence of steps
 * makes sense and a shorter one still does.
 */

const CHANGES = [
  { op: 'add', weight: 8 },
  { op: 'add-pending', weight: 5 },
  { op: 'add-twin', weight: 2 },
  { op: 'add-broken', weight: 1 },
  { op: 'post', weight: 5 },
  { op: 'vanish', weight: 4 },
  { op: 'remove', weight: 3 },
  { op: 'modify', weight: 5 },
  { op: 'break', weight: 1 },
  { op: 'refund', weight: 3 },
  { op: 'repeat', weight: 1 },
  { op: 'reissue', weight: 1 },
] as const;

/** Something that a bank does. */
export interface BankChange {
  op: (typeof CHANGES)[number]['op'];
  pick: number;
  cents: number;
  daysAgo: number;
  detail: number;
}

const STEPS = [
  { do: 'bank', weight: 5 },
  { do: 'edit', weight: 4 },
  { do: 'delete', weight: 2 },
  { do: 'count', weight: 2 },
  { do: 'type', weight: 9 },
  { do: 'answer', weight: 4 },
  { do: 'undo', weight: 3 },
  { do: 'take-back', weight: 3 },
  { do: 'setting', weight: 1 },
  { do: 'import-year', weight: 1 },
  { do: 'sync', weight: 6 },
  { do: 'crash', weight: 5 },
  { do: 'replay', weight: 1 },
  { do: 'fail', weight: 1 },
  { do: 'parallel', weight: 2 },
  { do: 'take-over', weight: 3 },
  { do: 'relink', weight: 2 },
] as const;

/** Something that a person, a worker or a bank does. `changes` happen at the bank, for a sync before its read number `at`. */
export interface Step {
  do: (typeof STEPS)[number]['do'];
  changes: BankChange[];
  at: number;
  pick: number;
  detail: number;
}

export interface History {
  /** How many changed rows the bank gives at a time. */
  pageSize: number;
  /** What the bank has before it is linked. */
  before: BankChange[];
  steps: Step[];
}

const pick = fc.nat({ max: 1_000 });

/** Few different sums, so that purchases are often alike, and some that are no whole cents. */
const cents = fc.oneof(
  fc.constantFrom(10_00, 12_50, 40_00, 400),
  fc.integer({ min: 1, max: 200_00 }),
  fc.constantFrom(1_234.49, 28.4, 0.3),
);

function oneOf<Name extends string>(choices: readonly { name: Name; weight: number }[]): fc.Arbitrary<Name> {
  return fc.oneof(...choices.map(({ name, weight }) => ({ weight, arbitrary: fc.constant(name) })));
}

const change: fc.Arbitrary<BankChange> = fc.record({
  op: oneOf(CHANGES.map(({ op, weight }) => ({ name: op, weight }))),
  pick,
  cents,
  daysAgo: fc.nat({ max: 120 }),
  detail: pick,
});

const step: fc.Arbitrary<Step> = fc.record({
  do: oneOf(STEPS.map(({ do: name, weight }) => ({ name, weight }))),
  changes: fc.array(change, { maxLength: 5 }),
  at: fc.integer({ min: 1, max: 4 }),
  pick,
  detail: pick,
});

/** Histories of a length that lets some hundreds of them pass in a minute. */
export const histories: fc.Arbitrary<History> = fc.noBias(
  fc.record({
    pageSize: fc.integer({ min: 1, max: 8 }),
    before: fc.array(change, { minLength: 2, maxLength: 16 }),
    steps: fc.array(step, { minLength: 4, maxLength: 14 }),
  }),
);
