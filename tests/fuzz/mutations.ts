import fc from 'fast-check';

/** Usually makes a valid value invalid. */
export interface Mutation {
  what: 'replace' | 'remove' | 'add' | 'wrap' | 'nest' | 'repeat';
  /** Modulo the number of parts. */
  at: number;
  /** For `add`: the field's name. */
  name: string;
  junk: unknown;
}

/** Texts with special meaning somewhere on their way. */
export const NASTY_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202e\u2066',
  '__proto__',
  'constructor',
  'NaN',
  'null',
  '1e400',
  '-0',
  '0x10',
  '99999999999999999999',
  '2026-02-30',
  '2026-13-45T99:99',
  '-000001-01-01',
  "'; drop table users; --",
  '%00',
  '../../../../etc/passwd',
  '${7*7}',
  '<script>alert(1)</script>',
  '00000000-0000-0000-0000-000000000000',
  'a'.repeat(5_000),
  '\n\r\t\u0085\u2028',
] as const;

const NASTY_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  -0,
  1.5,
  0.001,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  Number.MAX_SAFE_INTEGER,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { length: 3 },
  { toString: 'x' },
  { toJSON: 1 },
  { then: 1 },
];

const NASTY_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'user_id',
  'id',
  '',
  '0',
  'isAdmin',
];

const junk = fc.oneof(
  fc.constantFrom(...NASTY_VALUES),
  fc.constantFrom(...NASTY_TEXTS),
  fc.jsonValue({ maxDepth: 2 }),
);

export const mutations: fc.Arbitrary<Mutation> = fc.record({
  what: fc.constantFrom('replace', 'remove', 'add', 'wrap', 'nest', 'repeat'),
  at: fc.nat(40),
  name: fc.oneof(fc.constantFrom(...NASTY_NAMES), fc.string({ maxLength: 12 })),
  junk,
});

/** Depth for `nest`. */
const NESTING = 400;
/** Repetitions of a text or first element for `repeat`. */
const REPETITIONS = 300;

export function mutated(value: unknown, mutation: Mutation): unknown {
  const count = partsIn(value);
  let left = mutation.at % count;
  const open = (part: unknown): unknown => {
    if (left-- === 0) return changed(part, mutation);
    if (Array.isArray(part)) return part.map(open).filter((inner) => inner !== undefined);
    if (typeof part !== 'object' || part === null) return part;
    return withFields(Object.entries(part).map(([name, inner]) => [name, open(inner)] as const));
  };
  return open(value);
}

function changed(part: unknown, { what, name, junk: put }: Mutation): unknown {
  switch (what) {
    case 'replace':
      return put;
    case 'remove':
      return undefined;
    case 'add':
      if (Array.isArray(part)) return [...(part as unknown[]), put];
      if (typeof part !== 'object' || part === null) return { [name]: part };
      return withFields([...Object.entries(part), [name, put]]);
    case 'wrap':
      return [part];
    case 'nest': {
      let inner = part;
      for (let depth = 0; depth < NESTING; depth += 1) inner = depth % 2 === 0 ? [inner] : { inner };
      return inner;
    }
    case 'repeat':
      if (isLong(part)) return part;
      if (typeof part === 'string') return part.repeat(REPETITIONS);
      if (typeof part === 'number') return part * 10 ** REPETITIONS;
      return Array.from({ length: REPETITIONS }, () => part);
  }
}

/** Repeating a part twice already would fill the memory. */
function isLong(part: unknown): boolean {
  return typeof part === 'string' ? part.length > REPETITIONS : partsIn(part) > REPETITIONS;
}

/** Builds an object with own fields, also `__proto__`; drops undefined values. */
function withFields(fields: readonly (readonly [name: string, value: unknown])[]): object {
  const object = {};
  for (const [name, value] of fields) {
    if (value === undefined) continue;
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

function partsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + partsIn(part), 1);
}
