import fc from 'fast-check';

/** What an id in a request can name. */
export const THINGS = [
  'expense',
  'deletedExpense',
  'mergedExpense',
  'manualTwin',
  'bankTwin',
  'series',
  'endedSeries',
  'import',
  'refund',
  'friend',
  'blocked',
  'guest',
  'guestLink',
  'device',
  'week',
  'session',
  'token',
  'calendarToken',
  'messagePlace',
  'connection',
  'link-session',
  'accountTwin',
  'notification',
  'merchant',
  'rule',
  'invitation',
  'map',
  'circle',
  'unsubscribeToken',
  'endpoint',
  'hook',
  'ntfyServer',
  'deviceKey',
  'loginAttempt',
] as const;

export type Thing = (typeof THINGS)[number];

type Owner = 'own' | 'other' | 'none';

/** The id depends on earlier requests. As a plain value it can be printed, repeated and shrunk. */
export interface Reference {
  owner: Owner;
  thing: Thing;
  /** Modulo their number. */
  at: number;
}

const FORM = new RegExp(`⟦(own|other|none) (${THINGS.join('|')}) (\\d+)⟧`);

/** Mostly the sender's; `strangers` are the other possible owners. */
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

/** Returns a copy. */
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
    // Keeps `__proto__` as a field.
    Object.defineProperty(object, name, { value: await resolved(part, resolve), enumerable: true });
  }
  return object;
}
