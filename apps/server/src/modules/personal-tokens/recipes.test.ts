import { routes } from '@oinkly/contract/routes';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test-support/test-app.ts';

/* Runs what docs/recipes.md tells users to send. */

const EXAMPLE_SERVER = 'https://oinkly.example';
const EXAMPLE_TOKEN = 'oink_YOUR_TOKEN';
const page = await readFile(new URL('../../../../../docs/recipes.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp('^```' + language + '\\n(.*?)^```$', 'gms'))].map(([, block = '']) => block);

let t: TestApp;
let server: string;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  server = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  const ana = await t.signUp();
  await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 120 } });
  const body = { name: 'Recipes', scopes: ['expenses:add', 'week:read'] };
  token = (await ana.send({ method: 'POST', url: '/api/tokens', body })).json<{ token: string }>().token;
});
afterAll(() => t.close());

const filledIn = (text: string) => text.replaceAll(EXAMPLE_SERVER, server).replaceAll(EXAMPLE_TOKEN, token);

interface RecipeRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

async function answerTo({ method, url, headers, body }: RecipeRequest): Promise<Response> {
  const answer = await fetch(filledIn(url), {
    method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filledIn(value)])),
    ...(body !== undefined && { body }),
  });
  if (answer.status !== 200) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Knows only the options that the page uses. */
function requestOfCurl(line: string): RecipeRequest {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const request: RecipeRequest = { method: 'GET', url: '', headers: {}, body: undefined };
  const rest = words.slice(1).values();
  for (const word of rest) {
    const value = () => String(rest.next().value);
    if (word === '-H') {
      const [name = '', text = ''] = value().split(/: (.*)/s);
      request.headers[name] = text;
    } else if (word === '--json') {
      Object.assign(request, { method: 'POST', body: value() });
      request.headers['Content-Type'] = 'application/json';
    } else if (word === '-o') value();
    else if (word.startsWith('-')) throw new Error(`Unknown option of curl: ${word}`);
    else request.url = word;
  }
  return request;
}

function requestOfHttp(block: string): RecipeRequest {
  const [head = '', body] = block.split(/\n\n(.*)/s);
  const [first = '', ...lines] = head.trim().split('\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => line.split(/: (.*)/s)).map(([name = '', value = '']) => [name, value]),
  );
  return { method, url: EXAMPLE_SERVER + path, headers, body };
}

