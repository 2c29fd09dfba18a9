import type pg from 'pg';

/**
 * Ends an account's sessions, grants, codes, tokens and pending logins. Deleting rows would miss a login that has checked the old password
 * and is about to write its session: `sign_ins_since` voids what began before it, whenever it is written. The session that made the change
 * stays, because the account knows its uid.
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
     SET sign_ins_since = floor(extract(epoch FROM clock_timestamp()))::int8 + 1, kept_session_uid = $2 WHERE id = $1`,
    [accountId, exceptSessionUid ?? null],
  );
  await client.query(
    `DELETE FROM identity.models
     WHERE $1 IN (
       payload ->> 'accountId', payload #>> '{session,accountId}',
       payload #>> '{result,login,accountId}', payload #>> '{lastSubmission,login,accountId}')
     AND coalesce(CASE model WHEN 'Session' THEN uid WHEN 'Interaction' THEN payload #>> '{session,uid}' END <> $2, true)`,
    [accountId, exceptSessionUid ?? null],
  );
  return rowCount === 1;
}
