import { isDay, type Day } from '@oinkly/domain/days';
import { MAX_AMOUNT_CENTS } from '@oinkly/domain/money';
import { z } from 'zod';
import { storable } from '../../storable-text.ts';

/* How SimpleFIN's servers write values. */

export const NO_ID = 'no id';
/** Longer ids would not fit into the database's indexes. */
const MAX_ID_LENGTH = 256;

export const storableId = z
  .string()
  .max(MAX_ID_LENGTH)
  .refine((text) => text !== '' && storable(text) === text);
/** Some servers send numbers as numbers. */
export const numericText = z.union([z.string(), z.number().transform(String)]);
export const optionalText = z.string().nullish().catch(null);
export const epochSeconds = z.number().nullish();

const namedRow = z.object({ id: numericText });

/** Reads an exact amount: the text never becomes a float. Rounds more than two decimals half away from zero. Null if it is no amount or absurd. */
export function centsOf(text: string | null | undefined): number | null {
  const match = /^([+-]?)(\d{0,12})(?:\.(\d{0,20}))?$/.exec(text?.trim() ?? '');
  const [, sign = '', whole = '', fraction = ''] = match ?? [];
  if (whole === '' && fraction === '') return null;
  const roundsUp = (fraction[2] ?? '0') >= '5';
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + Number(roundsUp);
  if (cents > MAX_AMOUNT_CENTS) return null;
  return sign === '-' && cents !== 0 ? -cents : cents;
}

/** The UTC day of epoch seconds. Null for 0, which SimpleFIN sends for none. */
export function dayOf(seconds: number | null | undefined): Day | null {
  const instant = new Date((seconds ?? 0) * 1000);
  if (!(instant.getTime() > 0)) return null;
  const day = instant.toISOString().slice(0, 10);
  return isDay(day) ? day : null;
}

/** Returns a row's id, whatever else it has. */
export function idOf(given: unknown): string {
  return namedRow.safeParse(given).data?.id.slice(0, MAX_ID_LENGTH) ?? NO_ID;
}
