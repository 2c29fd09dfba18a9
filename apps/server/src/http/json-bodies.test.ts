import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerErrors } from './error-answers.ts';
import { nextTurn } from '../concurrency/event-loop-turns.ts';
import { parseJsonBodies } from './json-bodies.ts';
import { readJson } from './read-json.ts';

const LIMIT_BYTES = 5 * 1024 * 1024;

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify({ bodyLimit: LIMIT_BYTES });
  answerErrors(app, () => new Date());
  parseJsonBodies(app);
  app.post('/', async ({ body }) => ({ body }));
});
afterAll(() => app.close());

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

describe('a body with more than a request can need is refused [SEC-14] [SEC-22]', () => {
  test.each([
    ['millions of numbers', () => `{"rows":[${fill(() => '0')}]}`],
    ['millions of empty lists', () => `{"rows":[${fill(() => '[]')}]}`],
    ['millions of empty objects', () => `[${fill(() => '{}')}]`],
    ['lists in lists in lists', () => '['.repeat(LIMIT_BYTES / 2 - 50) + ']'.repeat(LIMIT_BYTES / 2 - 50)],
    ['one object with a great many keys', () => `{${fill((index) => `"k${index}":0`)}}`],
  ])('%s', async (_what, payload) => {
    const answer = await post(payload());
    expect([answer.statusCode, answer.json()]).toMatchObject([413, { error_code: 'PAYLOAD_TOO_LARGE' }]);
  });
});

test.each([
  ['a list of rows', () => `{"rows":[${fill(() => `{"name":"${'x'.repeat(500)}","day":null}`)}]}`],
  ['rows that each have another key', () => `[${fill((index) => `{"k${index}${'x'.repeat(100)}":0}`)}]`],
  ['one long text', () => `"${'x'.repeat(LIMIT_BYTES - 100)}"`],
  ['one long text of escapes', () => `"${'\\u00e9'.repeat(LIMIT_BYTES / 6 - 100)}"`],
  ['spaces', () => `{"rows"${' '.repeat(LIMIT_BYTES - 100)}:[]}`],
])(
  'a long body is read in steps, between which others have their turn: %s [SEC-22]',
  async (_what, payload) => {
    const body = Buffer.from(payload());
    let [turns, isOver] = [0, false];
    const countTurns = () => {
      turns += 1;
      if (!isOver) setImmediate(countTurns);
    };
    countTurns();
    const read = await readJson(body);
    isOver = true;
    expect(read).toEqual(JSON.parse(body.toString()));
    expect(turns).toBeGreaterThan(3);
  },
);

test('reads any JSON as JSON.parse does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 5 }), fc.boolean(), async (json, spaced) => {
      fc.pre(!/"(?:prototype|__proto__|constructor|toString|valueOf|hasOwnProperty)"/.test(json));
      const text = spaced ? JSON.stringify(JSON.parse(json), null, 1) : json;
      expect(await readJson(Buffer.from(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('refuses any broken JSON that JSON.parse refuses', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '{', ']', ':', '0', 'é'),
      async (json, at, put) => {
        const text = json.slice(0, at % json.length) + put + json.slice((at % json.length) + 1);
        fc.pre(isRefused(text));
        await expect(readJson(Buffer.from(text))).rejects.toMatchObject({ code: 'MALFORMED_BODY' });
      },
    ),
  );
});

function isRefused(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

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
  ['null', 'null'],
  ['a text that is a key elsewhere', '"constructor"'],
  ['texts with marks', '["__proto__", "a: b", "{[,"]'],
  ['escapes and other scripts', '{"a\\"b":"__proto__","c\\\\":[{"d":"\\\\"}],"é":"漢 🐷"}'],
  ['long texts', `{"a":"${'x'.repeat(40)}\\\\\\"{:\\\\","b":"${'\\"__proto__\\":'.repeat(40)}"}`],
  ['the deepest lists', `[${'['.repeat(15)}${']'.repeat(15)}]`],
  [
    'as many rows as an import has',
    `{"rows":[${Array.from({ length: 10_000 }, () => '{"a":1,"b":"2","c":null}').join(',')}]}`,
  ],
])('%s is read as it is', async (_what, payload) => {
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
