import fc from 'fast-check';

/** What an id in a request can name. */
export const THINGS = [
  'expense',
  'goneExpense',
  'mergedExpense',
  'manualTwin',
  'bankTwin',
  'series',
  'endedSeries',
  'import',
  'refund',
  'friend',
  'blocked',
  'device',
  'week',
  'session',
  'connection',
  'link-session',
  'notification',
  'invitation',
  'map',
  'endpoint',
  'deviceKey',
  'loginAttempt',
] as const;

export type Thing = (typeof THINGS)[number];

/** Whose it is: the sender's own, somebody else's, or nobody's. */
type Owner = 'own' | 'other' | 'none';

/**
 * A text that stands for an id until the request is sent: what is there depends on what was sent before, and a request must remain a plain
 * value that can be printed, repeated and shrunk.
 */
export interface Reference {
  owner: Owner;
  thing: Thing;
  /** Which of them, counted around. */
  at: number;
}

const FORM = new RegExp(`⟦(own|other|none) (${THINGS.join('|')}) (\\d+)⟧`);

/** References to things of a kind, mostly to one's own; `strangers` are the others that they may lead to. */
export function referencesTo(
  thing: Thing,
  strangers: readonly Owner[] = ['other', 'none'],
): fc.Arbitrary<string> {
  const owner = fc.oneof(
    { weight: 6, arbitrary: fc.constant<Owner>('own') },
    { weight: 1, arbitrary: fc.constantFrom(...strangers) },
  );
  return fc.tuple(owner, fc.nat(5)).map(([whose, at]) => `⟦${whose} ${thing} ${at}⟧`);
}

/** A copy of a JSON value in which references are what they stand for, as far as a text is nothing but a reference. */
export async function resolved(
  value: unknown,
  resolve: (reference: Reference) => Promise<string | number>,
): Promise<unknown> {
  if (typeof value === 'string') {
    const [form, owner, thing, at] = FORM.exec(value) ?? [];
    return form === value ? resolve({ owner, thing, at: Number(at) } as Reference) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const parts: unknown[] = [];
    for (const part of value) parts.push(await resolved(part, resolve));
    return parts;
  }
  const object = {};
  for (const [name, part] of Object.entries(value)) {
    // Also `__proto__` stays a field.
    Object.defineProperty(object, name, { value: await resolved(part, resolve), enumerable: true });
  }
  return object;
}
