import fc from 'fast-check';
import { z } from 'zod';

/** What to send for some fields of an object instead of what their shapes allow, such as ids of things that exist. */
export type Overrides = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** The fields of an object, each with its shape. */
export type Fields = Readonly<Record<string, z.ZodType>>;

/** How many values of a kind are looked at to see whether a shape takes such values. */
const SAMPLES = 60;
const SAMPLE_SEED = 1;
/** The share of them that must fit: with fewer, finding the next one would take too long. */
const ENOUGH = 0.1;

/**
 * What a shape of the contract takes, before its defaults and transformations: always valid, since every value has passed the shape or
 * is made of parts that have. Throws for a shape that takes nothing that is known here.
 */
export function inputOf(shape: z.core.$ZodType, overrides: Overrides = {}): fc.Arbitrary<unknown> {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodDefault)
    return fc.option(inputOf(shape.def.innerType), { nil: undefined });
  if (shape instanceof z.ZodNullable) return fc.option(inputOf(shape.def.innerType), { nil: null });
  if (shape instanceof z.ZodUnion) return fc.oneof(...shape.def.options.map((option) => inputOf(option)));
  if (shape instanceof z.ZodEnum || shape instanceof z.ZodLiteral)
    return fc.constantFrom<unknown>(...(shape instanceof z.ZodEnum ? shape.options : shape.values));
  if (shape instanceof z.ZodArray) return listOf(shape);
  if (shape instanceof z.ZodObject) return objectOf(shape, overrides);
  return plainValueOf(shape);
}

/** Mostly a few, because what matters is what they are. */
function listOf(shape: z.ZodArray): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = 20 } = limitsOf(shape);
  return fc.array(inputOf(shape.element), { minLength: minimum, maxLength: Math.min(maximum, minimum + 8) });
}

/** What a shape says of the size or the form of its values. */
interface Limits {
  minimum?: number;
  maximum?: number;
  pattern?: RegExp;
}

/** What checks are made of, each of some of it. */
interface CheckParts {
  check?: string;
  minimum?: number;
  maximum?: number;
  value?: unknown;
  pattern?: RegExp;
}

function limitsOf(shape: z.core.$ZodType): Limits {
  const limits: Limits = {};
  for (const { _zod } of shape._zod.def.checks ?? []) {
    const check: CheckParts = _zod.def;
    if (check.check === 'min_length') limits.minimum = check.minimum;
    if (check.check === 'max_length') limits.maximum = check.maximum;
    if (check.check === 'greater_than' && typeof check.value === 'number') limits.minimum = check.value;
    if (check.check === 'less_than' && typeof check.value === 'number') limits.maximum = check.value;
    if (check.check === 'string_format' && check.pattern) limits.pattern = check.pattern;
  }
  return limits;
}

function objectOf(shape: z.ZodObject<Fields>, overrides: Overrides): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape.shape);
  const parts = Object.fromEntries(
    fields.map(([name, field]) => [name, overrides[name] ?? inputOf(field)] as const),
  );
  const requiredKeys = fields.flatMap(([name, field]) => (takes(field, undefined) ? [] : [name]));
  const object = fc
    .record(parts, { requiredKeys, noNullPrototype: true })
    .map((value) => Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)));
  // What stands for an id is none yet, and no shape with ids says anything of the whole.
  return Object.keys(overrides).some((name) => name in parts) ? object : object.filter(passes(shape));
}

/** Of all kinds of values those that the shape takes. */
function plainValueOf(shape: z.core.$ZodType): fc.Arbitrary<unknown> {
  const kinds = kindsFor(shape).filter((kind) => {
    const samples = fc.sample(fc.noBias(kind), { numRuns: SAMPLES, seed: SAMPLE_SEED });
    return samples.filter(passes(shape)).length >= SAMPLES * ENOUGH;
  });
  if (kinds.length === 0)
    throw new Error(`No value is known that this shape takes: ${JSON.stringify(shape)}`);
  // Biased towards the limits of its kind, a value might never fit.
  return fc.oneof(...kinds.map((kind) => fc.noBias(kind).filter(passes(shape))));
}

function kindsFor(shape: z.core.$ZodType): fc.Arbitrary<unknown>[] {
  if (shape instanceof z.ZodBoolean) return [fc.boolean()];
  const { minimum, maximum, pattern } = limitsOf(shape);
  if (pattern) return [fc.stringMatching(pattern)];
  const numbers = (limit: number | undefined, inwards: number) =>
    limit === undefined ? [] : [fc.constantFrom(limit, limit + inwards, limit + inwards / 100)];
  const ofMaximalLength =
    shape instanceof z.ZodString && maximum !== undefined && maximum <= 4096
      ? [fc.string({ unit: 'grapheme-ascii', minLength: maximum - 1, maxLength: maximum })]
      : [];
  return [...KINDS, ...numbers(minimum, 1), ...numbers(maximum, -1), ...ofMaximalLength];
}

const words = fc.constantFrom(
  'Corner Shop',
  'Netflix',
  'Rent',
  '=1+1',
  '<b>Ana</b>',
  '%_\\',
  '日本語',
  '🐷',
  'a',
);
const recentDay = fc.integer({ min: -60, max: 20 }).map(dayFromNow);
const anyDay = fc.integer({ min: -739_040, max: 2_912_200 }).map(dayFromNow);

/** Everything that a field may be asked for, the plain before the odd. */
const KINDS: readonly fc.Arbitrary<unknown>[] = [
  words,
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  recentDay,
  recentDay.map((day) => `${day}T12:30:00.000Z`),
  anyDay,
  fc.constantFrom('0001-01-01', '9999-12-26', '2024-02-29'),
  fc.constantFrom(
    'UTC',
    'America/Los_Angeles',
    'Pacific/Kiritimati',
    'Etc/GMT+12',
    'Asia/Kathmandu',
    '+05:45',
  ),
  fc.uuid(),
  fc.webUrl({ withQueryParameters: true }),
  fc.constantFrom('USD', 'EUR'),
  fc.integer({ min: 0, max: 31 }),
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
];

/** A day so many days after the one on which the tests take place. */
function dayFromNow(days: number): string {
  return new Date(Date.UTC(2026, 5, 5) + days * 86_400_000).toISOString().slice(0, 10);
}

function passes(shape: z.core.$ZodType): (value: unknown) => boolean {
  return (value) => takes(shape, value);
}

/** Whether a shape takes a value. */
export function takes(shape: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(shape, value).success;
}
