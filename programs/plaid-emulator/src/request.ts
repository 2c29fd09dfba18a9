import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Emulator } from './emulator.ts';
import { namedError } from './named-errors.ts';
import { PlaidError } from './plaid-error.ts';

function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const credentials = z.looseObject({ client_id: z.string().optional(), secret: z.string().optional() });

function headerOrField(
  request: FastifyRequest,
  header: string,
  field: string | undefined,
): string | undefined {
  const value = request.headers[header];
  return typeof value === 'string' && value !== '' ? value : field;
}

/** Checks the API client's credentials in headers or body. Throws Plaid's errors. */
export function checkCredentials(emulator: Emulator, request: FastifyRequest): void {
  const body = credentials.safeParse(request.body ?? {});
  const clientId = headerOrField(request, 'plaid-client-id', body.data?.client_id);
  const secret = headerOrField(request, 'plaid-secret', body.data?.secret);
  if (clientId === undefined || secret === undefined) {
    const missing = [clientId === undefined ? 'client_id' : '', secret === undefined ? 'secret' : ''];
    throw missingFields(missing.filter((name) => name !== ''));
  }
  const known = sameSecret(clientId, emulator.clientId);
  const matches = sameSecret(secret, emulator.secret);
  if (!known || !matches) {
    throw namedError('INVALID_API_KEYS');
  }
}

function missingFields(names: readonly string[]): PlaidError {
  return new PlaidError(
    'INVALID_REQUEST',
    'MISSING_FIELDS',
    `the following required fields are missing: ${names.join(', ')}`,
  );
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

const pathName = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/** Missing fields first, then unknown, then invalid ones. */
function bodyError(body: unknown, issues: readonly z.core.$ZodIssue[]): PlaidError {
  const missing = issues.filter(
    (issue) => issue.code !== 'unrecognized_keys' && valueAt(body, issue.path) === undefined,
  );
  if (missing.length > 0) return missingFields(missing.map((issue) => pathName(issue.path)));
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => pathName([...issue.path, key])) : [],
  );
  if (unknown.length > 0) {
    return new PlaidError(
      'INVALID_REQUEST',
      'UNKNOWN_FIELDS',
      `the following fields are not recognized by this endpoint: ${unknown.join(', ')}`,
    );
  }
  const wrong = issues.map((issue) => `${pathName(issue.path)}: ${issue.message}`).join('; ');
  return new PlaidError('INVALID_REQUEST', 'INVALID_FIELD', wrong);
}

/** The body may also hold credentials. Throws Plaid's errors. */
export function readBody<Shape extends z.ZodRawShape>(
  shape: Shape,
  body: unknown,
): z.infer<z.ZodObject<Shape, z.core.$strict>> {
  const fields = body ?? {};
  if (typeof fields !== 'object' || Array.isArray(fields)) {
    throw new PlaidError('INVALID_REQUEST', 'INVALID_BODY', 'body must be a JSON object');
  }
  const { client_id: _clientId, secret: _secret, ...rest } = Object.fromEntries(Object.entries(fields));
  const parsed = z.strictObject(shape).safeParse(rest);
  if (!parsed.success) throw bodyError(rest, parsed.error.issues);
  return parsed.data;
}
