import fc from 'fast-check';

/* Steps are plain records. A number picks among whatever exists then, so every sequence is valid and can be shortened. */

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
  { do: 'rule', weight: 5 },
  { do: 'import-year', weight: 1 },
  { do: 'sync', weight: 6 },
  { do: 'crash', weight: 5 },
  { do: 'replay', weight: 1 },
  { do: 'fail', weight: 1 },
  { do: 'parallel', weight: 2 },
  { do: 'take-over', weight: 3 },
  { do: 'relink', weight: 2 },
] as const;

/** A sync makes `changes` at the bank before its read number `at`. */
export interface Step {
  do: (typeof STEPS)[number]['do'];
  changes: BankChange[];
  at: number;
  pick: number;
  detail: number;
}

export interface History {
  pageSize: number;
  before: BankChange[];
  steps: Step[];
}

const pick = fc.nat({ max: 1_000 });

/** Few amounts, so that purchases are often alike; some have fractions of cents. */
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

/** Short enough for some hundreds in a minute. */
export const histories: fc.Arbitrary<History> = fc.noBias(
  fc.record({
    pageSize: fc.integer({ min: 1, max: 8 }),
    before: fc.array(change, { minLength: 2, maxLength: 16 }),
    steps: fc.array(step, { minLength: 4, maxLength: 14 }),
  }),
);
