import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { signUp } from '../test-support/relying-party.ts';
import { ANA, RunningProvider } from '../test-support/running-provider.ts';
import { findAccount } from './accounts.ts';
import { addPasskey, listPasskeys } from './passkeys.ts';
import { resetPassword } from './reset-password.ts';

const servers = new RunningProvider();
const PASSKEY = {
  credentialId: 'credential',
  publicKey: new Uint8Array([1, 2, 3]),
  counter: 0,
  transports: ['internal'],
  name: 'Linux computer',
  createdAt: new Date('2026-06-05T12:00:00Z'),
};

async function anAccount() {
  const { address, party } = await servers.startWithParty();
  const { flow, landed } = await signUp(address, party, ANA);
  const sub = (await party.finish(flow, landed.url)).claims()?.sub ?? '';
  const pool = new pg.Pool({ connectionString: servers.databaseUrl });
  // The server may end before the pool's connections close.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  onTestFinished(() => pool.end());
  const account = await findAccount(pool, sub);
  if (!account) throw new Error('There is no account');
  return { pool, account };
}

test('a passkey added while all are removed does not stay, in either order', async () => {
  const { pool, account } = await anAccount();
  const taking = { passwordHash: 'another', expiresAt: new Date(), removesPasskeys: true };
  await Promise.all([resetPassword(pool, account.id, taking), addPasskey(pool, account, PASSKEY)]);
  expect(await listPasskeys(pool, account.id)).toEqual([]);
  // A user who logged in with the new password may add one.
  const current = await findAccount(pool, account.id);
  expect(current && (await addPasskey(pool, current, PASSKEY))).toBe(true);
  expect(await listPasskeys(pool, account.id)).toMatchObject([{ credentialId: 'credential' }]);
});

test('one that waits until they are removed is not added', async () => {
  const { pool, account } = await anAccount();
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('UPDATE identity.accounts SET sign_ins_since = sign_ins_since + 1 WHERE id = $1', [
    account.id,
  ]);
  const adding = addPasskey(pool, account, PASSKEY);
  await client.query('COMMIT');
  client.release();
  expect(await adding).toBe(false);
});
