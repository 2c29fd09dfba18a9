import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { OpenIdClient, type OpenIdSettings } from './openid-client.ts';

/** How an issuer behaves. */
interface Manner {
  authMethods?: string[];
  prompts?: string[];
  inIdToken?: object;
  idToken?: (from: { issuer: string; nonce: string }) => string | Promise<string>;
  /** Claims at the UserInfo endpoint, if any. */
  apart?: object;
  who?: Parameters<OpenIdClient['begin']>[0];
  settings?: Pick<OpenIdSettings, 'scopes' | 'requiredClaim'>;
}

const key = await generateKeyPair('RS256');

/** Ana's ID token for five minutes; an undefined claim is removed. */
async function signed(claims: Record<string, unknown>, secret?: Uint8Array): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const token = new SignJWT({ aud: 'app', sub: 'ana', iat: now, exp: now + 300, ...claims });
  return secret
    ? token.setProtectedHeader({ alg: 'HS256' }).sign(secret)
    : token.setProtectedHeader({ alg: 'RS256' }).sign(key.privateKey);
}

async function loginAt(manner: Manner) {
  const { authMethods, prompts, inIdToken, idToken, apart, who = 'any-user', settings = {} } = manner;
  const shown: { header?: string; body?: string } = {};
  let nonce = '';
  const note = async (request: IncomingMessage) => {
    const header = request.headers.authorization;
    const body = new URLSearchParams(await text(request)).get('client_secret');
    if (header !== undefined) shown.header = Buffer.from(header.replace('Basic ', ''), 'base64').toString();
    if (body !== null) shown.body = body;
  };
  const answers: Record<string, (request: IncomingMessage) => object | Promise<object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      token_endpoint_auth_methods_supported: authMethods,
      prompt_values_supported: prompts,
      ...(apart && { userinfo_endpoint: `${issuer}/me` }),
    }),
    '/token': async (request) => {
      await note(request);
      const made = idToken ? idToken({ issuer, nonce }) : signed({ iss: issuer, nonce, ...inIdToken });
      return { access_token: 'opens-me', token_type: 'Bearer', id_token: await made };
    },
    '/keys': async () => ({ keys: [{ ...(await exportJWK(key.publicKey)), alg: 'RS256' }] }),
    '/me': (request) => (request.headers.authorization === 'Bearer opens-me' && apart) || {},
  };
  const server = createServer((request, response) => {
    void Promise.resolve(answers[request.url ?? '']?.(request)).then((body) =>
      response
        .writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(body ?? {})),
    );
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
    ...settings,
  });
  const { url, pending } = await client.begin(who);
  nonce = pending.nonce;
  const answer = client.finish(`?code=c&state=${pending.state}`, pending);
  const outcome = await answer.then(
    ({ subject, email }) => ({ subject, email }),
    (error: unknown) => error,
  );
  return { shown, outcome, client, asked: url.searchParams };
}

const EMAIL = { email: 'ana@example.org' };

test.each([
  ['in the body or the header', ['client_secret_basic', 'client_secret_post'], { body: 'top secret' }],
  ['in the header only', ['client_secret_basic'], { header: 'app:top+secret' }],
  ['in ways that it does not tell', undefined, { header: 'app:top+secret' }],
])('the secret is shown as the issuer takes it: %s [PD-50]', async (_what, authMethods, shown) => {
  const signedIn = await loginAt({ ...(authMethods && { authMethods }), inIdToken: EMAIL });
  expect(signedIn).toMatchObject({ outcome: { subject: 'ana', ...EMAIL } });
  expect(signedIn.shown).toEqual(shown);
});

test.each([
  ['a new user, and can', 'new-user', ['none', 'create'], 'create'],
  ['a new user, and cannot', 'new-user', ['none', 'login'], null],
  ['a new user, and does not say what it can', 'new-user', undefined, null],
  ['any user', 'any-user', ['none', 'create'], null],
] as const)(
  'an issuer is asked to have an account created where it gets %s [WEL-2] [PD-50]',
  async (_what, who, prompts, prompt) => {
    const signedIn = await loginAt({ who, ...(prompts && { prompts: [...prompts] }), inIdToken: EMAIL });
    expect(signedIn.outcome).toEqual({ subject: 'ana', ...EMAIL });
    expect(signedIn.asked.get('prompt')).toBe(prompt);
  },
);

test.each([
  ['in the ID token', { inIdToken: EMAIL }],
  ['at its UserInfo endpoint alone, as the standard has it', { apart: { sub: 'ana', ...EMAIL } }],
  [
    'at its UserInfo endpoint, and nonsense in the ID token',
    { inIdToken: { email: 7 }, apart: { sub: 'ana', ...EMAIL } },
  ],
  ['in both', { inIdToken: EMAIL, apart: { sub: 'ana', email: 'other@example.org' } }],
])('reads the email from where the issuer sends it: %s [PD-50]', async (_what, manner) => {
  expect((await loginAt(manner)).outcome).toEqual({ subject: 'ana', ...EMAIL });
});

