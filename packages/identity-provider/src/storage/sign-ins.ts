import type pg from 'pg';

/**
 * Ends the sign-ins of an account: its sessions, what was granted in them, codes, tokens, and log-ins on their way. What a request that
 * runs at this moment still writes down is void, because it began before the second that is returned.
 * @param exceptSessionUid one session that may go on; whoever asks for it must renew the time of its sign-in to that second
 * @returns the second since 1970 from which sign-ins count; undefined when there is no such account
 */
export async function endSignIns(
  client: pg.Pool | pg.PoolClient,
  accountId: string,
  exceptSessionUid?: string,
): Promise<number | undefined> {
  const { rows } = await client.query<{ since: number }>(
    `UPDATE identity.accounts SET sign_ins_since = floor(extract(epoch FROM clock_timestamp()))::int8 + 1
     WHERE id = $1 RETURNING sign_ins_since::float8 AS since`,
    [accountId],
  );
  await client.query(
    `DELETE FROM identity.models
     WHERE $1 IN (
       payload ->> 'accountId', payload #>> '{session,accountId}',
       payload #>> '{result,login,accountId}', payload #>> '{lastSubmission,login,accountId}')
     AND NOT (model = 'Session' AND uid IS NOT DISTINCT FROM $2)`,
    [accountId, exceptSessionUid ?? null],
  );
  return rows[0]?.since;
}
