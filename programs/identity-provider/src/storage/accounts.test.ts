import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ANA, RunningProvider, untilNextSecond } from '../test-support/running-provider.ts';
import {
  changePassword,
  confirmProof,
  createAccount,
  deleteAccount,
  findAccount,
  findAccountByEmail,
  isVoid,
  renewProof,
} from './accounts.ts';
import { removeAuthenticatorApp, replaceRecoveryCodes } from './authenticator-apps.ts';
import { endLogins } from './logins.ts';
import { openDatabase } from './open-database.ts';
import { removePasskey } from './passkeys.ts';
import { resetPassword } from './reset-password.ts';

const servers = new RunningProvider();

async function anAccount() {
  const pool = await openDatabase(servers.databaseUrl, () => undefined);
  onTestFinished(() => pool.end());
  const { email } = ANA;
  const account = await createAccount(pool, { email, passwordHash: 'old', createdAt: servers.now });
  if (!account) throw new Error('There is no account');
  await pool.query(
    `INSERT INTO identity.models (model, id_hash, uid, payload)
     VALUES ('Session', '', 'elsewhere', jsonb_build_object('accountId', $1::text))`,
    [account.id],
  );
  return { pool, account };
}

test('a session whose logins have ended changes nothing about how the account logs in [SEC-17]', async () => {
  const { pool, account } = await anAccount();
  const { id } = account;
  await pool.query(
    `INSERT INTO identity.authenticator_apps (account_id, secret, secret_key_id, last_step, added_at) VALUES ($1, '', 'test', 0, now())`,
    [id],
  );
  await pool.query(
    `INSERT INTO identity.passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
     VALUES ('its', $1, 'its', '', 0, '{}', '', now())`,
    [id],
  );
  const before = await findAccount(pool, id);
  if (!before) throw new Error('There is no account');
  await endLogins(pool, id);
  const kept = { exceptSessionUid: 'elsewhere' };
  expect(await removeAuthenticatorApp(pool, before, kept)).toBe(false);
  expect(await replaceRecoveryCodes(pool, before, [Buffer.from('new')])).toBe(false);
  expect(await removePasskey(pool, before, { id: 'its', ...kept })).toBe(false);
  const now = await findAccount(pool, id);
  if (!now) throw new Error('There is no account');
  expect(await replaceRecoveryCodes(pool, now, [Buffer.from('new')])).toBe(true);
  expect(await removePasskey(pool, now, { id: 'its', ...kept })).toBe(true);
  expect(await removeAuthenticatorApp(pool, (await findAccount(pool, id)) ?? now, kept)).toBe(true);
});

async function untilWaiting(count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await servers.database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 20_000 }).toBe(count);
}

/** Runs `work` while `change` has written but cannot commit. */
async function inTheMiddleOf<T>(
  pool: pg.Pool,
  change: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM identity.models FOR UPDATE');
    const changing = change();
    await untilWaiting(1);
    // Seconds count here: a login in this one would be void.
    await untilNextSecond();
    const working = work();
    // The work is done, or waits for the change.
    await Promise.race([working, untilWaiting(2)]);
    await client.query('COMMIT');
    await changing;
    return await working;
  } finally {
    // After a failure the transaction may still be open.
    client.release(true);
  }
}

test.each([
  [
    'was changed by its user',
    (pool: pg.Pool, id: string) =>
      changePassword(pool, id, {
        from: 'old',
        to: 'new',
        exceptSessionUid: 'here',
        removesPasskeys: false,
        removesAuthenticatorApp: false,
      }),
  ],
  [
    'was reset for them',
    (pool: pg.Pool, id: string) =>
      resetPassword(pool, id, { passwordHash: 'new', expiresAt: new Date(), removesPasskeys: false }),
  ],
])('a password that matched before it %s no longer logs in [SEC-17]', async (_how, change) => {
  const { pool, account } = await anAccount();
  const matched = await findAccountByEmail(pool, ANA.email);
  if (matched === undefined) throw new Error('There is no account');
  const proven = await inTheMiddleOf(
    pool,
    () => change(pool, account.id),
    () => confirmProof(pool, matched),
  );
  expect(matched.passwordHash).toBe('old');
  expect(proven).toBeUndefined();
  const again = await confirmProof(pool, { id: account.id, passwordHash: 'new' });
  const after = await findAccount(pool, account.id);
  expect(after && isVoid({ at: again?.loginAt, sessionUid: 'elsewhere' }, after)).toBe(false);
});

test('a password that matched before its account was deleted no longer logs in [SEC-17]', async () => {
  const { pool, account } = await anAccount();
  const proven = await inTheMiddleOf(
    pool,
    () => deleteAccount(pool, account.id),
    () => confirmProof(pool, { id: account.id, passwordHash: 'old' }),
  );
  expect(proven).toBeUndefined();
});

test('a login between two changes in one second is void [SEC-17]', async () => {
  const { pool, account } = await anAccount();
  for (let change = 0; change < 3; change += 1) {
    await endLogins(pool, account.id);
    const proven = await confirmProof(pool, { id: account.id, passwordHash: 'old' });
    await endLogins(pool, account.id);
    const after = await findAccount(pool, account.id);
    expect(after && isVoid({ at: proven?.loginAt, sessionUid: 'elsewhere' }, after)).toBe(true);
    expect(proven && (await renewProof(pool, proven))).toBeUndefined();
  }
});
