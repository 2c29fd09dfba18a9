import { startLocalPostgres } from '@oinkly/local-postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RunningProvider } from './test-support/running-provider.ts';

const servers = new RunningProvider();

test('while the database is away, every address answers 503 without internals [SEC-15]', async () => {
  const home = await mkdtemp(join(tmpdir(), 'oinkly-test-'));
  const database = await startLocalPostgres({ dataDir: join(home, 'postgres') });
  const address = await servers.start({ databaseUrl: database.connectionString });
  await database.stop();
  await rm(home, { recursive: true, force: true });

  for (const accept of ['application/json', 'text/html']) {
    for (const path of ['/.well-known/openid-configuration', '/auth', '/jwks', '/account/password']) {
      const answer = await fetch(`${address}/idp${path}`, { headers: { accept } });
      const text = await answer.text();
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5']);
      expect(text).not.toMatch(/ECONN|ENOENT|PGSQL|postgres|terminated/i);
    }
  }
  const discovery = await fetch(`${address}/idp/.well-known/openid-configuration`);
  expect(await discovery.json()).toEqual({ error: 'temporarily_unavailable' });
  expect(discovery.headers.get('cache-control')).toBe('no-store');
});
