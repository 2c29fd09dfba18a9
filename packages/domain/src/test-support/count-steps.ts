/** Built-in functions that take a function: each call of it is a step. */
const WITH_CALLBACK: [owner: object, names: string[]][] = [
  [
    Array.prototype,
    [
      'every filter find findIndex findLast findLastIndex flatMap forEach map',
      'reduce reduceRight some sort toSorted',
    ],
  ],
  [Array, ['from']],
  [Map, ['groupBy']],
];
/** Built-in functions that may look at everything that they are called on. */
const SCANNING: [owner: object, names: string[]][] = [
  [
    Array.prototype,
    ['concat flat includes indexOf join lastIndexOf reverse shift splice toReversed unshift'],
  ],
  [String.prototype, ['includes indexOf match matchAll normalize replace split startsWith toLowerCase']],
];
/** Built-in functions that take one step. */
const SIMPLE: [owner: object, names: string[]][] = [
  [Array.prototype, ['at pop push']],
  [Map.prototype, ['get has set delete']],
  [Set.prototype, ['add has delete']],
];

let steps = 0;

/**
 * Counts what some work does: reads of `watched` rows, calls of functions by built-in ones, and elements and letters that built-in
 * functions look at. Unlike time, the count is the same on every machine. Loops over places of other lists are not counted.
 */
export function countSteps(work: () => unknown): number {
  const undo = [
    ...replaceAll(WITH_CALLBACK, (original, self, given) => {
      const counted: unknown[] = [];
      // Not with `push`, which counts.
      for (const one of given) counted[counted.length] = typeof one === 'function' ? counting(one) : one;
      return call(original, self, counted);
    }),
    ...replaceAll(SCANNING, (original, self, given) => {
      steps += lengthOf(self);
      return call(original, self, given);
    }),
    ...replaceAll(SIMPLE, (original, self, given) => {
      steps += 1;
      return call(original, self, given);
    }),
    ...replaceAll([[Array.prototype, ['slice']]], (original, self, given) => {
      const part = call(original, self, given);
      steps += lengthOf(part);
      return part;
    }),
  ];
  steps = 0;
  try {
    work();
    return steps;
  } finally {
    for (const restore of undo) restore();
  }
}

const proxies = new WeakMap<object, object>();

/** The same rows, of which each read of a field is a step. */
export function watched<Value>(value: Value): Value {
  return watch(value) as Value;
}

function watch(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Array.from(value, watch);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const known = proxies.get(value);
  if (known) return known;
  const fields = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, watch(field)]));
  const proxy = new Proxy(fields, {
    get(target, name) {
      steps += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  proxies.set(value, proxy);
  return proxy;
}

type Replacement = (original: object, self: unknown, given: readonly unknown[]) => unknown;

/** Returns functions that undo it. */
function replaceAll(lists: readonly [owner: object, names: string[]][], replacement: Replacement) {
  return lists.flatMap(([owner, names]) =>
    names
      .join(' ')
      .split(' ')
      .map((name) => {
        const before = Object.getOwnPropertyDescriptor(owner, name);
        const original: unknown = before?.value;
        if (!before || typeof original !== 'function') throw new TypeError(`There is no ${name} to count`);
        Object.defineProperty(owner, name, {
          ...before,
          value(this: unknown, ...given: unknown[]) {
            return replacement(original, this, given);
          },
        });
        return () => Object.defineProperty(owner, name, before);
      }),
  );
}

function counting(callback: object): unknown {
  return function (this: unknown, ...given: unknown[]) {
    steps += 1;
    return call(callback, this, given);
  };
}

function call(callee: object, self: unknown, given: readonly unknown[]): unknown {
  return typeof callee === 'function' ? (Reflect.apply(callee, self, given) as unknown) : undefined;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 1;
}
