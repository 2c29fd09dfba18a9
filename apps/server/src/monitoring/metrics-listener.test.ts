import Fastify from 'fastify';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { MIGRATIONS_DIR } from '../test-support/next-migration.ts';
import { startPushService, type TestPushService } from '../test-support/push-service.ts';
import { createTestApp, type TestApp } from '../test-support/test-app.ts';
import { startMetricsListener } from './metrics-listener.ts';
import { checkReadiness } from './readiness.ts';

let t: TestApp;
let service: TestPushService;
beforeAll(async () => {
  service = await startPushService();
  t = await createTestApp({ pushOrigins: [service.origin] });
});
afterAll(async () => {
  await t.close();
  await service.close();
});

test('push messages are counted by the answer of their service, without their address', async () => {
  const { db, queue, push } = t.deps;
  const metrics = await startMetricsListener(
    { server: Fastify(), db, queue },
    { host: '127.0.0.1', port: 0 },
  );
  onTestFinished(() => metrics.close());
  const send = async (status: number) => {
    const { endpoint, keys } = service.subscribe();
    if (status !== 201) service.answer(endpoint, { status });
    await push.send({ endpoint, ...keys }, 'Week closed', 60).catch(() => undefined);
  };
  for (const status of [201, 201, 410, 503, 400]) await send(status);
  const text = await (await fetch(`${metrics.origin}/metrics`)).text();
  for (const [outcome, count] of [
    ['taken', 2],
    ['gone', 1],
    ['busy', 1],
    ['refused', 1],
  ])
    expect(text).toContain(`oinkly_push_messages_total{outcome="${outcome}"} ${count}\n`);
  expect(text).not.toContain('/push/');
});

test('a process whose workers have stopped is not ready', async () => {
  await expect(checkReadiness(t.deps, MIGRATIONS_DIR)).resolves.toEqual([]);
  await t.deps.queue.stopWorking();
  await expect(checkReadiness(t.deps, MIGRATIONS_DIR)).rejects.toThrow(
    /^No worker takes these jobs: .*sync-connection/,
  );
});

test('metrics are not answered under another site’s name [SEC-19]', async () => {
  const { db, queue } = t.deps;
  const metrics = await startMetricsListener(
    { server: Fastify(), db, queue },
    { host: '127.0.0.1', port: 0 },
  );
  onTestFinished(() => metrics.close());
  const { port } = new URL(metrics.origin);
  for (const [host, status] of [
    [`evil.example:${port}`, 421],
    [`localhost:${port}`, 200],
  ] as const)
    expect(await statusFor(`${metrics.origin}/metrics`, host)).toBe(status);
});

/** `fetch` sets the header itself. */
async function statusFor(url: string, host: string): Promise<number | undefined> {
  const asked = get(url, { headers: { host } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}
