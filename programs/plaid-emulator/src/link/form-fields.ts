import { z } from 'zod';

/** Fields of one name, which arrive as a string, an array or not at all. */
export const texts = z.union([z.array(z.string()), z.string().transform((value) => [value])]).catch([]);
