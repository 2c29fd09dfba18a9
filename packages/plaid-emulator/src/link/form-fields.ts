import { z } from 'zod';

/** Fields of one name: one comes as a text, several as a list, none not at all. */
export const texts = z.union([z.array(z.string()), z.string().transform((value) => [value])]).catch([]);