describe('the page of recipes', () => {
  const curlLines = blocks('sh').flatMap((block) => block.trim().split('\n'));
  const requests = [
    ...curlLines.map((line) => [line, requestOfCurl(line)] as const),
    ...blocks('http').map((block) => [block.replaceAll('\n', ' '), requestOfHttp(block)] as const),
  ];

  test.each(requests)('has a request that works: %s [PD-78]', async (_line, request) => {
    const answer = await answerTo(request);
    const type = new URL(request.url).pathname.endsWith('.png') ? 'image/png' : 'application/json';
    expect(answer.headers.get('content-type')).toContain(type);
  });

  test('has a request to every route for personal tokens [PD-78]', () => {
    const asked = new Set(requests.map(([, { method, url }]) => `${method} ${new URL(url).pathname}`));
    const paths = Object.values(routes).filter(({ path }) => path.startsWith('/api/v1/'));
    expect(asked).toEqual(new Set(paths.map(({ method, path }) => `${method} ${path}`)));
  });

  test('shows all fields of the week', async () => {
    const [week = ''] = blocks('json');
    const [line = ''] = curlLines;
    const answer = (await (await answerTo(requestOfCurl(line))).json()) as object;
    expect(Object.keys(JSON.parse(week) as object)).toEqual(Object.keys(answer));
  });

  test.each([
    ['small', { runsInWidget: true, widgetFamily: 'small' }],
    ['medium', { runsInWidget: true, widgetFamily: 'medium' }],
    ['opened in the app', { runsInWidget: false }],
  ])('has a script for Scriptable that runs: %s [PD-78]', async (title, config) => {
    const [script = ''] = blocks('js');
    const { texts, image, shown } = await runInScriptable(filledIn(script), config);
    expect(shown).toBe(true);
    if (title === 'small') expect(texts).toEqual([expect.stringMatching(/^\$\d+\.\d\d$/), 'left this week']);
    else expect(image?.toString('latin1', 1, 4)).toBe('PNG');
  });

  test('has a script for Scriptable that shows why it has no week', async () => {
    const [script = ''] = blocks('js');
    const { texts } = await runInScriptable(script.replace(EXAMPLE_SERVER, server), { runsInWidget: true });
    expect(texts).toEqual(['Send a valid personal token. One that is revoked or expired no longer works.']);
  });

  test('has a sensor and a command for Home Assistant that work [PD-78]', async () => {
    const [secrets = '', configuration = ''] = blocks('yaml');
    const valueOf = (key: string, text = configuration) =>
      new RegExp(`^ *${key}: (.*)$`, 'm').exec(text)?.[1]?.replace(/^'(.*)'$/, '$1') ?? '';
    expect(valueOf('Authorization')).toBe('!secret oinkly_token');
    const headers = { Authorization: valueOf('oinkly_token', secrets) };
    const sensor = await answerTo({
      method: 'GET',
      url: valueOf('resource'),
      headers,
      body: undefined,
    });
    const week = (await sensor.json()) as object;
    const attributes = valueOf('json_attributes').slice(1, -1).split(', ');
    const state = /value_json\.(\w+)/.exec(valueOf('value_template'))?.[1];
    expect(Object.keys(week)).toEqual(expect.arrayContaining([state, ...attributes]));
    const command = await answerTo({
      method: valueOf('method').toUpperCase(),
      url: valueOf('url'),
      headers: { ...headers, 'Content-Type': valueOf('content_type') },
      body: valueOf('payload').replace('{{ text | tojson }}', JSON.stringify('12.50 Lidl')),
    });
    expect(await command.json()).toMatchObject({ name: 'Lidl', amount: 12.5 });
  });

  test('names only fields of the week in formulas for KWGT', () => {
    const [week = ''] = blocks('json');
    const [section = ''] = /KWGT, add a text.*$/m.exec(page) ?? [];
    const named = [...section.matchAll(/[`\s]\.(\w+)/g)].map(([, field]) => field);
    expect(named).toContain('left');
    expect(Object.keys(JSON.parse(week) as object)).toEqual(expect.arrayContaining(named));
  });
});

async function runInScriptable(
  script: string,
  config: object,
): Promise<{ texts: string[]; image: Buffer | undefined; shown: boolean }> {
  const seen: { texts: string[]; image: Buffer | undefined; shown: boolean } = {
    texts: [],
    image: undefined,
    shown: false,
  };
  class ScriptableRequest {
    headers: Record<string, string> = {};
    readonly #url: string;
    constructor(url: string) {
      this.#url = url;
    }
    async loadJSON(): Promise<unknown> {
      return (await fetch(this.#url, { headers: this.headers })).json();
    }
    async loadImage(): Promise<Buffer> {
      const answer = await fetch(this.#url, { headers: this.headers });
      return Buffer.from(await answer.arrayBuffer());
    }
  }
  class ListWidget {
    addText(text: string): object {
      seen.texts.push(text);
      return {};
    }
    set backgroundImage(image: Buffer) {
      seen.image = image;
    }
    async presentMedium(): Promise<void> {
      seen.shown = true;
    }
  }
  const globals = {
    config,
    Request: ScriptableRequest,
    ListWidget,
    Color: String,
    Font: { boldSystemFont: () => ({}) },
    Script: {
      setWidget: () => {
        seen.shown = true;
      },
      complete: () => undefined,
    },
  };
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>;
  await new AsyncFunction(...Object.keys(globals), script)(...Object.values(globals));
  return seen;
}
