import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

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

test('a start installs only what runs and builds, and accepts what tests installed', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'checkout-'));
  onTestFinished(() => rm(checkout, { recursive: true }));
  await cp(SCRIPTS, join(checkout, 'scripts'), { recursive: true });
  await writeFile(join(checkout, 'package-lock.json'), '{}');
  const npm = join(checkout, 'npm.cjs');
  // It installs the pinned Node and notes how it was called.
  await writeFile(
    npm,
    `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('node_modules/node/bin', { recursive: true });
    writeFileSync('node_modules/node/bin/node', '');
    appendFileSync('calls', process.argv[3] + '\\n');`,
  );
  const install = `const { installIfNeeded } = await import('./scripts/project.mjs');`;
  const installs = async (calls: string) => {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', install + calls], {
      cwd: checkout,
      env: { ...process.env, npm_execpath: npm },
    });
    return (await readFile(join(checkout, 'calls'), 'utf8')).trim().split('\n');
  };
  expect(await installs('await installIfNeeded(); await installIfNeeded();')).toEqual(['--omit=dev']);
  const both = ['--omit=dev', '--include=dev'];
  expect(await installs('await installIfNeeded({ all: true });')).toEqual(both);
  expect(await installs('await installIfNeeded(); await installIfNeeded({ all: true });')).toEqual(both);
});
