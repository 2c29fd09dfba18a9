import type { lookup, LookupAddress } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startMessageReceiver, type MessageReceiver } from '../../test-support/message-receiver.ts';
import { MessageSender, type MessageSenderOptions } from './message-sender.ts';

let receiver: MessageReceiver;
beforeAll(async () => {
  receiver = await startMessageReceiver();
});
afterAll(() => receiver.close());

const sender = (options: Partial<MessageSenderOptions> = {}) =>
  new MessageSender({ trustedOrigins: [receiver.origin], ...options });

const post = (
  url: string,
  { isNtfy = false, ...options }: Partial<MessageSenderOptions> & { isNtfy?: boolean } = {},
) =>
  sender(options).send({
    url: new URL(url),
    headers: { 'content-type': 'application/json' },
    body: '{}',
    isNtfy,
    secrets: ['a-secret-path'],
  });

test('a message that is answered with 2xx was taken', async () => {
  expect(await post(`${receiver.origin}/hook`)).toMatchObject({ status: 204, failure: null, answer: '' });
  expect(receiver.received.at(-1)).toMatchObject({ path: '/hook', body: '{}' });
});

test.each([301, 302, 307, 308, 400, 404, 410, 429, 500, 503])(
  'an answer %i is a failure, and no redirect is followed [SEC-35]',
  async (status) => {
    const elsewhere = await startMessageReceiver();
    onTestFinished(() => elsewhere.close());
    receiver.answerWith((response) => {
      response.writeHead(status, { location: `${elsewhere.origin}/` }).end('Not  here\n\u202Enow\0');
    });
    expect(await post(receiver.origin)).toMatchObject({ status, failure: 'refused', answer: 'Not here now' });
    expect(elsewhere.received).toEqual([]);
  },
);

test('of a long or endless refusal only the beginning is read [SEC-35]', async () => {
  receiver.answerWith((response) => response.writeHead(500).end(`${'a'.repeat(199)}🐖${'b'.repeat(50_000)}`));
  const { answer } = await post(receiver.origin);
  expect(answer).toHaveLength(200);
  expect(answer.isWellFormed()).toBe(true);
  receiver.answerWith((response) => {
    response.writeHead(500);
    const fill = () => {
      while (!response.destroyed && response.write('a'.repeat(64 * 1024)));
    };
    response.on('drain', fill);
    fill();
  });
  expect(await post(receiver.origin)).toMatchObject({ status: 500, answer: 'a'.repeat(200) });
});

test('what a server repeats of an address is not kept [SEC-35]', async () => {
  receiver.answerWith((response) => response.writeHead(404).end('No /hooks/a-secret-path here'));
  expect(await post(receiver.origin)).toMatchObject({ answer: 'No /hooks/… here' });
  receiver.answerWith((response) => response.writeHead(200).end('Got /hooks/a-secret-path'));
  expect(await post(receiver.origin)).toMatchObject({ failure: null, answer: '' });
});

test.each([
  ['breaks off', (response: ServerResponse) => response.destroy()],
  ['never ends', () => undefined],
])('a message is taken once a webhook says so, also if its answer %s [PD-109]', async (_title, after) => {
  receiver.answerWith((response) => {
    response.writeHead(200);
    response.write('Working', () => after(response));
  });
  const outcome = await post(receiver.origin, { timeoutMs: 300 });
  expect(outcome).toMatchObject({ status: 200, failure: null, answer: '' });
});

test('a server that is silent fails in time [SEC-35]', async () => {
  receiver.answerWith(() => undefined);
  expect(await post(receiver.origin, { timeoutMs: 50 })).toMatchObject({ status: null, failure: 'timeout' });
});

test('a server of another kind is no ntfy, whatever its status', async () => {
  const answers = ['<h1>Welcome</h1>', '"message"', 'null', '{"event":"open"}'];
  for (const text of answers) {
    receiver.answerWith((response) => response.writeHead(200).end(text));
    expect(await post(receiver.origin, { isNtfy: true })).toMatchObject({ status: 200, failure: 'not-ntfy' });
  }
  receiver.answerWith((response) => response.writeHead(200).end('{"event":"message"}'));
  expect(await post(receiver.origin, { isNtfy: true })).toMatchObject({ failure: null });
});

describe('addresses [SEC-35]', () => {
  test.each([
    'http://hooks.example.org/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://8.8.8.8/',
    'https://[::1]/',
    'https://localhost/',
    'https://printer/',
    'https://nas.local/',
    'https://vault.internal/',
    'https://0x7f000001/',
  ])('nothing is sent to %s unless the operator names it', async (address) => {
    const url = new URL(address);
    expect(sender().reaches(url)).toBe(false);
    expect(await post(address)).toMatchObject({ status: null, failure: 'not-allowed' });
    expect(sender({ trustedOrigins: [url.origin] }).reaches(url)).toBe(true);
  });

  test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '100.64.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    'a name that leads to %s is not called',
    async (address) => {
      const outcome = await post('https://hooks.example.org/', {
        resolve: resolvingTo(
          { address: '142.250.0.1', family: 4 },
          { address, family: address.includes(':') ? 6 : 4 },
        ),
      });
      expect(outcome).toMatchObject({ status: null, failure: 'private-address' });
    },
  );

  test('a name without an address says so', async () => {
    const resolve = resolvingTo();
    expect(await post('https://hooks.example.org/', { resolve })).toMatchObject({ failure: 'no-address' });
  });

  test('a port where nothing listens, and one without TLS, are unreachable', async () => {
    expect(await post('http://127.0.0.1:9/', { trustedOrigins: ['http://127.0.0.1:9'] })).toMatchObject({
      failure: 'unreachable',
    });
    const server = createTcpServer((socket) => socket.end('hello'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await post(origin, { trustedOrigins: [origin] })).toMatchObject({ failure: 'unreachable' });
  });
});

function resolvingTo(...addresses: LookupAddress[]): typeof lookup {
  return ((_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
    process.nextTick(callback, null, addresses)) as typeof lookup;
}
