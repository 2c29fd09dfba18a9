import { z } from 'zod';

/** Dollars with at most two decimals, as a person types them. */
export const amount = z
  .string('Give an amount.')
  .trim()
  .regex(/^\d{1,7}(?:\.\d{1,2})?$/, 'Give an amount in dollars, such as 12.50.');

export const name = z
  .string('Give a name.')
  .trim()
  .min(1, 'Give a name.')
  .max(100, 'Give a name of at most 100 characters.');

export const checkbox = z.literal('on').optional();

export const day = z.iso.date('Choose a day.');
