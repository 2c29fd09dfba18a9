import { expect, test, vi } from 'vitest';
import { hashPassword } from '../passwords/password-hash.ts';
import { signUp } from '../test-support/relying-party.ts';
import { ANA, openLogIn, RunningProvider } from '../test-support/running-provider.ts';
import { identityAdmin } from '../index.ts';
import { migrations } from './migrations.ts';
import { openDatabase } from './open-database.ts';
import { createIdentitySchema } from './schema-version.ts';

const servers = new RunningProvider();

test('accounts and keys of the first version still work', async () => {
  const { address: made } = await servers.startWithParty();
  const keys = await servers.database.query<{ name: string; value: unknown }>(
    'SELECT name, value FROM identity.keys',
  );
  const published = await (await fetch(`${made}/idp/jwks`)).json();
  await servers.stopLast();
  await servers.database.query('DROP SCHEMA identity CASCADE');

  await servers.database.query(
    'CREATE SCHEMA identity; CREATE TABLE identity.migrations (version integer PRIMARY KEY)',
  );
  await servers.database.query(migrations[0] ?? '');
  await servers.database.query('INSERT INTO identity.migrations VALUES (1)');
  await servers.database.query(
    'INSERT INTO identity.accounts (id, email, password_hash, created_at) VALUES ($1, $2, $3, now())',
    ['an-old-account', ANA.email, await hashPassword(ANA.password)],
  );
  for (const { name, value } of keys.rows) {
    await servers.database.query('INSERT INTO identity.keys (name, value) VALUES ($1, $2)', [
      name,
      JSON.stringify(value),
    ]);
  }

  const { address, party } = await servers.startWithParty();
  expect(await (await fetch(`${address}/idp/jwks`)).json()).toEqual(published);
  const { browser, flow, page } = await openLogIn(address, party);
  const landed = await browser.submit(page, ANA);
  expect((await party.finish(flow, landed.url)).claims()?.sub).toBe('an-old-account');
  const { landed: other } = await signUp(address, party, { ...ANA, email: 'bo@example.com' });
  expect(other.url.searchParams.has('code')).toBe(true);
});

test('a start without keys reads a schema of any version [SEC-9]', async () => {
  await servers.start();
  await servers.stopLast();
  const admin = identityAdmin({
    databaseUrl: servers.databaseUrl,
    clock: () => servers.now,
    onIdleError: () => undefined,
  });
  for (const version of migrations.keys()) {
    await servers.database.query('DROP SCHEMA identity CASCADE');
    const client = await servers.database.connect();
    await createIdentitySchema(client, version + 1);
    await client.query('INSERT INTO identity.migrations SELECT generate_series(1, $1::int)', [version + 1]);
    client.release();
    expect(await admin.sampleAppSecrets()).toEqual([]);
  }
  await admin.close();
});

test('a migration may take longer than any other statement [OPS-4]', async () => {
  await servers.start();
  await servers.stopLast();
  // The last migration can be made again.
  await servers.database.query('DROP TABLE identity.recovery_codes, identity.authenticator_apps');
  await servers.database.query('DELETE FROM identity.migrations WHERE version = $1', [migrations.length]);
  const slow = await servers.database.connect();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await slow.query('BEGIN; LOCK TABLE identity.accounts IN SHARE MODE');
    const opened = openDatabase(servers.databaseUrl, () => undefined);
    const isWaiting = vi.waitFor(async () => {
      const { rows } = await slow.query(
        'SELECT FROM pg_locks JOIN pg_database d ON d.oid = database WHERE NOT granted AND d.datname = current_database()',
      );
      expect(rows).toHaveLength(1);
    });
    await Promise.race([opened, isWaiting]);
    vi.advanceTimersByTime(60_000);
    await slow.query('COMMIT');
    await (await opened).end();
  } finally {
    vi.useRealTimers();
    // Without its transaction, if that is open.
    slow.release(true);
  }
});
