import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../../../errors/app-error.ts';
import { PlaidWebhooks, type PlaidKey } from './plaid-webhooks.ts';

const NOW = new Date('2026-06-05T19:00:00Z');
const BODY = JSON.stringify(
  { webhook_type: 'TRANSACTIONS', webhook_code: 'SYNC_UPDATES_AVAILABLE', item_id: 'item-1' },
  null,
  2,
);

let key: CryptoKey;
let jwk: JWK;
let fetched: string[];
let webhooks: PlaidWebhooks;
let now: Date;
let keys: Map<string, PlaidKey>;

beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true });
  [key, jwk] = [pair.privateKey, await exportJWK(pair.publicKey)];
});
beforeEach(() => {
  fetched = [];
  now = NOW;
  keys = new Map([['key-1', { ...jwk, expired_at: null }]]);
  const fetchKey = async (keyId: string) => {
    fetched.push(keyId);
    await setImmediate();
    return keys.get(keyId) ?? null;
  };
  webhooks = new PlaidWebhooks(fetchKey, () => now);
});

interface Signing {
  body?: string;
  keyId?: string | null;
  ageS?: number;
  signer?: CryptoKey;
  claim?: object;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function sign({
  body = BODY,
  keyId = 'key-1',
  ageS = 0,
  signer = key,
  claim,
}: Signing = {}): Promise<string> {
  return new SignJWT({ ...(claim ?? { request_body_sha256: sha256(body) }) })
    .setProtectedHeader({ alg: 'ES256', ...(keyId !== null && { kid: keyId }) })
    .setIssuedAt(now.getTime() / 1000 - ageS)
    .sign(signer);
}

const read = (token: string | undefined, body = BODY) => webhooks.read(token, Buffer.from(body));

async function expectRefused(attempt: Promise<unknown>): Promise<void> {
  await expect(attempt).rejects.toSatisfy(
    (error) => error instanceof AppError && error.code === 'WEBHOOK_REFUSED',
  );
}

test('a message that Plaid has signed is believed, and its key is asked for once [SEC-10]', async () => {
  expect(await read(await sign())).toEqual({ kind: 'changes', providerConnectionId: 'item-1' });
  expect(await read(await sign({ ageS: 299 }))).toEqual({ kind: 'changes', providerConnectionId: 'item-1' });
  expect(fetched).toEqual(['key-1']);
});

describe('refused [SEC-10]', () => {
  test('a message without a token, or with something else', async () => {
    await expectRefused(read(undefined));
    await expectRefused(read('a.b.c'));
    expect(fetched).toEqual([]);
  });

  test('an id that no database can hold, though it is signed', async () => {
    const body = JSON.stringify({ webhook_type: 'ITEM', webhook_code: 'ERROR', item_id: 'a\0b' });
    await expectRefused(read(await sign({ body }), body));
  });

  test('a body that was changed, even by a space', async () => {
    await expectRefused(read(await sign(), `${BODY} `));
  });

  test('a token that is older than five minutes, or from the future', async () => {
    await expectRefused(read(await sign({ ageS: 331 })));
    await expectRefused(read(await sign({ ageS: -120 })));
  });

  test('a signature by another key', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    await expectRefused(read(await sign({ signer: privateKey })));
  });

  test('any algorithm but ES256, especially none and a shared secret', async () => {
    const secret = Buffer.from(JSON.stringify(jwk));
    const shared = await new SignJWT({ request_body_sha256: sha256(BODY) })
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .setIssuedAt(NOW.getTime() / 1000)
      .sign(secret);
    await expectRefused(read(shared));
    const [, payload] = shared.split('.');
    const header = Buffer.from('{"alg":"none","kid":"key-1"}').toString('base64url');
    await expectRefused(read(`${header}.${payload ?? ''}.`));
  });

  test('a token without a time or without the body’s hash', async () => {
    await expectRefused(read(await sign({ claim: {} })));
    const timeless = await new SignJWT({ request_body_sha256: sha256(BODY) })
      .setProtectedHeader({ alg: 'ES256', kid: 'key-1' })
      .sign(key);
    await expectRefused(read(timeless));
  });

  test('a key unknown to Plaid is requested at most once a minute', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expectRefused(read(await sign({ keyId: 'key-2' })));
    expect(fetched).toEqual(['key-2']);
    await expectRefused(read(await sign({ keyId: null })));
    await expectRefused(read(await sign({ keyId: '../other/path' })));
    expect(fetched).toEqual(['key-2']);
  });

