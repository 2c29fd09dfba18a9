import type pg from 'pg';

export interface AccountToChange {
  id: string;
  /** As read with the user's login. */
  loginsSince: number;
}

/**
 * Ends an account's sessions, grants, codes, tokens and pending logins. Deleting rows would miss a login that has checked the old password
 * and is about to write its session: `sign_ins_since` voids what began before it, whenever it is written. The session that made the change
 * stays, because the account knows its uid. The second always increases: a login after the last change, in its second, has that stamp.
 * @param exceptSessionUid stays, with its pending logins
 * @returns false without such an account
 */
export async function endLogins(
  client: pg.Pool | pg.PoolClient,
  accountId: string,
  exceptSessionUid?: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE identity.accounts
     SET sign_ins_since = greatest(floor(extract(epoch FROM clock_timestamp()))::int8, sign_ins_since) + 1, kept_session_uid = $2
     WHERE id = $1`,
    [accountId, exceptSessionUid ?? null],
  );
  await client.query(
    `DELETE FROM identity.models
     WHERE $1 IN (
       payload ->> 'accountId', payload #>> '{session,accountId}',
       payload #>> '{result,login,accountId}', payload #>> '{result,second_factor,accountId}',
       payload #>> '{lastSubmission,login,accountId}', payload #>> '{lastSubmission,second_factor,accountId}')
     AND coalesce(CASE model WHEN 'Session' THEN uid WHEN 'Interaction' THEN payload #>> '{session,uid}' END <> $2, true)`,
    [accountId, exceptSessionUid ?? null],
  );
  return rowCount === 1;
}

/**
 * Locks the account for a change by its user.
 * @returns false if its logins have ended since it was read, or without such an account
 */
export async function lockAccount(
  client: pg.PoolClient,
  { id, loginsSince }: AccountToChange,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM identity.accounts WHERE id = $1 AND sign_ins_since = $2 FOR UPDATE',
    [id, loginsSince],
  );
  return rowCount === 1;
}
