import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from './support/test.ts';

const RECEIVE_TIMEOUT_MS = 1_000;
const PAGE = '<!doctype html><title>Page</title><link rel="icon" href="data:,">';

test(
  'a request is answered after a connection timed out that the browser had not used yet',
  { tag: '@long' },
  async ({ page }) => {
    // Other runs need not load the app.
    const { buildServer } = await import('@oinkly/server/app');
    const server = buildServer({ logLevel: null, receiveTimeoutMs: RECEIVE_TIMEOUT_MS });
    const unused = new Set<Socket>();
    let closedUnused = 0;
    server.server.on('connection', (socket) => {
      unused.add(socket);
      socket.once('close', () => {
        if (unused.delete(socket)) closedUnused += 1;
      });
    });
    server.addHook('onRequest', async ({ raw }) => void unused.delete(raw.socket));
    server.get('/*', (_request, reply) => reply.type('text/html').send(PAGE));
    await server.listen({ host: '127.0.0.1', port: 0 });
    try {
      const { port } = server.server.address() as AddressInfo;
      await page.goto(`http://localhost:${port}/`);
      // Another host, so the browser has no connection yet.
      const other = `http://127.0.0.1:${port}/`;
      // The browser may or may not connect for requests that are canceled at once.
      const openAndTakeBack = async () => {
        await page.evaluate((href) => {
          const rel = 'preconnect';
          document.head.append(
            Object.assign(document.createElement('link'), { rel, href, crossOrigin: 'use-credentials' }),
          );
          for (let index = 0; index < 6; index += 1) {
            const abort = new AbortController();
            fetch('/', { signal: abort.signal }).catch(() => undefined);
            abort.abort();
          }
        }, other);
        return closedUnused;
      };
      await expect.poll(openAndTakeBack, { timeout: 30_000 }).toBeGreaterThan(0);
      for (const url of [other, `http://localhost:${port}/`])
        expect((await page.goto(url))?.status()).toBe(200);
    } finally {
      await server.close();
    }
  },
);