  test('a signed body that is not a webhook', async () => {
    for (const body of ['not JSON', '[]', '{"webhook_type": 1}'])
      await expectRefused(read(await sign({ body }), body));
  });
});

const HOUR_MS = 60 * 60_000;
const after = (ms: number) => new Date(NOW.getTime() + ms);
const isBelieved = () =>
  sign()
    .then((token) => read(token))
    .then(
      () => true,
      () => false,
    );

describe('a key', () => {
  test('is requested again after a day, and rejected once Plaid has revoked it [SEC-10]', async () => {
    expect(await isBelieved()).toBe(true);
    keys.clear();
    now = after(23 * HOUR_MS);
    expect(await isBelieved()).toBe(true);
    now = after(24 * HOUR_MS);
    expect(await isBelieved()).toBe(false);
    expect(fetched).toEqual(['key-1', 'key-1']);
  });

  test('is believed until it expires, and not from then on [SEC-10]', async () => {
    keys.set('key-1', { ...jwk, expired_at: after(2 * HOUR_MS).getTime() / 1000 });
    expect(await isBelieved()).toBe(true);
    now = after(2 * HOUR_MS - 1000);
    expect(await isBelieved()).toBe(true);
    now = after(2 * HOUR_MS);
    expect(await isBelieved()).toBe(false);
  });

  test('that has expired is not believed [SEC-10]', async () => {
    keys.set('key-1', { ...jwk, expired_at: NOW.getTime() / 1000 - 1 });
    expect(await isBelieved()).toBe(false);
  });

  test('is asked for once by a burst of messages [SEC-10]', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, isBelieved))).not.toContain(false);
    expect(fetched).toEqual(['key-1']);
  });
});

describe('a flood of invented ids', () => {
  const flood = async (count: number) => {
    for (let index = 0; index < count; index += 1)
      await expectRefused(read(await sign({ keyId: `invented-${fetched.length}-${index}` })));
  };

  test('leads to only a few requests to Plaid a minute [SEC-10] [SEC-13]', async () => {
    await flood(60);
    expect(fetched).toHaveLength(5);
    now = after(59_000);
    await flood(60);
    expect(fetched).toHaveLength(5);
    now = after(61_000);
    await flood(60);
    expect(fetched).toHaveLength(10);
  });

  test('removes no known key, not even one that must be requested again [SEC-10]', async () => {
    expect(await isBelieved()).toBe(true);
    await flood(60);
    expect(await isBelieved()).toBe(true);
    expect(fetched.filter((id) => id === 'key-1')).toHaveLength(1);
    now = after(25 * HOUR_MS);
    await flood(60);
    expect(await isBelieved()).toBe(true);
  });

  test('delays a new key by a minute at most; its message is sent again [SEC-10]', async () => {
    await flood(60);
    expect(await isBelieved()).toBe(false);
    now = after(61_000);
    expect(await isBelieved()).toBe(true);
  });
});

test('reports it when Plaid does not answer for its key, so the message is sent again', async () => {
  const silent = new PlaidWebhooks(
    async () => {
      throw new AppError('PROVIDER_UNAVAILABLE');
    },
    () => NOW,
  );
  await expect(silent.read(await sign(), Buffer.from(BODY))).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
});

test.each([
  ['TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', {}, { kind: 'changes', providerConnectionId: 'item-1' }],
  ['TRANSACTIONS', 'DEFAULT_UPDATE', {}, { kind: 'other' }],
  ['ITEM', 'LOGIN_REPAIRED', {}, { kind: 'changes', providerConnectionId: 'item-1' }],
  [
    'ITEM',
    'ERROR',
    { error: { error_code: 'ITEM_LOGIN_REQUIRED' } },
    { kind: 'changes', providerConnectionId: 'item-1' },
  ],
  ['ITEM', 'USER_PERMISSION_REVOKED', { error: null }, { kind: 'revoked', providerConnectionId: 'item-1' }],
  [
    'LINK',
    'SESSION_FINISHED',
    { link_token: 'link-1' },
    { kind: 'link-finished', providerSessionId: 'link-1' },
  ],
  ['NEW', 'THING', {}, { kind: 'other' }],
])('%s/%s with %j means %j', async (webhook_type, webhook_code, rest, event) => {
  const body = JSON.stringify({
    webhook_type,
    webhook_code,
    item_id: 'item-1',
    environment: 'sandbox',
    ...rest,
  });
  expect(await read(await sign({ body }), body)).toEqual(event);
});
