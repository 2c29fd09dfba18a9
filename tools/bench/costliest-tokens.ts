import type { Moment, Run } from './costliest-owner.ts';

/** The name of tokens that requests use. */
export const OWN_TOKEN = 'own';

/** The token of the seeded calendar: its ids, instead of a secret. */
export const CALENDAR_TOKEN = `'oink_' || translate(encode(uuid_send(user_id) || uuid_send(id) || uuid_send(id), 'base64'), '+/', '-_')`;

/** Tokens that no request sends, and one of a calendar. */
export async function fillTokens(run: Run, now: Moment['now'], tokens: number): Promise<void> {
  await run(
    `insert into personal_tokens (user_id, id, token_hash, name, scopes, created_at, expires_at)
     select $1, gen_random_uuid(), sha256(($1 || i::text)::bytea), $2, '{expenses:add,week:read}', $3::timestamptz, $3::timestamptz + interval '1 year'
     from generate_series(1, $4::integer) i`,
    'W'.repeat(60),
    now,
    tokens,
  );
  await run(
    `insert into personal_tokens (user_id, id, token_hash, name, scopes, created_at, expires_at)
     select user_id, id, sha256(convert_to(${CALENDAR_TOKEN}, 'UTF8')), '${OWN_TOKEN}', '{calendar:read,calendar:amounts}', $2::timestamptz, $2::timestamptz + interval '1 year'
     from (select $1::uuid as user_id, gen_random_uuid() as id) personal_tokens`,
    now,
  );
}
