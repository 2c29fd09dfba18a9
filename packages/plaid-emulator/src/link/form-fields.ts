import { z } from 'zod';

/** Fields of one name: one arrives as a string, several as an array, none not at all. */
export const texts = z.union([z.array(z.string()), z.string().transform((value) => [value])]).catch([]);
