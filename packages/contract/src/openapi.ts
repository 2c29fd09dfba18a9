import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints, type Endpoints, type RouteName } from './endpoints.ts';
import { errorCatalogue, messageOf, type ErrorBody, type ErrorCode } from './errors.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from './limits.ts';
import { PRODUCT_NAME } from './product.ts';
import type { ProgramScope } from './token-scopes.ts';

/* The calls for programs with personal tokens as an OpenAPI document, for their authors (PD-110). */

type TokenRoute = {
  [N in RouteName]: Endpoints[N]['access'] extends ProgramScope ? N : never;
}[RouteName];

interface Description {
  summary: string;
  description: string;
  /** By name. */
  requests?: Readonly<Record<string, object>>;
  answer?: object;
  /** Besides those of every call. */
  errors?: readonly ErrorCode[];
  takesIdempotencyKey?: boolean;
}

const ERRORS_OF_ALL: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'TOKEN_INVALID',
  'TOKEN_SCOPE_MISSING',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** A call without a description does not compile. */
const DESCRIPTIONS: Readonly<Record<TokenRoute, Description>> = {
  addExpenseByToken: {
    summary: 'Add an expense',
    description:
      'Takes one sentence, or a merchant and an amount in dollars. If the name, the amount or the day is not clear, nothing is added, and `fields` says why.',
    requests: {
      sentence: { text: '12.50 Lidl yesterday' },
      fields: { merchant: 'Lidl', amount: 12.5, date: '2026-06-04', category: 'Groceries' },
    },
    answer: {
      id: 1,
      name: 'Lidl',
      amount: 12.5,
      date: '2026-06-04',
      category: 'Groceries',
      type: 'one-time',
      unread: [],
    },
    errors: ['MALFORMED_BODY', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_MANY_EXPENSES', 'TOO_MANY_SERIES'],
    takesIdempotencyKey: true,
  },
  getWeekByToken: {
    summary: 'Read the current week',
    description: 'Amounts are in dollars. The week begins on Monday in the user’s time zone.',
    answer: {
      monday: '2026-06-01',
      sunday: '2026-06-07',
      budget: 120,
      spent: 76.82,
      left: 43.18,
      over: 0,
      status: 'under',
      toCome: 10.05,
      purchases: 1,
      daysLeft: 2,
      mood: 'content',
    },
  },
  drawWeekByToken: {
    summary: 'Draw the current week',
    description: 'A picture of 800 × 400 pixels, for a widget.',
  },
};

const errorBody = z.object({
  message: z.string().describe('For people.'),
  error: z.string().describe('The same text.'),
  error_code: z.enum([
    ...new Set([...ERRORS_OF_ALL, ...Object.values(DESCRIPTIONS).flatMap(({ errors = [] }) => errors)]),
  ]),
  error_type: z.string(),
  retryable: z.boolean().describe('The same request may succeed later.'),
  action_required: z.string().nullable(),
  timestamp: z.iso.datetime(),
  request_id: z.string().describe('Identifies this answer in the server’s log.'),
  fields: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('The invalid fields and why; only with `VALIDATION_FAILED`.'),
} satisfies Record<keyof ErrorBody, z.ZodType>);

/** Returns the document as JSON text, version 3.1 of OpenAPI. */
export function openApiJson(): string {
  const document = {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT_NAME} API`,
      version: '1',
      description:
        'What other programs can do with a personal token. Create one in the app under My Account, Security. A token may be used 60 times a minute.',
    },
    servers: [{ url: '/', description: 'The server that sent this document' }],
    paths: pathsOf(Object.keys(DESCRIPTIONS) as TokenRoute[]),
    components: {
      securitySchemes: {
        personalToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal token. Each call names the scope that it needs.',
        },
      },
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function pathsOf(names: readonly TokenRoute[]): object {
  const paths: Record<string, object> = {};
  for (const name of names) {
    const { method, path } = endpoints[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name) };
  }
  return paths;
}

function operationOf(name: TokenRoute): object {
  const { access, body, response, download = 'application/json' }: Endpoint = endpoints[name];
  const {
    summary,
    description,
    requests = {},
    answer,
    errors = [],
    takesIdempotencyKey,
  } = DESCRIPTIONS[name];
  return {
    operationId: name,
    summary,
    description: `${description} Needs the scope \`${access}\`.`,
    security: [{ personalToken: [access] }],
    ...(takesIdempotencyKey && { parameters: [IDEMPOTENCY_KEY] }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaOf(body, 'input'),
            examples: Object.fromEntries(
              Object.entries(requests).map(([example, value]) => [example, { value }]),
            ),
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Success',
        content: {
          [download]: { ...(response && { schema: schemaOf(response, 'output'), example: answer }) },
        },
      },
      ...errorResponses([...ERRORS_OF_ALL, ...errors]),
    },
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A repeated request with the same key adds nothing and gets the same answer. Without a key, each request adds one.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
};

const HEADERS_BY_STATUS: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } },
  429: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
};

function errorResponses(codes: readonly ErrorCode[]): object {
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    Array.from(byStatus, ([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${messageOf(code)}`).join('\n'),
        ...(HEADERS_BY_STATUS[status] && { headers: HEADERS_BY_STATUS[status] }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** The dialect of JSON Schema is that of OpenAPI 3.1. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io });
  return schema;
}
