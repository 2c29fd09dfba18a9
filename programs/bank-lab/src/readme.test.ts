import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { usage } from './command-line.ts';
import { clientId } from './index.ts';
import { scenarios } from './scenarios/all-scenarios.ts';
import { servicesOf } from './scenarios/scenario.ts';
import { startTestLab } from './test-support/test-lab.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const jsonObject = z.record(z.string(), z.unknown());
const host = '127.0.0.1:4300';

const examples = [...readme.matchAll(/^(plaid|simplefin|lab) (\/\S+) '([^']*)'$/gm)].map(
  ([, command = '', path = '', json = '']) => ({ command, path, json }),
);

const lineOf = (start: string) => readme.split('\n').find((line) => line.startsWith(start)) ?? '';
const claimLine = lineOf('access=');
const readLine = lineOf('curl -s "$access');

/** The address that the lines of a shell give to curl. */
function addressOf(...lines: string[]): string {
  const script = ['curl() { for last; do :; done; echo "$last"; }', ...lines].join('\n');
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim();
}

test('every call of the tour works as printed, with the previous answers', async () => {
  const { app, secret } = await startTestLab();
  const send = (url: string, headers: Record<string, string>, payload?: object) =>
    app.inject({ method: 'POST', url, headers: { host, ...headers }, payload });
  const commands = new Map<string, [root: string, headers: Record<string, string>]>([
    ['plaid', ['/plaid', { 'plaid-client-id': clientId, 'plaid-secret': secret }]],
    ['simplefin', ['/simplefin/control', { authorization: `Bearer ${secret}` }]],
    ['lab', ['', {}]],
  ]);
  const known: Record<string, unknown> = {};
  expect(examples.length).toBeGreaterThan(10);
  for (const { command, path, json } of examples) {
    const [root, headers] = commands.get(command) ?? ['', {}];
    const body = JSON.parse(json, (key, value: unknown) => (value === '…' ? known[key] : value)) as object;
    let answer = await send(root + path, headers, body);
    // The bank prepares a new item for some milliseconds.
    while (
      answer.json<{ transactions_update_status?: string }>().transactions_update_status === 'NOT_READY'
    ) {
      // Plaid's limits count these calls.
      await delay(200);
      answer = await send(root + path, headers, body);
    }
    expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
    Object.assign(known, jsonObject.parse(answer.json()));
    // The two lines behind it claim the token and read its accounts.
    if (path === '/tokens/create') {
      const claimUrl = addressOf(claimLine.replace('…', String(known['setup_token'])), 'echo "$access"');
      const claimed = await send(new URL(claimUrl).pathname, { 'content-length': '0' });
      expect(claimed.statusCode, claimUrl).toBe(200);
      const url = new URL(addressOf(`access='${claimed.body}'`, readLine));
      expect(Number(url.searchParams.get('start-date'))).toBeCloseTo(Date.now() / 1000 - 30 * 86_400, -2);
      const authorization = `Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}`;
      const read = await app.inject({ url: url.pathname + url.search, headers: { host, authorization } });
      expect(read.statusCode, read.body).toBe(200);
    }
  }
});

test('the README names every scenario with its services, and no other', () => {
  const names = { plaid: 'Plaid', simplefin: 'SimpleFIN' };
  const rows = [...readme.matchAll(/^\| `([a-z0-9-]+)` +\| ((?:Plaid|SimpleFIN)[^|]*?) +\|/gm)];
  expect(rows.map(([, id, services]) => [id, services])).toEqual(
    scenarios.map((scenario) => [
      scenario.id,
      servicesOf(scenario)
        .map((service) => names[service])
        .join(', '),
    ]),
  );
});

test('the README explains every option of the program', () => {
  const options = [...usage.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = '']) => name);
  expect(options).toHaveLength(6);
  for (const name of options) if (name !== '--help') expect(readme).toContain(`\`${name}\``);
});
