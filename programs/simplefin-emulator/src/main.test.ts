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
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readCommandLine } from './command-line.ts';
import { createControlClient } from './test-support/control-client.ts';
import { claim, claimUrlOf, readAccounts } from './test-support/test-server.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

type Program = ChildProcessByStdio<null, Readable, Readable>;

function run(file: string, ...args: string[]): Program {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function addressOf({ stdout }: Program): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    return line.replace('SimpleFIN emulator at ', '');
  }
  throw new Error('The program printed no address.');
}

describe('the program', () => {
  test('serves SimpleFIN and the control API, and ends at SIGTERM', async () => {
    const options = [
      '--data-file',
      temporaryDatabase(),
      '--control-secret',
      'mine',
      '--clock-offset-days=-3650',
    ];
    const child = run(program, '--port', '0', ...options);
    const url = await addressOf(child);
    const { setup_token: setupToken } = await createControlClient(url, 'mine').createSetupToken();
    expect(claimUrlOf(setupToken).startsWith(`${url}/claim/`)).toBe(true);
    const set = await readAccounts(await claim(setupToken));
    const tenYearsAgo = (Date.now() - 3649 * 86_400_000) / 1000;
    for (const account of set.accounts) {
      expect(account.transactions?.every(({ posted }) => posted < tenYearsAgo)).toBe(true);
    }
    expect((await fetch(`${url}/create`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('has no control API without a secret', async () => {
    const url = await addressOf(run(program, '--port', '0', '--data-file', ':memory:'));
    expect((await fetch(`${url}/control/tokens/list`, { method: 'POST' })).status).toBe(404);
  });

  test('names what it does not understand, and shows its usage', async () => {
    const child = run(program, '--prot', '4200');
    const [said, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(exit).toEqual([2, null]);
    expect(said).toContain('--prot');
    expect(await text(run(program, '--help').stdout)).toContain('--control-secret');
  });
});

test('the package that is built for elsewhere serves SimpleFIN without this repository', async () => {
  const folder = join(dirname(temporaryDatabase()), 'package');
  const build = fileURLToPath(new URL('../../../scripts/build-emulator.mjs', import.meta.url));
  execFileSync(process.execPath, [build, 'simplefin', folder]);
  const about: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { bin } = z.object({ bin: z.string() }).parse(about);
  const url = await addressOf(
    run(join(folder, bin), '--port', '0', '--data-file', ':memory:', '--control-secret', 'mine'),
  );
  const { setup_token: setupToken } = await createControlClient(url, 'mine').createSetupToken();
  expect((await readAccounts(await claim(setupToken))).accounts).toHaveLength(7);
}, 60_000);

describe('the arguments', () => {
  test('have defaults', () => {
    expect(readCommandLine([])).toEqual({
      host: '127.0.0.1',
      port: 4200,
      publicUrl: null,
      dataFile: 'simplefin-emulator.sqlite',
      clockOffsetMs: 0,
    });
  });

  test('can all be given', () => {
    const line =
      '--port 8080 --host :: --public-url https://bank.example/simplefin/ --data-file b.sqlite --control-secret mine ' +
      '--seed x --clock-offset-days=-7 --time-zone Europe/Berlin';
    expect(readCommandLine(line.split(' '))).toEqual({
      host: '::',
      port: 8080,
      publicUrl: 'https://bank.example/simplefin',
      dataFile: 'b.sqlite',
      controlSecret: 'mine',
      clockOffsetMs: -7 * 86_400_000,
      seed: 'x',
      timeZone: 'Europe/Berlin',
    });
  });

  test.each([
    ['--port', '65536'],
    ['--port', 'http'],
    ['--public-url', 'bank.example'],
    ['--control-secret', ''],
    ['--clock-offset-days', '1.5'],
    ['--time-zone', 'Middle/Earth'],
    ['--unknown', 'x'],
    ['stray'],
  ])('%s %s is refused', (...args) => {
    expect(() => readCommandLine(args)).toThrow(UsageError);
  });
});
