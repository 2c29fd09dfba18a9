import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';

test('what takes long says every ten seconds that it goes on', async () => {
  const { aloud } = (await import(new URL('project.mjs', import.meta.url).href)) as {
    aloud: <T>(what: string, work: () => Promise<T>, say: (text: string) => void) => Promise<T>;
  };
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const work = Promise.withResolvers<string>();
  const saying = aloud(
    'Installing',
    () => work.promise,
    (text) => said.push(text),
  );
  await vi.advanceTimersByTimeAsync(25_000);
  work.resolve('done');
  expect(await saying).toBe('done');
  await vi.advanceTimersByTimeAsync(25_000);
  expect(said).toEqual(['Installing …', 'Installing … (10 s)', 'Installing … (20 s)']);
});

const SCRIPTS = fileURLToPath(new URL('.', import.meta.url));
const NOBODY = 65_534;

test('a stale checkout that cannot be written to is refused in one sentence', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'checkout-'));
  onTestFinished(() => rm(checkout, { recursive: true }));
  await cp(SCRIPTS, join(checkout, 'scripts'), { recursive: true });
  await mkdir(join(checkout, 'apps'));
  await writeFile(join(checkout, 'package-lock.json'), '{}');
  await chmod(checkout, 0o555);
  // Root ignores permissions.
  const isRoot = process.getuid?.() === 0;
  const started = promisify(execFile)(process.execPath, [join(checkout, 'scripts/start.mjs')], {
    cwd: '/',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `The dependencies are missing or out of date, and ${checkout}/ is read-only (EACCES): run "npm start" once with write access.\n`,
  });
});
