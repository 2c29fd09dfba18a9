import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

test('a flood of any page keeps no other network waiting, and a HEAD request has its turn [SEC-22]', async () => {
  const begun: string[] = [];
  const release = Promise.withResolvers<undefined>();
  const app = Fastify({ trustProxy: true });
  onTestFinished(() => app.close());
  takeTurns(app, { networkOf: (address) => address });
  app.get('/', async ({ ip }, reply) => {
    begun.push(ip);
    await release.promise;
    return reply.send('page');
  });
  const open = (network: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: '/', headers: { 'x-forwarded-for': network } });
  const flood = Array.from({ length: 50 }, () => open('10.0.0.1'));
  await expect.poll(() => begun).toEqual(['10.0.0.1']);
  const others = [open('10.0.0.2'), open('10.0.0.3', 'HEAD')];
  await expect.poll(() => begun).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
  release.resolve(undefined);
  const statuses = (await Promise.all([...flood, ...others])).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
