import type { Fields } from '@oinkly/contract/endpoint';
import fc from 'fast-check';
import { z } from 'zod';

/** Values that replace generated ones for some fields, such as existing ids. */
export type Overrides = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const SAMPLES = 60;
const SAMPLE_SEED = 1;
/** Must match; with fewer, filtering takes too long. */
const ENOUGH = 0.1;

/**
 * Generates valid input of a schema, before defaults and transformations. Throws for a schema that accepts no
 * known kind.
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

/** Mostly short: the contents matter. */
function listOf(shape: z.ZodArray): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = 20 } = limitsOf(shape);
  return fc.array(inputOf(shape.element), { minLength: minimum, maxLength: Math.min(maximum, minimum + 8) });
}

interface Limits {
  minimum?: number;
  maximum?: number;
  pattern?: RegExp;
}

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
  // Ids are still references here, and no schema with ids checks the whole object.
  return Object.keys(overrides).some((name) => name in parts) ? object : object.filter(passes(shape));
}

function plainValueOf(shape: z.core.$ZodType): fc.Arbitrary<unknown> {
  const kinds = kindsFor(shape).filter((kind) => {
    const samples = fc.sample(fc.noBias(kind), { numRuns: SAMPLES, seed: SAMPLE_SEED });
    return samples.filter(passes(shape)).length >= SAMPLES * ENOUGH;
  });
  if (kinds.length === 0)
    throw new Error(`No value is known that this shape takes: ${JSON.stringify(shape)}`);
  // Biased towards a kind's limits, values might never match.
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

/** Values for any field, plain ones first. */
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
  fc.oneof(fc.constantFrom('ana@example.org', 'bo+friends@mail.example.org'), fc.emailAddress()),
  fc.constantFrom('USD', 'EUR'),
  fc.integer({ min: 0, max: 31 }),
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
];

function dayFromNow(days: number): string {
  return new Date(Date.UTC(2026, 5, 5) + days * 86_400_000).toISOString().slice(0, 10);
}

function passes(shape: z.core.$ZodType): (value: unknown) => boolean {
  return (value) => takes(shape, value);
}

export function takes(shape: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(shape, value).success;
}
