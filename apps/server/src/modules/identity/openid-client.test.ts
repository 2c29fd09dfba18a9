import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { OpenIdClient } from './openid-client.ts';

/** How the app shows its secret to an issuer that says it takes it in these ways. */
async function secretShownTo(
  methods: string[] | undefined,
): Promise<{ header: string | null; body: string | null }> {
  let shown: { header: string | null; body: string | null } = { header: null, body: null };
  const note = async (request: IncomingMessage) => {
    const header = request.headers.authorization?.replace('Basic ', '');
    shown = {
      header: header === undefined ? null : Buffer.from(header, 'base64').toString(),
      body: new URLSearchParams(await text(request)).get('client_secret'),
    };
  };
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'GET') {
      answer(200, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        token_endpoint_auth_methods_supported: methods,
      });
    } else void note(request).then(() => answer(400, { error: 'invalid_grant' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new OpenIdClient({
    issuer: new URL(issuer),
    clientId: 'app',
    clientSecret: 'top secret',
    redirectUri: 'http://localhost:3000/api/login/callback',
    loopbackOrigin: null,
  });
  const { pending } = await client.begin();
  await expect(client.finish(`?code=c&state=${pending.state}`, pending)).rejects.toMatchObject({
    code: 'LOGIN_FAILED',
  });
  return shown;
}

test.each([
  [
    'in the body or the header',
    ['client_secret_basic', 'client_secret_post'],
    { header: null, body: 'top secret' },
  ],
  ['in the header only', ['client_secret_basic'], { header: 'app:top+secret', body: null }],
  ['in ways it does not tell', undefined, { header: 'app:top+secret', body: null }],
])('the secret is shown as the issuer takes it: %s [PD-50]', async (_what, methods, shown) => {
  expect(await secretShownTo(methods)).toEqual(shown);
});
