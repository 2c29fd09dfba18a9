import { isDay } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import { z } from 'zod';
import { MAX_USER_NAME_LENGTH } from './limits.ts';

/** The largest amount, in dollars, that any call accepts, of either sign. */
export const MAX_AMOUNT_DOLLARS = 10_000_000;

/** A quarter of the largest monthly income. */
export const MAX_WEEKLY_BUDGET_DOLLARS = MAX_AMOUNT_DOLLARS / 4;

const hasWholeCents = (dollars: number) => Math.round(dollars * 100) / 100 === dollars;

/** An amount in dollars with at most two decimals, of either sign. */
export const dollars = z
  .number()
  .min(-MAX_AMOUNT_DOLLARS)
  .max(MAX_AMOUNT_DOLLARS)
  .refine(hasWholeCents, 'At most two decimals');

/** Text that PostgreSQL can store: anything without NUL. */
export const storableText = z.string().refine((text) => !text.includes('\0'), 'No NUL character');

/** An existing day `YYYY-MM-DD`. A time after it (`T…`) is dropped (specification, section 3). */
export const day = z
  .string()
  .max(40)
  .transform((text) => text.replace(/T.*$/s, ''))
  .refine(isDay, 'Not a calendar day');

export const monday = day.refine((text) => isDay(text) && weekStartOf(text) === text, 'Not a Monday');

export const weeklyBudgetDollars = z.int().min(0).max(MAX_WEEKLY_BUDGET_DOLLARS);

/** Visible characters without direction marks. */
export const userName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_USER_NAME_LENGTH)
  .refine((name) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(name), 'No control characters')
  .refine((name) => /[^\p{Z}\p{C}]/u.test(name), 'Nothing to see');

/** An IANA time zone that the runtime knows. */
export const timeZone = z.string().max(64).refine(isKnownTimeZone, 'Not a time zone');

/** Accepted and ignored: the owner is always the session's user (deviation D-4). */
export const ignoredUserId = z.union([z.number(), z.string().max(64)]).optional();

function isKnownTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Control characters and direction marks garble the text around them. */
export const visibleText = storableText
  .overwrite((text) => text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' '))
  .trim()
  .min(1);

export const dayOfMonth = z.int().min(1).max(31);

export const merchantKey = storableText.min(1).max(1000);

/** The answer of a call that has nothing to say. */
export const success = z.object({ success: z.literal(true) });
