import { expect, test } from 'vitest';
import { z } from 'zod';
import { compileValidator, InvalidInput, rowsReader } from './validation.ts';

const ROWS = 10_000;

/** A list of numbers, and how many were checked. */
function countingSchema() {
  let looked = 0;
  const number = z.number().transform((value) => {
    looked += 1;
    return value * 2;
  });
  const schema = z.strictObject({ name: z.string().trim(), rows: z.array(number).min(1).max(ROWS) });
  return { schema, looked: () => looked };
}

const validate = (schema: z.ZodType, body: unknown) =>
  compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' })(body);

test('stops at the first wrong rows of a list, and says which they are [SEC-22]', async () => {
  const { schema, looked } = countingSchema();
  const rows = Array.from({ length: ROWS }, (_, index) => (index < 250 ? 1 : 'wrong'));
  const failed: unknown = await rowsReader(schema)({ name: 'a', rows }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(InvalidInput);
  const { fields } = failed as InvalidInput;
  expect(fields).toHaveLength(20);
  expect(fields[0]?.path).toBe('rows.250');
  expect(looked()).toBe(250);
});

test('looks at no row while the rest of the body is wrong [SEC-22]', () => {
  const { schema, looked } = countingSchema();
  expect(validate(schema, { name: 1, rows: [1] })).toMatchObject({ error: { fields: [{ path: 'name' }] } });
  expect(validate(schema, { name: 'a', rows: [] })).toMatchObject({ error: { fields: [{ path: 'rows' }] } });
  expect(validate(schema, { name: 'a', rows: Array(ROWS + 1).fill(1) })).toHaveProperty('error');
  expect(looked()).toBe(0);
});

test('returns the body as its schema converts it', async () => {
  const { schema } = countingSchema();
  const checked = validate(schema, { name: ' a ', rows: Array(ROWS).fill(1) }) as { value: unknown };
  expect(await rowsReader(schema)(checked.value)).toEqual({ name: 'a', rows: Array(ROWS).fill(2) });
});
