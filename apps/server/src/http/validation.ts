import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import type { FieldProblem } from '../errors/app-error.ts';
import { shorten } from '../log/log-errors.ts';
import { nextTurn } from '../concurrency/event-loop-turns.ts';

/** Invalid fields that an answer names. */
const MAX_FIELDS = 20;
/** About a millisecond of an import. */
const ROWS_PER_STEP = 100;

/** The framework adds the status. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  readonly fields: FieldProblem[];

  /** @param prefix path of the checked part */
  constructor(issues: readonly z.core.$ZodIssue[], prefix: readonly PropertyKey[] = []) {
    const fields = issues.slice(0, MAX_FIELDS).map(({ path, message }) => ({
      path: shorten([...prefix, ...path].map(String).join('.')),
      message: shorten(message),
    }));
    super(fields.map(({ path, message }) => `${path}: ${message}`).join('; '));
    this.fields = fields;
  }
}

/** `rowsReader` checks rows of lists. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const checked = (httpPart === 'body' && listOf(schema)?.rest) || schema;
  return (input) => {
    const { success, data, error } = checked.safeParse(input);
    return success ? { value: data } : { error: new InvalidInput(error.issues) };
  };
};

interface BodyList {
  name: string;
  rows: z.ZodArray;
  /** Accepts any rows. */
  rest: z.ZodObject;
}

function listOf(schema: z.ZodType): BodyList | null {
  if (!(schema instanceof z.ZodObject)) return null;
  for (const [name, rows] of Object.entries(schema.shape)) {
    if (!(rows instanceof z.ZodArray)) continue;
    const anyRows = rows.clone({ ...rows.def, element: z.unknown() });
    return { name, rows, rest: schema.clone({ ...schema.def, shape: { ...schema.shape, [name]: anyRows } }) };
  }
  return null;
}

/** Checks a list's rows in steps: 10,000 would block for half a second (SEC-22). */
export function rowsReader(schema: z.ZodType | undefined): (body: unknown) => Promise<unknown> {
  const list = schema && listOf(schema);
  if (!list) return async (body) => body;
  const { name } = list;
  const step = z.array(list.rows.element);
  return async (body) => {
    const given = body as Record<string, unknown[]>;
    const unread = given[name] ?? [];
    const rows: unknown[] = [];
    for (let first = 0; first < unread.length; first += ROWS_PER_STEP) {
      if (first > 0) await nextTurn();
      const { success, data, error } = step.safeParse(unread.slice(first, first + ROWS_PER_STEP));
      if (!success) throw invalidRows(error.issues, name, first);
      rows.push(...data);
    }
    return { ...given, [name]: rows };
  };
}

/** Issues with the rows' places in the whole list. */
function invalidRows(issues: readonly z.core.$ZodIssue[], name: string, first: number): InvalidInput {
  return new InvalidInput(
    issues.map((issue) => {
      const [place, ...path] = issue.path;
      return { ...issue, path: [first + Number(place), ...path] };
    }),
    [name],
  );
}
