import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerErrors } from './error-answers.ts';
import { nextTurn } from '../concurrency/event-loop-turns.ts';
import { parseJsonBodies } from './json-bodies.ts';

const LIMIT_BYTES = 5 * 1024 * 1024;

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify({ bodyLimit: LIMIT_BYTES });
  answerErrors(app, () => new Date());
  parseJsonBodies(app);
  app.post('/', async ({ body }) => ({ body }));
});
afterAll(() => app.close());
afterEach(() => void vi.restoreAllMocks());

const post = (payload: string) =>
  app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload });

/** Joins pieces of JSON to nearly five megabytes. */
function fill(piece: (index: number) => string): string {
  const pieces: string[] = [];
  let length = 0;
  for (let index = 0; length < LIMIT_BYTES - 100; index += 1) {
    const next = piece(index);
    length += next.length + 1;
    if (length < LIMIT_BYTES - 100) pieces.push(next);
  }
  return pieces.join(',');
}

describe('a body that is costly to parse is refused before anything is built from it [SEC-14] [SEC-22]', () => {
  test.each([
    ['millions of numbers', () => `{"rows":[${fill(() => '0')}]}`],
    ['millions of empty lists', () => `{"rows":[${fill(() => '[]')}]}`],
    ['millions of empty objects', () => `[${fill(() => '{}')}]`],
    ['lists in lists in lists', () => '['.repeat(LIMIT_BYTES / 2 - 50) + ']'.repeat(LIMIT_BYTES / 2 - 50)],
    ['one object with a great many keys', () => `{${fill((index) => `"k${index}":0`)}}`],
    ['objects that each have another key', () => `[${fill((index) => `{"${index}${'x'.repeat(40)}":0}`)}]`],
    [
      'keys that each have another escape',
      () => `[${fill((index) => `{"\\u0041${index}${'x'.repeat(40)}":0}`)}]`,
    ],
  ])('%s', async (_what, payload) => {
    const body = payload();
    const parse = vi.spyOn(JSON, 'parse');
    const answer = await post(body);
    const parsed = parse.mock.calls.map(([text]) => text.length);
    parse.mockRestore();
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ error_code: 'PAYLOAD_TOO_LARGE' });
    expect(Math.max(0, ...parsed)).toBeLessThan(1_000);
  });
});

test('no function of ours runs for each value of a body [SEC-22]', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  await post('{"rows":[1,2,3]}');
  expect(parse.mock.calls.filter(([, reviver]) => reviver !== undefined)).toEqual([]);
});

test.each([
  ['a prototype key', '{"__proto__":1}'],
  ['one with an escape', '{"\\u005f_proto__":1}'],
  ['one before a space', '{"__proto__" : 1}'],
  ['one far inside', `{"rows":[${'{"name":"x"},'.repeat(9_000)}{"constructor":{}}]}`],
  ['a key that every object inherits', '{"a":{"toString":1}}'],
  ['one that resembles the key before it', '[{"_prrrrro_":1},{"__proto__":1}]'],
  ['one after a long text with quotes', `{"a":"${'\\"'.repeat(40)}","__proto__":1}`],
  ['a colon without a key', ':'],
  ['a key without an end', '{"a'],
  ['a key with half an escape', '{"\\u00":1}'],
])('%s is refused as no valid body [SEC-14]', async (_what, payload) => {
  const answer = await post(payload);
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { error_code: 'MALFORMED_BODY' }]);
});

test.each([
  'null',
  '"constructor"',
  '["__proto__", "a: b", "{[,"]',
  '{"a\\"b":"__proto__","c\\\\":[{"d":"\\\\"}],"é":"漢 🐷"}',
  `{"a":"${'x'.repeat(40)}\\\\\\"{:\\\\","b":"${'\\"__proto__\\":'.repeat(40)}"}`,
  `[${'['.repeat(15)}${']'.repeat(15)}]`,
  `{"rows":[${Array.from({ length: 10_000 }, () => '{"a":1,"b":"2","c":null}').join(',')}]}`,
])('takes %s as it is', async (payload) => {
  expect((await post(payload)).json()).toEqual({ body: JSON.parse(payload) as unknown });
});

test('yields to other requests between steps of long bodies, however many arrive [SEC-22]', async () => {
  const order: string[] = [];
  const over = new AbortController();
  const others = (async () => {
    while (!over.signal.aborted) {
      await new Promise((resolve) => setImmediate(resolve));
      order.push('other');
    }
  })();
  const bodies = ['a', 'b'].map(async (body) => {
    for (let step = 0; step < 3; step += 1) {
      await nextTurn();
      order.push(body);
    }
  });
  await Promise.all(bodies);
  over.abort();
  await others;
  const steps = order.filter((what, index) => what !== 'other' || order[index - 1] !== 'other');
  expect(steps.filter((what) => what !== 'other')).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  expect(steps.join(' ')).not.toMatch(/[ab] [ab]/);
});
