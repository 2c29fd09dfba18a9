/** The same for the same seed on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** `min` and `max` are included. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  weighted<T>(list: readonly T[], weightOf: (element: T) => number): T;
  pick<T>(list: readonly T[]): T;
  /** Returns a shuffled copy (Fisher and Yates). */
  shuffle<T>(list: readonly T[]): T[];
}

/** FNV-1a over UTF-16 code units; each of the generator's four words has its own basis. */
function hash(text: string, basis: number): number {
  let value = basis >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619) >>> 0;
  }
  return value;
}

/** `sfc32` generator (PractRand, public domain). */
export function createRandom(seed: string): Random {
  let a = hash(seed, 0x811c9dc5);
  let b = hash(seed, 0x9e3779b9);
  let c = hash(seed, 0x243f6a88);
  let counter = 1;

  function next(): number {
    const sum = (((a + b) >>> 0) + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = (b ^ (b >>> 9)) >>> 0;
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0;
    return sum / 4_294_967_296;
  }
  // The author recommends 15 rounds, because the first words resemble the seed.
  for (let round = 0; round < 15; round += 1) next();

  function weighted<T>(list: readonly T[], weightOf: (element: T) => number): T {
    let left = next() * list.reduce((total, element) => total + weightOf(element), 0);
    for (const element of list) {
      left -= weightOf(element);
      if (left < 0) return element;
    }
    const last = list.at(-1);
    if (last === undefined) throw new RangeError('Cannot choose from an empty list.');
    return last;
  }

  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));

  function shuffle<T>(list: readonly T[]): T[] {
    const rest = [...list];
    const shuffled: T[] = [];
    while (rest.length > 0) shuffled.push(...rest.splice(integer(0, rest.length - 1), 1));
    return shuffled;
  }

  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    weighted,
    pick: (list) => weighted(list, () => 1),
    shuffle,
  };
}
