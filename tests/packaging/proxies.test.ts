import { HttpBrowser } from '@oinkly/server/test-support/http-browser';
import { freePort, startedServer, type ServerProcess } from '@oinkly/server/test-support/server-process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { librariesIn } from '../../scripts/unpack-debian-packages.ts';
import { requireBrought } from '../require-brought.ts';

/** Unpacked by `scripts/bring-proxies.mjs`. */
const PROGRAMS = fileURLToPath(new URL('../.build/proxies/', import.meta.url));
const SHIPPED = fileURLToPath(new URL('../../packaging/proxies/', import.meta.url));
const A_WHILE = { timeout: 15_000, interval: 50 };
/** Just below the server's own limit for imports. */
const LARGE_BODY_BYTES = 6.9e6;
/** Another loopback address than the proxy's, so that the proxy is not the client. */
const CLIENT_ADDRESS = '127.0.0.2';
const FORGED_ADDRESS = '203.0.113.9';
const ANA = { email: 'ana@example.org', password: 'a quiet brass trumpet' };

interface Proxy {
  port: number;
  plainPort: number;
  /** The certificate to trust. */
  certificate(): Promise<string>;
}

requireBrought(PROGRAMS, 'bring-proxies');

describe.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
])('behind %s as shipped', { timeout: 60_000 }, (_name, startProxy) => {
  test('people log in over https, with closed cookies and their own addresses', async () => {
    const [port, plainPort, serverPort] = [await freePort(), await freePort(), await freePort()];
    const origin = `https://localhost:${port}`;
    const server = await startedServer({
      DATA_DIR: await newFolder('data-'),
      PORT: String(serverPort),
      PUBLIC_URL: origin,
      TRUSTED_PROXIES: '127.0.0.1',
    });
    onTestFinished(() => server.end('SIGTERM'));
    const proxy = await startProxy({ port, plainPort, serverPort });
    await trust(proxy);

    const plain = await fetch(`http://localhost:${plainPort}/friends?a=b`, { redirect: 'manual' });
    expect([301, 308]).toContain(plain.status);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/friends\?a=b$/);

    const login = await fetch(`${origin}/api/login`, { redirect: 'manual' });
    expect(login.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(login.headers.getSetCookie()[0]).toMatch(/^__Host-.*; Secure/);

    const ana = await new HttpBrowser().open(`${origin}/api/login`);
    await ana.open(ana.link('Create an account'));
    await ana.submit('Create an account', ANA, /localhost:\d+\/$/);
    expect(await ana.call('GET', `${origin}/api/auth/user`)).toMatchObject({ json: { email: ANA.email } });

    const refused = await send(port, '/api/login/callback', { 'x-forwarded-for': FORGED_ADDRESS });
    expect(refused.status).toBeLessThan(500);
    await expect.poll(() => networksOfFailedLogins(server)).toEqual([CLIENT_ADDRESS]);

    const upload = await fetch(`${origin}/api/imports`, {
      method: 'POST',
      headers: {
        cookie: ana.cookieHeader,
        'content-type': 'application/json',
        origin,
        'sec-fetch-site': 'same-origin',
      },
      body: JSON.stringify({ text: 'x'.repeat(LARGE_BODY_BYTES) }),
    });
    expect(await upload.json()).toMatchObject({ error_code: 'VALIDATION_FAILED' });

    const script = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(origin)).text())?.[0] ?? '';
    const through = await (await fetch(`${origin}${script}`)).bytes();
    expect(through).toEqual(await (await fetch(`http://localhost:${serverPort}${script}`)).bytes());
    expect(server.written()).not.toContain('Ignored X-Forwarded-For');
  });
});

interface Ports {
  port: number;
  plainPort: number;
  serverPort: number;
}

async function startNginx({ port, plainPort, serverPort }: Ports): Promise<Proxy> {
  const folder = await newFolder('nginx-');
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await promisify(execFile)(
    join(PROGRAMS, 'usr/bin/openssl'),
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ],
    { env: environment(folder) },
  );
  const shipped = await readFile(join(SHIPPED, 'nginx.conf'), 'utf8');
  const site = shipped
    .replaceAll(/listen \[::\].*\n/g, '')
    .replaceAll(/listen (80|443)/g, (_line, at) => `listen 127.0.0.1:${at === '80' ? plainPort : port}`)
    .replaceAll('oinkly.example;', 'localhost;')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  const config = join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    config,
    `${user} daemon off; error_log stderr; pid ${join(folder, 'pid')}; events {}
http { access_log off; ${temporary}\n${site} }`,
  );
  await start(join(PROGRAMS, 'usr/sbin/nginx'), ['-c', config, '-p', folder], folder, port);
  return { port, plainPort, certificate: () => readFile(certificate, 'utf8') };
}

async function startCaddy({ port, plainPort, serverPort }: Ports): Promise<Proxy> {
  const folder = await newFolder('caddy-');
  const shipped = await readFile(join(SHIPPED, 'Caddyfile'), 'utf8');
  const site = shipped
    .replace('oinkly.example {', 'localhost {\n\tbind 127.0.0.1')
    .replace('127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  const options = ['admin off', 'skip_install_trust', `http_port ${plainPort}`, `https_port ${port}`];
  const config = join(folder, 'Caddyfile');
  await writeFile(config, `{\n${options.join('\n')}\n}\n${site}`);
  await start(
    join(PROGRAMS, 'usr/bin/caddy'),
    ['run', '--config', config, '--adapter', 'caddyfile'],
    folder,
    port,
  );
  return {
    port,
    plainPort,
    certificate: () => readFile(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'),
  };
}

/** Resolves when it listens. */
async function start(program: string, args: string[], folder: string, port: number): Promise<void> {
  await mkdir(join(folder, 'caddy'), { recursive: true });
  const proxy = spawn(program, args, { env: environment(folder), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [proxy.stdout, proxy.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  onTestFinished(async () => {
    if (proxy.exitCode !== null) return;
    const ended = once(proxy, 'exit');
    proxy.kill('SIGTERM');
    await ended;
  });
  const isListening = async () => {
    if (proxy.exitCode !== null) throw new Error(`${program} ended:\n${output}`);
    return fetch(`https://localhost:${port}`).then(
      () => true,
      (error: unknown) => !(error instanceof Error && String(error.cause).includes('ECONNREFUSED')),
    );
  };
  await expect.poll(isListening, A_WHILE).toBe(true);
}

function environment(folder: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    LD_LIBRARY_PATH: librariesIn(PROGRAMS),
    OPENSSL_CONF: '/dev/null',
  };
}

async function trust(proxy: Proxy): Promise<void> {
  const before = getCACertificates('default');
  await expect.poll(() => proxy.certificate().catch(() => ''), A_WHILE).not.toBe('');
  setDefaultCACertificates([...before, await proxy.certificate()]);
  onTestFinished(() => setDefaultCACertificates(before));
}

/** From the client's own address. */
async function send(
  port: number,
  path: string,
  headers: IncomingHttpHeaders,
): Promise<{ status: number; body: string }> {
  const sent = request({
    ...{ host: '127.0.0.1', servername: 'localhost', localAddress: CLIENT_ADDRESS, port, path },
    headers: { ...headers, host: `localhost:${port}` },
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}

function networksOfFailedLogins(server: ServerProcess): string[] {
  return server
    .written()
    .split('\n')
    .filter((line) => line.includes('"login_failed"'))
    .map((line) => (JSON.parse(line) as { network: string }).network);
}

async function newFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
