import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { routes } from '@oinkly/contract/routes';
import { CALENDAR_SCOPES, PROGRAM_SCOPES, type TokenScope } from '@oinkly/contract/token-scopes';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test-support/test-app.ts';

/* Runs what docs/recipes.md tells users to send. */

const EXAMPLE_SERVER = 'https://oinkly.example';
const EXAMPLE_TOKEN = 'oink_YOUR_TOKEN';
const EXAMPLE_CALENDAR = 'oink_YOUR_CALENDAR';
const page = await readFile(new URL('../../../../../docs/recipes.md', import.meta.url), 'utf8');
/** Of the whole page, or of the section with this heading. */
const blocks = (language: string, heading?: string) => {
  const text = heading === undefined ? page : sectionOf(heading);
  const found = text.matchAll(new RegExp('^ *```' + language + '\\n(.*?)^ *```$', 'gms'));
  return Array.from(found, ([, block = '']) => block);
};

function sectionOf(heading: string): string {
  const [, section] = page.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`The page has no section '${heading}'`);
  return section.split('\n## ')[0] ?? '';
}

/** The value of a key in YAML, without its quotes. */
const valueIn = (yaml: string, key: string) =>
  new RegExp(`^[ -]*${key}: (.*)$`, 'm').exec(yaml)?.[1]?.replace(/^'(.*)'$/, '$1') ?? '';

let t: TestApp;
let server: string;
let token: string;
let calendarToken: string;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  server = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  const ana = await t.signUp();
  await ana.send({ method: 'PUT', url: '/api/users', body: { weeklyBudget: 120 } });
  const create = async (scopes: readonly TokenScope[]) => {
    const answer = await ana.send({ method: 'POST', url: '/api/tokens', body: { name: 'Recipes', scopes } });
    return answer.json<{ token: string }>().token;
  };
  token = await create(PROGRAM_SCOPES);
  calendarToken = await create(CALENDAR_SCOPES);
});
afterAll(() => t.close());

const filledIn = (text: string) =>
  text
    .replaceAll(EXAMPLE_SERVER, server)
    .replaceAll(EXAMPLE_TOKEN, token)
    .replaceAll(EXAMPLE_CALENDAR, calendarToken);
const TYPES: Record<string, string> = { '.png': 'image/png', '.ics': 'text/calendar' };

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
    const type = TYPES[extname(new URL(request.url).pathname)] ?? 'application/json';
    expect(answer.headers.get('content-type')).toContain(type);
  });

  test('has a request to every route for personal tokens [PD-78]', () => {
    const asked = new Set(
      requests.map(
        ([, { method, url }]) => `${method} ${new URL(url).pathname.replace(EXAMPLE_CALENDAR, ':token')}`,
      ),
    );
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
    const [secrets = '', configuration = ''] = blocks('yaml', 'Home Assistant');
    const valueOf = (key: string, text = configuration) => valueIn(text, key);
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

  test('has a configuration for assistants that works, and lists their tools [PD-111]', async () => {
    const [, configuration = ''] = blocks('json');
    const { mcpServers } = JSON.parse(filledIn(configuration)) as {
      mcpServers: { oinkly: { url: string; headers: Record<string, string> } };
    };
    const { url, headers } = mcpServers.oinkly;
    const client = new Client({ name: 'recipes', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const { tools } = await client.listTools();
    await client.close();
    const listed = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    expect(listed).toEqual(tools.map(({ name }) => name));
  });

  test.each(['Homepage', 'Glance'])(
    'has a widget for %s that shows fields of the week [PD-78]',
    async (place) => {
      const [yaml = ''] = blocks('yaml', place);
      const week = (await (await askedBy(yaml)).json()) as Record<string, unknown>;
      const shown =
        place === 'Homepage'
          ? [...yaml.matchAll(/field: (\w+)/g)].map(([, field = '']) => [field, 'number'])
          : [...yaml.matchAll(/\.JSON\.(String|Float|Int) "(\w+)"/g)].map(([, type, field = '']) => [
              field,
              type === 'String' ? 'string' : 'number',
            ]);
      expect(shown.length).toBeGreaterThan(2);
      expect(shown.map(([field = '']) => [field, typeof week[field]])).toEqual(shown);
    },
  );

  test('has a picture for a display of 800 × 400 pixels [PD-78]', async () => {
    const [yaml = ''] = blocks('yaml', 'E-paper display (ESP32)');
    const png = Buffer.from(await (await askedBy(yaml)).arrayBuffer());
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      'PNG',
      800,
      400,
    ]);
  });

  test('has a blueprint for Home Assistant that uses what it asks for', () => {
    const blueprint = blocks('yaml', 'Home Assistant').at(-1) ?? '';
    const [, asked = ''] = /^ {2}input:\n(.*?)^\S/ms.exec(blueprint) ?? [];
    const names = [...asked.matchAll(/^ {4}(\w+):$/gm)].map(([, name]) => name);
    expect(names).toHaveLength(3);
    expect([...blueprint.matchAll(/!input (\w+)/g)].map(([, name]) => name).sort()).toEqual(names.sort());
  });

  test('has patterns that find amount and merchant in mails and notifications [PD-78]', async () => {
    const [mailPattern = '', mails = ''] = blocks('text', 'iPhone: your bank\u0027s mails (Mail automation)');
    const found = mails
      .trim()
      .split('\n')
      .map((line) => new RegExp(mailPattern.trim()).exec(line.trim())?.slice(1));
    expect(found).toEqual([
      ['12.50', 'CORNER CAFE'],
      ['1,012.50', 'LIDL #4711'],
      ['4.25', 'COFFEE BAR'],
    ]);
    for (const [amount, merchant] of found.map((groups) => groups ?? [])) {
      const answer = await answerTo({
        method: 'POST',
        url: `${EXAMPLE_SERVER}/api/v1/expenses`,
        headers: { Authorization: `Bearer ${EXAMPLE_TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ merchant, amount }),
      });
      expect(await answer.json()).toMatchObject({ amount: Number(amount?.replace(',', '')) });
    }
    const tasker = 'Android: expenses (Tasker)';
    const [walletPattern = ''] = blocks('text', tasker);
    const [, sample = ''] = /`(\$[^`]+)`/.exec(sectionOf(tasker)) ?? [];
    expect(new RegExp(walletPattern.trim()).exec(sample)?.[1]).toBe('12.50');
  });

  test('names only fields of the week in formulas for KWGT', () => {
    const [week = ''] = blocks('json');
    const [section = ''] = /KWGT, add a text.*$/m.exec(page) ?? [];
    const named = [...section.matchAll(/[`\s]\.(\w+)/g)].map(([, field]) => field);
    expect(named).toContain('left');
    expect(Object.keys(JSON.parse(week) as object)).toEqual(expect.arrayContaining(named));
  });
});

/** Sends what a configuration in YAML says. */
async function askedBy(yaml: string): Promise<Response> {
  const headers = { Authorization: valueIn(yaml, 'Authorization') };
  return answerTo({ method: 'GET', url: valueIn(yaml, 'url'), headers, body: undefined });
}

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
