import { routes } from '@oinkly/contract/routes';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyDataFolder } from '../test-support/prepared-data-folder.ts';
import { freePort, startedServer, type ServerProcess } from '../test-support/server-process.ts';

/** `fetch` would tidy the addresses up. */
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guarded-'));
  await copyDataFolder(inject('preparedDataFolder'), dataDir);
  server = await startedServer({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    REQUESTS_PER_MINUTE: '1000000',
  });
});
afterAll(async () => {
  agent.destroy();
  await server.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

interface GuardedAddress {
  method: string;
  path: string;
}

/** All addresses that are not for anyone, of the app and of the programs beside it. */
const GUARDED: GuardedAddress[] = [
  ...Object.values(routes)
    .filter(({ access }) => access !== 'anyone')
    .map(({ method, path }) => ({ method, path: path.replaceAll(/:\w+/g, '1') })),
  { method: 'GET', path: '/simplefin-emulator/create' },
  { method: 'POST', path: '/simplefin-emulator/create' },
  { method: 'POST', path: '/simplefin-emulator/create/disable' },
  { method: 'GET', path: '/idp/account' },
  { method: 'POST', path: '/idp/account/password' },
  { method: 'GET', path: '/idp/account/authenticator-app' },
  { method: 'POST', path: '/idp/account/authenticator-app' },
  { method: 'POST', path: '/idp/account/authenticator-app/recovery-codes' },
  { method: 'POST', path: '/idp/account/authenticator-app/remove' },
];

/** The same address in other words, as a router and a guard may read it differently. */
function spellingsOf(path: string): string[] {
  const encoded = Array.from(path, (letter, index) =>
    /[a-z]/i.test(letter)
      ? `${path.slice(0, index)}%${letter.charCodeAt(0).toString(16)}${path.slice(index + 1)}`
      : null,
  ).filter((spelling) => spelling !== null);
  const afterSlash = (inserted: string) =>
    [...path.matchAll(/\//g)].map(
      ({ index }) => `${path.slice(0, index + 1)}${inserted}${path.slice(index + 1)}`,
    );
  return [
    path,
    ...encoded,
    path.toUpperCase(),
    ...afterSlash('/'),
    ...afterSlash('../'),
    ...afterSlash('x/../'),
    ...afterSlash('%2e/'),
    `${path}/`,
    `${path};x`,
  ];
}

async function answerTo(
  method: string,
  path: string,
): Promise<{ status: number; location: string; body: string }> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(method !== 'GET' && {
            'content-type':
              path.includes('idp') || path.includes('simplefin')
                ? 'application/x-www-form-urlencoded'
                : 'application/json',
          }),
        },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '', body }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(method === 'GET' ? undefined : 'bank=platypus');
  });
}

/** The welcome page leads back to the address, as the router read it. */
const withoutReturn = (page: string) => page.replaceAll(/returnTo=[^"]*/g, '');

test.each(GUARDED)(
  '$method $path stays guarded however its address is written [SEC-1] [SEC-30]',
  async ({ method, path }) => {
    const unknown = await answerTo('GET', '/nowhere');
    const open: string[] = [];
    for (const spelling of spellingsOf(path)) {
      const { status, location, body } = await answerTo(method, spelling);
      const isToLogin = [302, 303].includes(status) && /^\/(api\/login|idp\/|\?problem=)/.test(location);
      const isUnknownPage = method === 'GET' && withoutReturn(body) === withoutReturn(unknown.body);
      if (!(status >= 400 && status < 500) && !isToLogin && !isUnknownPage)
        open.push(`${spelling}: ${status} ${location} ${body.slice(0, 80)}`);
    }
    expect(open).toEqual([]);
  },
);
