import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readSbom, shippedParts } from '../read-sbom.ts';
import { Container, copyImage, newVolume, readImageConfig, readService } from './image.ts';

const MAX_IMAGE_BYTES = 250e6;
const DEFAULT_USER = 10_001;
/** As with `--user 54321`: the image has no name for it. */
const ANY_USER = 54_321;
const ANA = { email: 'ana@example.org', password: 'a quiet brass trumpet' };
const HOME = /localhost:\d+\/$/;

describe('the image', { timeout: 120_000 }, () => {
  let image: string;
  beforeAll(async () => {
    image = await copyImage();
  }, 60_000);
  afterAll(() => rm(dirname(image), { recursive: true }));

  test('takes at most 250 MB and contains no sources, package manager or secrets', async () => {
    const entries = await readdir(image, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const sizes = await Promise.all(files.map(async (file) => (await lstat(file)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_IMAGE_BYTES);
    expect(files.filter((file) => /\.(ts|tsx|map|env|pem|key)$|\/(npm|apt|dpkg)$/.test(file))).toEqual([]);
    // No other user may start programs as root in it.
    const rights = await Promise.all(files.map(async (file) => (await lstat(file)).mode & 0o6002));
    expect(new Set(rights)).toEqual(new Set([0]));
  });

  test('lists every part with its version in CycloneDX form', async () => {
    const names = readSbom(await readFile(join(image, 'opt/oinkly/sbom.cdx.json'), 'utf8'));
    expect(names).toEqual(expect.arrayContaining([...shippedParts(), 'libc6']));
    expect(names).not.toContain('vitest');
  });

  test('starts on a read-only root, and keeps accounts over orderly restarts', async () => {
    const volume = await volumeFor(image);
    const first = await started(image, volume, DEFAULT_USER);
    const ana = await new HttpBrowser().open(`${first.origin}/api/login`);
    await ana.open(ana.link('Create an account'));
    await ana.submit('Create an account', ANA, HOME);
    expect((await ana.call('GET', `${first.origin}/api/auth/user`)).status).toBe(200);
    // The pictures' libraries are native.
    expect(await typeOfPicture(ana, first)).toBe('image/png');
    expect(await first.stop()).toBe(0);

    for (const attempt of [1, 2, 3]) {
      const next = await started(image, volume, DEFAULT_USER);
      const again = await new HttpBrowser().open(`${next.origin}/api/login`);
      await again.submit('Log in', ANA, HOME);
      const user = await again.call('GET', `${next.origin}/api/auth/user`);
      expect(user, `start ${attempt}`).toMatchObject({ json: { email: ANA.email } });
      expect(await next.stop()).toBe(0);
    }
  });

  test('stops in order when the signal arrives during its start', async () => {
    const volume = await volumeFor(image);
    await (await started(image, volume, DEFAULT_USER)).stop();
    const container = await Container.start(image, volume, DEFAULT_USER, { isAwaited: false });
    onTestFinished(async () => {
      await container.stop();
    });
    expect(await container.stop()).toBe(0);
    expect(await readdir(volume)).not.toContain('postgres.owner');
  });

  test('runs as any user on a new volume, with its health check and admin commands', async () => {
    const container = await started(image, await volumeFor(image), ANY_USER);
    const [kind, ...healthCheck] = readImageConfig().Healthcheck.Test;
    expect(kind).toBe('CMD');
    expect(await container.run(...healthCheck)).toMatchObject({ code: 0 });
    expect(await container.run('admin', 'users')).toMatchObject({ code: 0 });
    const identity = await container.run(
      'node',
      '--eval',
      'console.log(process.getuid(), require("fs").readFileSync("/proc/1/status", "utf8").match(/CapEff:\\s*(\\S+)/)[1])',
    );
    expect(identity).toEqual({ code: 0, output: `${ANY_USER} 0000000000000000\n` });
    const written = await container.run('sh', '-c', 'echo > /opt/oinkly/file');
    expect(written.code).toBe(2);
    expect(written.output).toContain('Read-only file system');
    expect(await container.stop()).toBe(0);
  });

  test.each(['compose.yaml', 'compose.postgresql.yaml'] as const)(
    '%s gives it the rights of these tests, and its own user and health check',
    (file) => {
      const { read_only, cap_drop, security_opt, tmpfs, user, healthcheck } = readService(file);
      expect({ read_only, cap_drop, security_opt, tmpfs, user, healthcheck }).toEqual({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp'],
        user: undefined,
        healthcheck: undefined,
      });
    },
  );

  test('runs without rights by default, and stops on the signal that the server knows', () => {
    const { User, Volumes, StopSignal } = readImageConfig();
    expect({ User, Volumes, StopSignal }).toEqual({
      User: `${DEFAULT_USER}:${DEFAULT_USER}`,
      Volumes: { '/data': {} },
      StopSignal: 'SIGTERM',
    });
  });
});

async function volumeFor(image: string): Promise<string> {
  const volume = await newVolume(image);
  onTestFinished(() => rm(dirname(volume), { recursive: true }));
  return volume;
}

async function started(image: string, volume: string, user: number): Promise<Container> {
  const container = await Container.start(image, volume, user);
  onTestFinished(async () => {
    await container.stop();
  });
  return container;
}

async function typeOfPicture(browser: HttpBrowser, { origin }: Container): Promise<string | null> {
  const answer = await fetch(`${origin}/api/map-share/picture.png?format=link`, {
    headers: { cookie: browser.cookieHeader },
  });
  await answer.body?.cancel();
  return answer.headers.get('content-type');
}