test.each([
  ['gives no email', {}],
  ['tells none at its UserInfo endpoint either', { apart: { sub: 'ana' } }],
  ['tells something else for one', { inIdToken: { email: { at: 'home' } } }],
  ['tells nothing in it', { inIdToken: { email: '' } }],
  ['tells one that moves the cursor', { inIdToken: { email: 'ana\u001b[2J@example.org' } }],
  ['tells one of two lines', { apart: { sub: 'ana', email: 'ana@example.org\u2028bo@example.org' } }],
  ['tells a book for one', { inIdToken: { email: `${'a'.repeat(320)}@example.org` } }],
  ['reports another user there', { apart: { sub: 'bo', ...EMAIL } }],
])('an issuer that %s logs no user in [SEC-4]', async (_what, manner) => {
  expect((await loginAt(manner)).outcome).toMatchObject({ code: 'LOGIN_FAILED' });
});

test.each<[string, NonNullable<Manner['idToken']>]>([
  ['is for another app', ({ issuer, nonce }) => signed({ ...EMAIL, iss: issuer, nonce, aud: 'other' })],
  ['has no audience', ({ issuer, nonce }) => signed({ ...EMAIL, iss: issuer, nonce, aud: undefined })],
  [
    'was made for another of several apps',
    ({ issuer, nonce }) => signed({ ...EMAIL, iss: issuer, nonce, aud: ['app', 'other'], azp: 'other' }),
  ],
  ['is another issuer’s', ({ nonce }) => signed({ ...EMAIL, iss: 'https://issuer.example', nonce })],
  [
    'names its issuer with a slash more',
    ({ issuer, nonce }) => signed({ ...EMAIL, iss: `${issuer}/`, nonce }),
  ],
  ['names no issuer', ({ nonce }) => signed({ ...EMAIL, nonce })],
  ['is from another log-in', ({ issuer }) => signed({ ...EMAIL, iss: issuer, nonce: 'another' })],
  ['is from no log-in', ({ issuer }) => signed({ ...EMAIL, iss: issuer })],
  ['names no user', ({ issuer, nonce }) => signed({ ...EMAIL, iss: issuer, nonce, sub: undefined })],
  ['has run out', ({ issuer, nonce }) => signed({ ...EMAIL, iss: issuer, nonce, exp: 1 })],
  ['never runs out', ({ issuer, nonce }) => signed({ ...EMAIL, iss: issuer, nonce, exp: undefined })],
  [
    'has no signature',
    async ({ issuer, nonce }) => {
      const [, claims = ''] = (await signed({ ...EMAIL, iss: issuer, nonce })).split('.');
      return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    },
  ],
  [
    // A published key could be taken for such a secret.
    'is signed with a secret where keys are used',
    ({ issuer, nonce }) => signed({ ...EMAIL, iss: issuer, nonce }, Buffer.from('top secret'.padEnd(32))),
  ],
])('an ID token that %s logs no user in [SEC-4]', async (_what, idToken) => {
  expect((await loginAt({ idToken })).outcome).toMatchObject({ code: 'LOGIN_FAILED' });
});

test('an issuer without a page for signing out leaves the browser here [PD-50]', async () => {
  const { client } = await loginAt({ inIdToken: EMAIL });
  expect(await client.endSessionUrl('id-token', new URL('http://localhost:3000/'))).toBeNull();
});

test('the issuer is asked for the scopes that the operator sets [PD-50]', async () => {
  const asked = async (settings: Manner['settings']) =>
    (await loginAt({ inIdToken: EMAIL, ...(settings && { settings }) })).asked.get('scope');
  expect(await asked({})).toBe('openid email profile');
  expect(await asked({ scopes: 'openid email groups' })).toBe('openid email groups');
});

const ONLY_GROUP = { requiredClaim: { name: 'groups', value: 'oinkly' } };

test.each([
  ['a list in the ID token', { inIdToken: { ...EMAIL, groups: ['family', 'oinkly'] } }],
  ['one value in the ID token', { inIdToken: { ...EMAIL, groups: 'oinkly' } }],
  ['the UserInfo endpoint', { inIdToken: EMAIL, apart: { sub: 'ana', groups: ['oinkly'] } }],
])('a required claim is found in %s [SEC-4]', async (_where, manner) => {
  const { outcome } = await loginAt({ ...manner, settings: ONLY_GROUP });
  expect(outcome).toEqual({ subject: 'ana', ...EMAIL });
});

test.each([
  ['without the claim', { inIdToken: EMAIL }],
  ['with other values', { inIdToken: { ...EMAIL, groups: ['family', 'oinkly-guests'] } }],
  ['with a longer text', { inIdToken: { ...EMAIL, groups: 'family oinkly' } }],
  [
    'with the value only apart from the ID token, which has others',
    { inIdToken: { ...EMAIL, groups: [] }, apart: { sub: 'ana', groups: ['oinkly'] } },
  ],
])('a user %s is refused if a claim is required [SEC-4]', async (_how, manner) => {
  const { outcome } = await loginAt({ ...manner, settings: ONLY_GROUP });
  expect(outcome).toMatchObject({ code: 'USER_NOT_ALLOWED' });
});

test('a required claim may be true [SEC-4]', async () => {
  const settings = { requiredClaim: { name: 'email_verified', value: 'true' } };
  expect((await loginAt({ inIdToken: { ...EMAIL, email_verified: true }, settings })).outcome).toMatchObject(
    EMAIL,
  );
  expect((await loginAt({ inIdToken: { ...EMAIL, email_verified: false }, settings })).outcome).toMatchObject(
    {
      code: 'USER_NOT_ALLOWED',
    },
  );
});
