import type { lookup, LookupAddress } from 'node:dns';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startPushService, type TestPushService } from '../../test-support/push-service.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { TokenBox } from '../../security/token-box.ts';
import { PushSender, PushServiceBusy, type PushSenderOptions } from './push-sender.ts';

let database: TestDatabase;
let service: TestPushService;

beforeAll(async () => {
  service = await startPushService();
});
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());
afterAll(() => service.close());

const TTL_S = 3_600;

/** A sender like another process's. */
function sender(options: Partial<PushSenderOptions> = {}): PushSender {
  return new PushSender({
    db: database.checkedDb,
    tokenBox: new TokenBox([{ id: 'test', key: Buffer.alloc(32, 7) }]),
    clock: () => new Date('2026-06-05T19:00:00Z'),
    contact: 'mailto:help@example.org',
    log: { error: vi.fn() },
    moreOrigins: [service.origin],
    ...options,
  });
}

const subscription = () => {
  const { endpoint, keys } = service.subscribe();
  return { endpoint, ...keys };
};

test('processes that need keys at once have the same ones, and so has one that starts later', async () => {
  const keys = await Promise.all(Array.from({ length: 6 }, () => sender().publicKey()));
  expect(new Set([...keys, await sender().publicKey()]).size).toBe(1);
  expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65);
  const { rows } = await database.db.$client.query('select public_key from push_keys');
  expect(rows).toEqual([{ public_key: keys[0] }]);
});

test('an unreadable key is reported missing until its sealing key is back, not replaced [SEC-9]', async () => {
  const publicKey = await sender().publicKey();
  const log = { error: vi.fn() };
  const keys = [{ id: 'other', key: Buffer.alloc(32, 8) }];
  const unable = sender({ tokenBox: new TokenBox(keys, () => keys), log });
  expect(await unable.publicKey()).toBeNull();
  expect(log.error).toHaveBeenCalledOnce();
  await expect(unable.send(subscription(), 'Hello', TTL_S)).rejects.toThrow(/'test'/);
  expect(service.messages).toEqual([]);
  keys.push({ id: 'test', key: Buffer.alloc(32, 7) });
  expect(await unable.publicKey()).toBe(publicKey);
  expect(await unable.send(subscription(), 'Hello', TTL_S)).toBe('taken');
  service.messages.length = 0;
});

test('the private key is stored sealed and opens after a key rotation [SEC-9]', async () => {
  await sender().publicKey();
  const { rows } = await database.db.$client.query<{ key: Buffer; id: string }>(
    'select private_key as key, private_key_key_id as id from push_keys',
  );
  expect(rows).toMatchObject([{ id: 'test' }]);
  // Nonce, tag and 32 bytes in base64url.
  expect(rows[0]?.key).toHaveLength(12 + 16 + 43);
  const [old, current] = [
    { id: 'test', key: Buffer.alloc(32, 7) },
    { id: 'new', key: Buffer.alloc(32, 8) },
  ];
  expect(await sender({ tokenBox: new TokenBox([current, old]) }).send(subscription(), 'Hello', TTL_S)).toBe(
    'taken',
  );
  const unable = sender({ tokenBox: new TokenBox([current]) });
  await expect(unable.send(subscription(), 'Hello', TTL_S)).rejects.toThrow('TOKEN_KEYS');
});

test('keys that could not be read are asked for again', async () => {
  const push = sender();
  await database.db.$client.query('alter table push_keys rename to gone');
  await expect(push.publicKey()).rejects.toThrow();
  await database.db.$client.query('alter table gone rename to push_keys');
  expect(await push.publicKey()).not.toBe('');
});

test('a message comes encrypted for its browser, and the browser can read it', async () => {
  const to = subscription();
  expect(await sender().send(to, 'Größe: 1 🐖', TTL_S)).toBe('taken');
  expect(service.messages.at(-1)).toMatchObject({ endpoint: to.endpoint, text: 'Größe: 1 🐖' });
  expect(service.messages.at(-1)?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600' });
});

test.each([404, 410])('a subscription answered with %i no longer exists', async (status) => {
  const to = subscription();
  service.answer(to.endpoint, { status });
  expect(await sender().send(to, 'Hello', TTL_S)).toBe('gone');
});

test.each([429, 500, 503])('a service that answers %i is busy', async (status) => {
  const to = subscription();
  service.answer(to.endpoint, { status });
  await expect(sender().send(to, 'Hello', TTL_S)).rejects.toThrow(PushServiceBusy);
});

test('an unreachable service counts as busy, and the error hides the endpoint', async () => {
  const away = { ...subscription(), endpoint: 'http://127.0.0.1:9/a-secret-path' };
  const failure = await sender({ moreOrigins: ['http://127.0.0.1:9'] })
    .send(away, 'Hello', TTL_S)
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PushServiceBusy);
  expect(String(failure)).not.toContain('a-secret-path');
});

test.each([301, 302, 307, 308])('a redirect with %i is not followed [SEC-21]', async (status) => {
  const elsewhere = await startPushService();
  const to = subscription();
  service.answer(to.endpoint, { status, headers: { location: elsewhere.subscribe().endpoint } });
  expect(await sender().send(to, 'Hello', TTL_S)).toEqual({ refusedWith: status });
  expect(elsewhere.requests).toBe(0);
  await elsewhere.close();
});

test('an endpoint removed from the list is not called [SEC-21]', async () => {
  const before = service.requests;
  expect(await sender({ moreOrigins: [] }).send(subscription(), 'Hello', TTL_S)).toBe('gone');
  expect(service.requests).toBe(before);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  'fd00::1',
  'fe80::1',
  'fec0::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
])('a push service whose name leads to %s is not called [SEC-21]', async (address) => {
  const names: string[] = [];
  const family = address.includes(':') ? 6 : 4;
  const resolve = ((name: string, _options: object, callback: LookupCallback) => {
    names.push(name);
    callback(null, [
      { address: '142.250.0.1', family: 4 },
      { address, family },
    ]);
  }) as typeof lookup;
  const push = sender({ resolve });
  const to = { ...subscription(), endpoint: 'https://fcm.googleapis.com/x' };
  const failure: unknown = await push.send(to, 'Hello', TTL_S).catch((error: unknown) => error);
  expect(names).toEqual(['fcm.googleapis.com']);
  expect(failure).toMatchObject({
    name: 'PushServiceBusy',
    cause: { message: 'fcm.googleapis.com leads to a private address' },
  });
});

type LookupCallback = (error: Error | null, addresses: LookupAddress[]) => void;
