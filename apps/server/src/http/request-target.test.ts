import { createConnection, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../test-support/test-app.ts';

let t: TestApp;
let ana: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  ana = await t.signUp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => t.close());

/** Sends raw lines as a signed-in user's request and returns the answer. */
async function answerTo(...lines: string[]): Promise<string> {
  const socket = createConnection((t.app.server.address() as AddressInfo).port, '127.0.0.1');
  const head = [...lines, `cookie: ${ana.cookie}`, 'connection: close'];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

test.each([
  ['GET http://evil.example/api/login HTTP/1.1', 'Host: evil.example'],
  ['GET http://localhost:3000/api/auth/user HTTP/1.1', 'Host: localhost:3000'],
  ['GET http://localhost:3000/api/nothing HTTP/1.1', 'Host: localhost:3000'],
  ['OPTIONS * HTTP/1.1', 'Host: localhost:3000'],
  ['GET /api/auth/user HTTP/1.1', 'Host: localhost:3000', 'host: evil.example'],
])('%s with %s %s is refused without details and not logged [SEC-7] [SEC-14]', async (...lines) => {
  const answer = await answerTo(...lines.filter((line) => typeof line === 'string'));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('\r\ncache-control: no-store\r\n');
  expect(answer).not.toContain('evil.example');
  expect(answer).not.toContain('@example.org');
});

test('a usual request is answered', async () => {
  expect(await answerTo('GET /api/auth/user HTTP/1.1', 'Host: localhost:3000')).toMatch(/^HTTP\/1\.1 200 /);
});
