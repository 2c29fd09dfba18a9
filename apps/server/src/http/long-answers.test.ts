import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { longAnswerWriter } from './long-answers.ts';

const row = z.object({
  id: z.number(),
  name: z.string(),
  note: z.string().optional(),
  day: z.string().nullable(),
});
const list = z.array(row);
const view = z.object({
  total: z.number(),
  rows: list,
  names: z.array(z.string()),
  next: z.string().optional(),
});

const anyRows = fc.array(
  fc.record(
    {
      id: fc.integer(),
      name: fc.string({ unit: 'binary' }),
      note: fc.string(),
      day: fc.constant(null),
      secret: fc.string(),
    },
    { requiredKeys: ['id', 'name', 'day'] },
  ),
  { minLength: 101, maxLength: 350 },
);
const inOnePiece = (shape: z.ZodType, answer: unknown) =>
  JSON.parse(JSON.stringify(z.encode(shape, answer))) as unknown;

test('a long list is written as in one piece, without fields that its shape lacks', async () => {
  const write = longAnswerWriter(list);
  await fc.assert(
    fc.asyncProperty(anyRows, async (rows) => {
      expect(JSON.parse((await write(rows)) ?? '')).toEqual(inOnePiece(list, rows));
    }),
  );
});

test('an object that holds a long list is written in the same way', async () => {
  const write = longAnswerWriter(view);
  await fc.assert(
    fc.asyncProperty(
      anyRows,
      fc.array(fc.string()),
      fc.option(fc.string(), { nil: undefined }),
      async (rows, names, next) => {
        const answer = { total: rows.length, rows, names, secret: 'x', ...(next !== undefined && { next }) };
        expect(JSON.parse((await write(answer)) ?? '')).toEqual(inOnePiece(view, answer));
      },
    ),
  );
  const onlyRows = z.object({ rows: list });
  const rows = Array.from({ length: 101 }, (_, id) => ({ id, name: 'Lunch', day: null }));
  expect(JSON.parse((await longAnswerWriter(onlyRows)({ rows })) ?? '')).toEqual({ rows });
});

test('the framework writes short answers and those without a list', async () => {
  expect(await longAnswerWriter(list)([])).toBeNull();
  expect(await longAnswerWriter(view)({ total: 0, rows: [], names: [] })).toBeNull();
  expect(await longAnswerWriter(row)({ id: 1, name: 'Lunch', day: null })).toBeNull();
  expect(await longAnswerWriter(undefined)(null)).toBeNull();
});

test('a row that does not fit the shape is an error, not an answer', async () => {
  const rows: unknown[] = Array.from({ length: 150 }, (_, id) => ({ id, name: 'Lunch', day: null }));
  rows[149] = { id: 'one' };
  await expect(longAnswerWriter(list)(rows)).rejects.toThrow(z.core.$ZodError);
});

test('other requests get turns while a long list is written [SEC-22]', async () => {
  let [others, isOver] = [0, false];
  const countTurns = () => {
    others += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'Lunch', day: '2026-06-05' }));
  await longAnswerWriter(list)(rows);
  isOver = true;
  expect(others).toBeGreaterThan(1);
});
