import { z } from 'zod';

export interface InputSizes {
  today: string;
  /** Longer lists get as many elements. */
  longestList: number;
}

/** Values that the shape alone can't give, such as existing ids. `undefined` leaves a field out. */
export type Given = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 10_000;

/**
 * Returns the costliest input that a shape takes, before defaults and transformations: all fields, the longest lists of equal elements,
 * the longest texts of many words, and the largest numbers. Throws for a shape of which it knows no value.
 */
export function costliestInput(shape: z.core.$ZodType, sizes: InputSizes, given: Given = {}): unknown {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodDefault || shape instanceof z.ZodNullable)
    return costliestInput(shape.def.innerType, sizes, given);
  if (shape instanceof z.ZodArray) {
    const { maximum = sizes.longestList } = limitsOf(shape);
    const element = costliestInput(shape.element, sizes);
    return Array.from({ length: Math.min(maximum, sizes.longestList) }, () => element);
  }
  if (shape instanceof z.ZodObject) {
    const fields = Object.entries(shape.shape as Record<string, z.ZodType>).map(
      ([name, field]) =>
        [name, Object.hasOwn(given, name) ? given[name] : costliestInput(field, sizes)] as const,
    );
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  const found = candidatesFor(shape, sizes).find((value) => z.safeParse(shape, value).success);
  if (found === undefined)
    throw new Error(`No value is known that this shape takes: ${JSON.stringify(shape)}`);
  return found;
}

/** Costliest first. */
function candidatesFor(shape: z.core.$ZodType, sizes: InputSizes): unknown[] {
  if (shape instanceof z.ZodEnum || shape instanceof z.ZodLiteral) {
    const values = shape instanceof z.ZodEnum ? shape.options : [...shape.values];
    return values.toSorted((one, other) => String(other).length - String(one).length);
  }
  if (shape instanceof z.ZodUnion)
    return shape.def.options
      .map((option) => costliestInput(option, sizes))
      .toSorted((one, other) => String(other).length - String(one).length);
  const { maximum = LONGEST_TEXT } = limitsOf(shape);
  return [
    ...TYPED,
    sizes.today,
    ...(maximum <= LONGEST_TEXT ? [email(maximum), address(maximum), words(maximum)] : []),
    maximum,
    MAX_CENTS / 100,
    ...SMALL_NUMBERS,
    true,
    LINK_SECRET,
  ];
}

/** Values that only special shapes take, so they come first. */
const TYPED = ['00000000-0000-4000-8000-000000000000', 'America/Argentina/ComodRivadavia', 'USD'];
const MAX_CENTS = 999_999_999;
const SMALL_NUMBERS = [999, 500, 31, 1];
/** 256 bits in base64. */
const LINK_SECRET = 's'.repeat(43);

/** The largest length or number in the checks of a shape and of those that it passes its input to. */
function limitsOf(shape: z.core.$ZodType): { maximum?: number } {
  if (shape instanceof z.ZodPipe) return { ...limitsOf(shape.def.out), ...limitsOf(shape.def.in) };
  const limits: { maximum?: number } = {};
  for (const { _zod } of shape._zod.def.checks ?? []) {
    const check: { check?: string; maximum?: number; value?: unknown } = _zod.def;
    if (check.check === 'max_length' && check.maximum !== undefined) limits.maximum = check.maximum;
    if (check.check === 'less_than' && typeof check.value === 'number') limits.maximum = check.value;
  }
  return limits;
}

/** As many different short words as fit: names are compared word by word. */
export function words(length: number, from = 0): string {
  let text = '';
  for (let index = from; text.length < length; index += 1) text += `${word(index)} `;
  return text.slice(0, length).replace(/ $/, 'z');
}

function word(index: number): string {
  return index.toString(26).replaceAll(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 26)));
}

function email(length: number): string {
  const labels = Array.from({ length: 8 }, () => 'd'.repeat(60)).join('.');
  return `${'a'.repeat(60)}@${labels.slice(0, Math.max(0, length - 61 - '.example'.length))}.example`;
}

function address(length: number): string {
  const start = 'https://push.example.org/';
  return `${start}${'a'.repeat(Math.max(0, length - start.length))}`;
}
