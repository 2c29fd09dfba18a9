import { Validator } from '@seriousme/openapi-schema-validator';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { openApiJson } from './openapi.ts';
import { PROGRAM_SCOPES } from './token-scopes.ts';

const content = z.record(
  z.string(),
  z.object({
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
  }),
);
const operation = z.object({
  operationId: z.string(),
  security: z.array(z.object({ personalToken: z.array(z.string()) })),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content })),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

const { paths } = document.parse(JSON.parse(openApiJson()));
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method, ...described })),
);
const shapes: Readonly<Record<string, Endpoint>> = endpoints;

test('docs/openapi.json is what the contract says; `npm run docs:openapi` writes it [PD-110]', () => {
  expect(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')).toBe(openApiJson());
});

test('the document is valid OpenAPI 3.1 [PD-110]', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(openApiJson());
  expect(errors ?? []).toEqual([]);
  expect([valid, validator.version]).toEqual([true, '3.1']);
});

test('the document has every call for personal tokens with its scope, and no other call [PD-110]', () => {
  const described = operations.map(({ operationId, method, path, security }) => [
    operationId,
    method.toUpperCase(),
    path,
    security,
  ]);
  const declared = Object.entries(shapes)
    .filter(([, { access }]) => PROGRAM_SCOPES.some((scope) => scope === access))
    .map(([name, { method, path, access }]) => [name, method, path, [{ personalToken: [access] }]]);
  expect(described).toEqual(declared);
});

test.each(operations)(
  'the examples of $operationId are what the call takes and answers [PD-110]',
  ({ operationId, requestBody, responses }) => {
    const { body, response, download } = shapes[operationId] ?? {};
    const requests = Object.values(requestBody?.content['application/json']?.examples ?? {});
    expect(requests.length > 0).toBe(body !== undefined);
    for (const { value } of requests) expect(body?.safeParse(value)).toMatchObject({ success: true });
    const answer = responses['200']?.content[download ?? 'application/json'];
    expect(answer).toBeDefined();
    if (response) expect(response.parse(answer?.example)).toEqual(answer?.example);
  },
);
