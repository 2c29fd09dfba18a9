import type pg from 'pg';

/**
 * Ends the sign-ins of an account: its sessions, what was granted in them, codes, tokens, and log-ins on their way. What a request that
 * runs at this moment still writes down is void, because it began before the second from which sign-ins count.
 * @param exceptSessionUid one session that goes on; when its person has logged in stays as it is
 * @returns false when there is no such account
 */
export async function endSignIns(
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
     AND NOT (model = 'Session' AND uid IS NOT DISTINCT FROM $2)`,
    [accountId, exceptSessionUid ?? null],
  );
  return rowCount === 1;
}
