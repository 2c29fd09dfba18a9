import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { UsageError } from '@oinkly/test-banks/program-options';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readCommandLine } from './command-line.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

type Program = ChildProcessByStdio<null, Readable, Readable>;

function run(file: string, ...args: string[]): Program {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function addressOf({ stdout }: Program): Promise<string> {
  for await (const line of createInterface({ input: stdout })) return line.replace('Bank lab at ', '');
  throw new Error('The program printed no address.');
}

const folder = () => mkdtempSync(join(tmpdir(), 'bank-lab-'));

test('the program serves both services and the page, and ends at SIGTERM', async () => {
  const child = run(program, '--port', '0', '--data-folder', folder(), '--secret', 'mine');
  const url = await addressOf(child);
  expect(await (await fetch(url)).text()).toContain('<code>mine</code>');
  expect(await (await fetch(`${url}/simplefin/info`)).json()).toEqual({ versions: ['1', '2'] });
  const items = await fetch(`${url}/plaid/control/items/list`, {
    method: 'POST',
    headers: { 'plaid-client-id': 'bank-lab', 'plaid-secret': 'mine' },
  });
  expect(await items.json()).toMatchObject({ items: [] });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('the package that is built for elsewhere serves the page and Link without this repository', async () => {
  const out = join(folder(), 'package');
  const build = fileURLToPath(new URL('../../../scripts/build-emulator.mjs', import.meta.url));
  execFileSync(process.execPath, [build, 'lab', out]);
  expect(readFileSync(join(out, 'PLAID.md'), 'utf8')).toContain('/control/transactions/change');
  const about: unknown = JSON.parse(readFileSync(join(out, 'package.json'), 'utf8'));
  const { bin } = z.object({ bin: z.string() }).parse(about);
  const url = await addressOf(run(join(out, bin), '--port', '0', '--data-folder', ':memory:'));
  for (const path of ['/', '/lab.css', '/simplefin/create', '/plaid/link/v2/stable/link-initialize.js']) {
    expect((await fetch(url + path)).status, path).toBe(200);
  }
});

describe('a start that fails', () => {
  const startIn = async (...args: string[]) => {
    const child = run(program, ...args);
    const [said, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(exit).toEqual([1, null]);
    expect(said.trim().split('\n')).toHaveLength(1);
    return said;
  };

  test('on a busy port says so, and keeps the secret of the lab that runs', async () => {
    const dataFolder = folder();
    const url = await addressOf(run(program, '--port', '0', '--data-folder', dataFolder, '--secret', 'mine'));
    const said = await startIn('--port', new URL(url).port, '--data-folder', dataFolder, '--secret', 'other');
    expect(said).toContain('(EADDRINUSE): stop the program that does, or choose another --port');
    expect(readFileSync(join(dataFolder, 'lab.json'), 'utf8')).toContain('"secret":"mine"');
  });

  test('in a folder that it cannot write says so', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(await startIn('--port', '0', '--data-folder', file)).toContain(`The lab cannot write ${file}`);
    const dataFolder = folder();
    mkdirSync(join(dataFolder, 'lab.json.new'));
    expect(await startIn('--port', '0', '--data-folder', dataFolder)).toContain(
      'choose another --data-folder',
    );
  });
});

test('names what it does not understand, and shows its usage', async () => {
  const child = run(program, '--prot', '4300');
  const [said, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(exit).toEqual([2, null]);
  expect(said).toContain('--prot');
  expect(await text(run(program, '--help').stdout)).toContain('--data-folder');
});

describe('the arguments', () => {
  test('have defaults', () => {
    expect(readCommandLine([])).toEqual({
      host: '127.0.0.1',
      port: 4300,
      publicUrl: null,
      dataFolder: 'bank-lab-data',
      secret: null,
    });
  });

  test('can all be given', () => {
    const line =
      '--port 8080 --host :: --public-url http://lab.example:8080/ --data-folder :memory: --secret mine';
    expect(readCommandLine(line.split(' '))).toEqual({
      host: '::',
      port: 8080,
      publicUrl: 'http://lab.example:8080',
      dataFolder: null,
      secret: 'mine',
    });
  });

  test.each([
    ['--port', '65536'],
    ['--port', 'http'],
    ['--public-url', 'lab.example'],
    ['--public-url', 'https://lab.example/banks'],
    ['--data-folder', ''],
    ['--secret', 'two words'],
    ['stray'],
  ])('%s %s is refused', (...args) => {
    expect(() => readCommandLine(args)).toThrow(UsageError);
  });
});
