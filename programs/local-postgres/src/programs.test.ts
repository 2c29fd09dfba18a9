import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseAccount } from './account.ts';
import { UnsupportedPlatformError } from './errors.ts';
import { findPackageFolder, preparePrograms } from './programs.ts';

let home: string;
let packageFolder: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'oinkly-test-'));
  await chmod(home, 0o755);
  packageFolder = join(home, 'checkout', 'package');
  const native = join(packageFolder, 'native');
  await mkdir(join(native, 'bin'), { recursive: true });
  await mkdir(join(native, 'lib'));
  await writeFile(join(packageFolder, 'package.json'), '{"version":"18.4.0-beta.17"}');
  await writeFile(join(native, 'bin', 'postgres'), '#!/bin/sh\ncat "$(dirname "$0")/../lib/link"\n', {
    mode: 0o755,
  });
  await writeFile(join(native, 'lib', 'library.so.1.2'), 'the library');
  await writeFile(
    join(native, 'pg-symlinks.json'),
    '[{"source":"native/lib/library.so.1.2","target":"native/lib/link"}]',
  );
});

afterEach(async () => {
  await chmod(join(packageFolder, 'native', 'lib'), 0o755);
  await rm(home, { recursive: true, force: true });
});

test('the links that npm leaves out are made at run time, in the package when it is writable', async () => {
  const programs = await preparePrograms(packageFolder, home, undefined);
  expect(programs).toMatchObject({
    postgres: join(packageFolder, 'native', 'bin', 'postgres'),
    majorVersion: 18,
  });
  expect((await promisify(execFile)(programs.postgres)).stdout).toBe('the library');
});

test('programs that cannot be used where they are get copied beside the data, once', async () => {
  const account = await chooseAccount(join(home, 'data'), () => undefined);
  // Root's checkout is closed to the unprivileged user; others may be read-only.
  if (account === undefined) await chmod(join(packageFolder, 'native', 'lib'), 0o555);
  else await chmod(join(home, 'checkout'), 0o700);

  const programs = await preparePrograms(packageFolder, home, account);
  expect(programs.postgres).toBe(join(home, 'postgres-programs-18.4.0-beta.17', 'native', 'bin', 'postgres'));
  expect((await promisify(execFile)(programs.postgres, { ...account, cwd: '/' })).stdout).toBe('the library');

  await writeFile(join(home, 'postgres-programs-18.4.0-beta.17', 'kept'), '');
  await preparePrograms(packageFolder, home, account);
  expect((await readdir(home)).sort()).toEqual(['checkout', 'postgres-programs-18.4.0-beta.17']);
  expect(await readdir(join(home, 'postgres-programs-18.4.0-beta.17'))).toContain('kept');
});

test('a system without a shipped PostgreSQL gets instructions', () => {
  expect(() => findPackageFolder('win32-x64')).toThrow(UnsupportedPlatformError);
  expect(() => findPackageFolder('win32-x64')).toThrow(/set DATABASE_URL/);
});
