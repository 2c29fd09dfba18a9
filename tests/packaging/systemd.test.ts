import { freePort, startedServer } from '@oinkly/server/test-support/server-process';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { requireBrought } from '../require-brought.ts';

/** Unpacked by `scripts/bring-systemd.mjs`. */
const SYSTEMD = fileURLToPath(new URL('../.build/systemd/', import.meta.url));
const UNIT = fileURLToPath(new URL('../../packaging/systemd/oinkly.service', import.meta.url));
/** In tenths, of systemd's scale from 0 (closed) to 10. */
const MAX_EXPOSURE = 20;

requireBrought(SYSTEMD, 'bring-systemd');

test('the unit is valid, and exposes at most 2.0 by systemd\u2019s scale', async () => {
  const system = await newFolder('systemd-');
  for (const folder of ['lib/systemd', 'usr/lib/systemd']) {
    if (existsSync(join(SYSTEMD, folder))) {
      await cp(join(SYSTEMD, folder), join(system, folder), { recursive: true, verbatimSymlinks: true });
    }
  }
  await mkdir(join(system, 'etc/systemd/system'), { recursive: true });
  await copyFile(UNIT, join(system, 'etc/systemd/system/oinkly.service'));
  await mkdir(join(system, 'opt/oinkly/bin'), { recursive: true });
  await writeFile(join(system, 'opt/oinkly/bin/oinkly'), '#!/bin/sh\n');
  await chmod(join(system, 'opt/oinkly/bin/oinkly'), 0o755);

  const analyze = async (...args: string[]) =>
    promisify(execFile)(join(SYSTEMD, 'usr/bin/systemd-analyze'), args, { env: await withLibraries() });
  expect(await analyze('verify', `--root=${system}`, 'oinkly.service')).toEqual({ stdout: '', stderr: '' });
  const security = ['security', '--offline=true', `--root=${system}`, `--threshold=${MAX_EXPOSURE}`];
  expect((await analyze(...security, 'oinkly.service')).stdout).toContain('Overall exposure level');
});

test('a server started by systemd says when it is ready', { timeout: 60_000 }, async () => {
  const dataDir = await newFolder('data-');
  const socket = join(await newFolder('notify-'), 'socket');
  const program = `use Socket; socket(my $s, PF_UNIX, SOCK_DGRAM, 0) or die; bind($s, sockaddr_un($ARGV[0])) or die;
    $| = 1; print "listening\\n"; while (defined recv($s, my $message, 4096, 0)) { print $message }`;
  const manager = spawn('perl', ['-e', program, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void manager.kill('SIGKILL'));
  let said = '';
  manager.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await expect.poll(() => said).toBe('listening\n');

  const programs = ['bin', 'usr/bin'].map((folder) => join(SYSTEMD, folder)).join(delimiter);
  const server = await startedServer({
    ...(await withLibraries()),
    PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    NOTIFY_SOCKET: socket,
  });
  onTestFinished(() => server.end('SIGTERM'));
  await expect.poll(() => said, { timeout: 10_000 }).toContain('READY=1');
  expect(server.written()).not.toContain('systemd');
});

async function withLibraries(): Promise<Record<string, string>> {
  const folders = (await readdir(join(SYSTEMD, 'usr/lib'))).filter((name) => name.endsWith('-linux-gnu'));
  const libraries = folders.flatMap((name) => [
    join(SYSTEMD, 'usr/lib', name),
    join(SYSTEMD, 'usr/lib', name, 'systemd'),
  ]);
  return { LD_LIBRARY_PATH: libraries.join(delimiter) };
}

async function newFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
