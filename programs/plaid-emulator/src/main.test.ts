import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { UsageError } from '@oinkly/test-banks/program-options';
import { temporaryDatabase } from '@oinkly/test-banks/test-support/temporary-database';
import { Configuration, CountryCode, PlaidApi } from 'plaid';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readCommandLine } from './command-line.ts';
import { linkWith, syncEverything } from './test-support/official-client.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

type Program = ChildProcessByStdio<null, Readable, Readable>;

function run(...args: string[]): Program {
  return runFile(program, ...args);
}

function runFile(file: string, ...args: string[]): Program {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function linesOf({ stdout }: Program, count: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stdout })) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return lines;
}

function clientFor(basePath: string, clientId: string, secret: string): PlaidApi {
  // Without an address the client would call Plaid.
  expect(basePath).toMatch(/^http:\/\/127\.0\.0\.1:/);
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret };
  return new PlaidApi(new Configuration({ basePath, baseOptions: { headers, proxy: false } }));
}

describe('the program', () => {
  test('serves Plaid’s API with credentials that it prints, and ends at SIGTERM', async () => {
    const child = run('--port', '0', '--data-file', temporaryDatabase(), '--preparation-ms', '0');
    const [first = '', idLine = '', secretLine = ''] = await linesOf(child, 3);
    const origin = first.replace('Plaid emulator at ', '');
    const [, clientId = ''] = idLine.split('PLAID_CLIENT_ID=');
    const [, secret = ''] = secretLine.split('PLAID_SECRET=');
    const plaid = clientFor(origin, clientId, secret);
    const accessToken = await linkWith(plaid);
    expect((await syncEverything(plaid, accessToken)).added.length).toBeGreaterThan(2300);
    const { data } = await plaid.linkTokenCreate({
      client_name: 'Somebody',
      language: 'en',
      country_codes: [CountryCode.Us],
      user: { client_user_id: 'user-1' },
      access_token: accessToken,
      hosted_link: {},
    });
    expect(data.hosted_link_url?.startsWith(`${origin}/hosted-link/`)).toBe(true);
    expect((await fetch(data.hosted_link_url ?? '')).status).toBe(200);

    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }, 30_000);

  test('keeps to the clock and the credentials that it is given', async () => {
    const options = ['--client-id', 'me', '--secret', 'mine', '--clock-offset-days=-3650'];
    const child = run('--port', '0', '--data-file', ':memory:', '--preparation-ms', '0', ...options);
    const [first = ''] = await linesOf(child, 1);
    const plaid = clientFor(first.replace('Plaid emulator at ', ''), 'me', 'mine');
    const { added } = await syncEverything(plaid, await linkWith(plaid));
    const tenYearsAgo = new Date(Date.now() - 3649 * 86_400_000).toISOString().slice(0, 10);
    expect(added.every(({ date }) => date <= tenYearsAgo)).toBe(true);
  }, 30_000);

  test('names what it does not understand, and shows its usage', async () => {
    const child = run('--prot', '4100');
    const [said, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(exit).toEqual([2, null]);
    expect(said).toContain('--prot');
    const helped = run('--help');
    expect(await text(helped.stdout)).toContain('--clock-offset-days');
  }, 30_000);
});

test('the package that is built for elsewhere serves the API and Link without this repository', async () => {
  const folder = join(dirname(temporaryDatabase()), 'package');
  const build = fileURLToPath(new URL('../../../scripts/build-emulator.mjs', import.meta.url));
  execFileSync(process.execPath, [build, 'plaid', folder]);
  const { bin } = z
    .object({ bin: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const child = runFile(join(folder, bin), '--port', '0', '--data-file', ':memory:', '--preparation-ms', '0');
  const [first = '', idLine = '', secretLine = ''] = await linesOf(child, 3);
  const origin = first.replace('Plaid emulator at ', '');
  const [clientId, secret] = [idLine, secretLine].map((line) => line.split('=')[1] ?? '');
  const plaid = clientFor(origin, clientId ?? '', secret ?? '');
  expect((await syncEverything(plaid, await linkWith(plaid))).added.length).toBeGreaterThan(2300);
  const script = await fetch(`${origin}/link/v2/stable/link-initialize.js`);
  expect(await script.text()).toContain('window.Plaid');
}, 60_000);

describe('the arguments', () => {
  test('have defaults, with generated credentials', () => {
    const command = readCommandLine([]);
    expect(command).toMatchObject({
      host: '127.0.0.1',
      port: 4100,
      publicUrl: null,
      dataFile: 'plaid-emulator.sqlite',
      clockOffsetMs: 0,
      hasNewCredentials: true,
      enforcesLimits: false,
    });
    expect(command?.secret).toMatch(/^[0-9a-f]{30}$/);
    expect(readCommandLine([])?.secret).not.toBe(command?.secret);
  });

  test('can all be given', () => {
    const line =
      '--port 8080 --host :: --public-url https://bank.example/plaid/ --app-origins https://a.example,http://b.example:81 ' +
      '--data-file b.sqlite --client-id me --secret mine ' +
      '--seed x --clock-offset-days=-7 --time-zone Europe/Berlin --preparation-ms 1 --history-ms 2 --webhook-retry-ms 3 --limits';
    expect(readCommandLine(line.split(' '))).toEqual({
      host: '::',
      port: 8080,
      publicUrl: 'https://bank.example/plaid',
      appOrigins: ['https://a.example', 'http://b.example:81'],
      dataFile: 'b.sqlite',
      clientId: 'me',
      secret: 'mine',
      hasNewCredentials: false,
      clockOffsetMs: -7 * 86_400_000,
      seed: 'x',
      timeZone: 'Europe/Berlin',
      preparationMs: 1,
      historyMs: 2,
      webhookRetryMs: 3,
      enforcesLimits: true,
    });
  });

  test.each([
    ['--port', '65536'],
    ['--port', 'http'],
    ['--public-url', 'bank.example'],
    ['--app-origins', 'https://a.example/path'],
    ['--app-origins', 'a.example'],
    ['--clock-offset-days', '1.5'],
    ['--time-zone', 'Middle/Earth'],
    ['--preparation-ms', '-1'],
    ['--secret', 'alone'],
    ['--unknown', 'x'],
    ['stray'],
  ])('%s %s is refused', (...args) => {
    expect(() => readCommandLine(args)).toThrow(UsageError);
  });
});
