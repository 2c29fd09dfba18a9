import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const MODULE = fileURLToPath(new URL('run-alone.mjs', import.meta.url));
const A_WHILE = { timeout: 20_000, interval: 20 };
const WAITS = 'Another start is preparing this folder. Waiting for it …\n';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alone-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

/** A process that holds the lock until a file `<name>-may-end` exists. Its program then writes to `log`. */
function start(name: string): { program: ChildProcess; said: () => string; ended: Promise<unknown> } {
  const work = `trap 'sleep 1; echo ${name} has tidied up >> log; exit 1' TERM
    echo $$ > ${name}-works; while [ ! -e ${name}-may-end ]; do sleep 0.05; done; echo ${name} >> log`;
  const script = `import { runAlone } from ${JSON.stringify(MODULE)};
    await runAlone('lock', (run) => run(['sh', '-c', ${JSON.stringify(work)}], { cwd: '.' }));`;
  const program = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
  let output = '';
  program.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  onTestFinished(() => void program.kill('SIGKILL'));
  return { program, said: () => output, ended: once(program, 'exit') };
}

const works = (name: string) => expect.poll(() => existsSync(join(folder, `${name}-works`)), A_WHILE);
const letEnd = (name: string) => writeFile(join(folder, `${name}-may-end`), '');

test('a second start says that it waits, and works after the first one', async () => {
  const first = start('first');
  await works('first').toBe(true);
  const second = start('second');
  await expect.poll(second.said, A_WHILE).toBe(WAITS);
  expect(existsSync(join(folder, 'second-works'))).toBe(false);
  await Promise.all([letEnd('first'), letEnd('second')]);
  expect(await Promise.all([first.ended, second.ended])).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(await readFile(join(folder, 'log'), 'utf8')).toBe('first\nsecond\n');
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test.each(['SIGKILL', 'SIGINT'] as const)(
  'after %s, others start when the program of the start has ended',
  async (signal) => {
    const ended = start('ended');
    await works('ended').toBe(true);
    ended.program.kill(signal);
    await Promise.all([letEnd('one'), letEnd('other')]);
    const [one, other] = [start('one'), start('other')];
    expect(await Promise.all([ended.ended, one.ended, other.ended])).toEqual([
      [null, signal],
      [0, null],
      [0, null],
    ]);
    const [first, ...rest] = (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n');
    expect([first, ...rest.sort()]).toEqual(['ended has tidied up', 'one', 'other']);
  },
);
