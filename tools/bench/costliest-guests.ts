import { MAX_GUESTS } from '@oinkly/domain/guests';
import type { Moment, Run } from './costliest-owner.ts';

/** Room for those whom the measured requests add. */
const ROOM = 4;

/** The token of a seeded guest's link: the user's id and a secret that is known. */
export const GUEST_TOKEN = `translate(encode(uuid_send(guests.user_id) || decode(repeat('00', 16), 'hex') || uuid_send(guests.id), 'base64'), '+/', '-_')`;

/** Guests of the user and of the inviter, each with a year of taps. */
export async function fillGuests(run: Run, { today, now }: Moment): Promise<void> {
  await run(
    `insert into guests (user_id, id, name, token_hash, first_week, created_at, last_tap_at)
     select users.id, gen_random_uuid(), i || $2::text, '', date_trunc('week', $4::date)::date - 364, $3::timestamptz, $3::timestamptz
     from users, generate_series(1, $5::integer) i where users.id = $1 or users.email = $1 || '-inviter@example.org'`,
    'W'.repeat(78),
    now,
    today,
    MAX_GUESTS - ROOM,
  );
  await run(
    `with hashed as (
       update guests set token_hash = sha256(convert_to(${GUEST_TOKEN}, 'UTF8')) where $1 is not null and token_hash = '' returning user_id, id, first_week
     )
     insert into guest_taps (user_id, guest_id, week_start, is_kept) select user_id, id, first_week + 7 * i, true from hashed, generate_series(0, 51) i`,
  );
}
