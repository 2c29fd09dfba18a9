import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerErrors } from './error-answers.ts';
import { compileValidator } from './validation.ts';

const NOW = new Date('2026-06-05T19:00:00Z');

async function answerTo(error: Error) {
  const app = Fastify();
  answerErrors(app, () => NOW);
  app.get('/api/thrower', () => Promise.reject(error));
  const answer = await app.inject({ url: '/api/thrower' });
  await app.close();
  return {
    status: answer.statusCode,
    retryAfter: answer.headers['retry-after'],
    body: answer.json<Record<string, unknown>>(),
  };
}

/** A query builder's error around the driver's. */
function failedQuery(cause: Error & { code?: string }): Error {
  return new Error('Failed query: select secret', { cause });
}

test.each([
  ['no database listens', failedQuery(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))],
  ['the database shuts down', failedQuery(Object.assign(new Error('x'), { code: '57P01' }))],
  ['two transactions blocked each other', failedQuery(Object.assign(new Error('x'), { code: '40P01' }))],
  ['no connection comes free', new Error('timeout exceeded when trying to connect')],
  [
    'a server of a cluster goes away',
    failedQuery(new Error('failure on connection marked as essential: 127.0.0.1:5433')),
  ],
  ['a connection breaks', failedQuery(new Error('Connection terminated unexpectedly'))],
  [
    'a connection breaks while it is written to',
    failedQuery(Object.assign(new Error('x'), { code: 'EPIPE' })),
  ],
  [
    'a broken connection is used',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  [
    'the socket of the database is missing',
    failedQuery(Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'connect' })),
  ],
  ['a lock takes too long', failedQuery(Object.assign(new Error('x'), { code: '55P03' }))],
  ['a statement takes too long', failedQuery(Object.assign(new Error('x'), { code: '57014' }))],
  ['a transaction waits too long', failedQuery(Object.assign(new Error('x'), { code: '25P03' }))],
  ['the database is read-only', failedQuery(Object.assign(new Error('x'), { code: '25006' }))],
  ['the disk of the database is full', failedQuery(Object.assign(new Error('x'), { code: '53100' }))],
  ['the disk here is full', Object.assign(new Error('x'), { code: 'ENOSPC' })],
])('when %s the answer says that trying again may work, and nothing of the cause', async (_what, error) => {
  const { status, body, retryAfter } = await answerTo(error);
  expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(body).toMatchObject({ error_code: 'SERVICE_UNAVAILABLE', retryable: true });
  expect(body['timestamp']).toBe(NOW.toISOString());
  expect(JSON.stringify(body)).not.toMatch(/secret|terminated|timeout/);
});

test.each([
  ['a query that was wrong', failedQuery(Object.assign(new Error('x'), { code: '42601' }))],
  ['a file that is missing', Object.assign(new Error('secret'), { code: 'ENOENT', syscall: 'open' })],
  ['anything else', new TypeError('secret is not a function')],
])('%s is an internal error that says nothing of itself [SEC-15]', async (_what, error) => {
  const { status, body } = await answerTo(error);
  expect(status).toBe(500);
  expect(body).toMatchObject({ error_code: 'INTERNAL_ERROR' });
  expect(JSON.stringify(body)).not.toContain('secret');
});

test('long text from a sender is cut in the log and in the answer [SEC-15]', async () => {
  const lines: string[] = [];
  const app = Fastify({ logger: { stream: { write: (line) => void lines.push(line) } } });
  answerErrors(app, () => NOW);
  app.setValidatorCompiler(compileValidator);
  app.post('/api/taker', { schema: { body: z.strictObject({}) } }, async () => '');
  const made = Array.from({ length: 1_000 }, (_, index) => [`${index}${'k'.repeat(500)}`, 1] as const);
  const answer = await app.inject({ method: 'POST', url: '/api/taker', body: Object.fromEntries(made) });
  await app.close();
  expect(answer.statusCode).toBe(400);
  expect(answer.body.length).toBeLessThan(1_000);
  const refusals = lines.filter((line) => line.includes('request refused'));
  expect(refusals).toHaveLength(1);
  expect(JSON.parse(refusals[0] ?? '')).toMatchObject({ network: '127.0.0.1', code: 'VALIDATION_FAILED' });
  expect(refusals[0]?.length).toBeLessThan(1_000);
});
