import { z } from 'zod';
import { turnsOfWork } from '../concurrency/event-loop-turns.ts';

/** Fewer are written in about a millisecond. */
const ROWS_PER_STEP = 100;

/**
 * Returns a function that writes an answer with a long list as JSON, in steps: 10,000 rows would block the event loop for 0.1 s (SEC-22).
 * It returns null for other answers, and throws `z.core.$ZodError` if the answer is not of this shape. Takes n steps for n rows.
 */
export function longAnswerWriter(shape: z.ZodType | undefined): (answer: unknown) => Promise<string | null> {
  if (shape instanceof z.ZodArray) {
    const write = listWriter(shape);
    return async (answer) => (isLong(answer) ? await write(answer) : null);
  }
  if (!(shape instanceof z.ZodObject)) return async () => null;
  const [lists, others] = [new Map<string, ReturnType<typeof listWriter>>(), new Map<string, z.ZodType>()];
  for (const [name, field] of Object.entries<z.ZodType>(shape.shape)) {
    if (field instanceof z.ZodArray) lists.set(name, listWriter(field));
    else others.set(name, field);
  }
  const rest = z.object(Object.fromEntries(others));
  return async (answer) => {
    const fields = answer as Record<string, unknown[]>;
    if (![...lists.keys()].some((name) => isLong(fields[name]))) return null;
    let text = JSON.stringify(z.encode(rest, fields)).slice(0, -1);
    for (const [name, write] of lists) {
      text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${await write(fields[name] ?? [])}`;
    }
    return `${text}}`;
  };
}

function isLong(list: unknown): list is unknown[] {
  return Array.isArray(list) && list.length > ROWS_PER_STEP;
}

function listWriter(list: z.ZodArray): (rows: unknown[]) => Promise<string> {
  const step = z.array(list.element);
  return async (rows) => {
    const pause = turnsOfWork();
    const texts: string[] = [];
    for (let first = 0; first < rows.length; first += ROWS_PER_STEP) {
      await pause();
      const part = rows.slice(first, first + ROWS_PER_STEP);
      texts.push(JSON.stringify(z.encode(step, part)).slice(1, -1));
    }
    return `[${texts.join(',')}]`;
  };
}
