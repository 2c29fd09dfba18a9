import { FORGOTTEN_SECRET } from '@oinkly/server/security/token-box';
import { GUEST_TOKEN } from './costliest-guests.ts';
import type { InputSizes } from './costliest-input.ts';
import { EQUAL_CENTS, owned, type Client } from './costliest-owner.ts';
import { CALENDAR_TOKEN, OWN_TOKEN } from './costliest-tokens.ts';

/** What ids in requests name, each by a query. */
const THINGS = {
  equalExpense: `select id::float8 from expenses where user_id = $1 and bank_transaction_id is null and deleted_at is null
    and merged_into_id is null and amount_cents = ${EQUAL_CENTS} order by id limit 1`,
  bankExpense: `select id::float8 from expenses where user_id = $1 and bank_transaction_id is not null and merged_into_id is null
    and fields_from_manual is null and bank_amount_cents = ${EQUAL_CENTS} order by id desc limit 1`,
  occurrence: `select id::float8 from expenses e where user_id = $1 and deleted_at is null and series_id =
    (select id from recurring_series where user_id = $1 and ended_at is null order by id limit 1) order by day limit 1`,
  deletedExpense: `select id::float8 from expenses where user_id = $1 and deleted_at is not null and series_id is null
    and amount_cents = ${EQUAL_CENTS} order by id limit 1`,
  mergedExpense: `select merged_into_id::float8 as id from expenses where user_id = $1 and merged_into_id is not null order by id limit 1`,
  series:
    'select id from recurring_series where user_id = $1 and ended_at is null order by name desc, id limit 1',
  endedSeries: 'select id from recurring_series where user_id = $1 and ended_at is not null limit 1',
  import:
    'select id from expense_imports where user_id = $1 and undone_at is null order by rows desc limit 1',
  refund: `select id::text from bank_transactions where user_id = $1 and kind = 'refund' order by amount_cents limit 1`,
  friend: 'select friend_id as id from friendships where user_id = $1 order by friend_id limit 1',
  lastFriend: 'select friend_id as id from friendships where user_id = $1 order by friend_id desc limit 1',
  blocked: 'select blocked_id as id from blocks where user_id = $1 limit 1',
  device: `select rtrim(translate(encode(endpoint_hash, 'base64'), '+/', '-_'), '=') as id from push_subscriptions where user_id = $1 limit 1`,
  week: 'select week_start::text as id from weekly_results where user_id = $1 order by week_start desc limit 1',
  session: `select rtrim(translate(encode(token_hash, 'base64'), '+/', '-_'), '=') as id from sessions where user_id = $1
    order by created_at, token_hash limit 1`,
  token: `select id from personal_tokens where user_id = $1 and name <> '${OWN_TOKEN}' order by id limit 1`,
  calendarToken: `select ${CALENDAR_TOKEN} as id from personal_tokens where user_id = $1 and 'calendar:read' = any(scopes)`,
  messagePlace: 'select id from message_places where user_id = $1 order by id limit 1',
  connection: `select provider_connection_id as id from connections where user_id = $1 and provider = 'plaid'
    and access_token_key_id <> '${FORGOTTEN_SECRET.keyId}' order by created_at desc limit 1`,
  busiestConnection: `select provider_connection_id as id from connections where user_id = $1 and provider = 'plaid'
    and id = (select connection_id from bank_transactions where user_id = $1 and transaction_id like 'seeded-%' limit 1)`,
  goneConnection: `select id from connections where user_id = $1 and access_token_key_id = '${FORGOTTEN_SECRET.keyId}' order by id limit 1`,
  merchant: `select merchant_key as id from bank_transactions where user_id = $1 group by merchant_key order by count(*) desc limit 1`,
  accountTwin: 'select id from account_twins where user_id = $1 and choice is null order by id limit 1',
  ruleChange:
    'select change_id as id from rule_changes where user_id = $1 group by change_id order by count(*) desc limit 1',
  unsubscribeToken: 'select token as id from unsubscribe_tokens where user_id = $1 limit 1',
  map: 'select token as id from map_shares where user_id = $1',
  circle: 'select token as id from circle_shares where user_id = $1',
  invitation: `select code as id from friend_invites i join users u on u.id = i.user_id where u.email = $1 || '-inviter@example.org'`,
  guest: 'select id from guests where user_id = $1 order by id limit 1',
  guestLink: `select ${GUEST_TOKEN} as id from guests join users u on u.id = guests.user_id
    where u.email = $1 || '-inviter@example.org' and token_hash = sha256(convert_to(${GUEST_TOKEN}, 'UTF8')) order by guests.id limit 1`,
  notification: 'select max(id)::float8 as id from notifications where user_id = $1',
} as const;

export type Thing = keyof typeof THINGS;

/** What contents are made of. */
export interface ContentWorld extends InputSizes {
  userId: string;
  personalToken: string;
  find: (thing: Thing) => Promise<string | number>;
  /** A setup token of a SimpleFIN server that answers at the limits. */
  newSetupToken: () => string;
}

/** Returns an existing id for each thing. Throws if one is missing. */
export async function findThing(client: Client, userId: string, thing: Thing): Promise<string | number> {
  const { rows } = await client.query(owned(THINGS[thing]), [userId]);
  const [row] = rows as { id: string | number }[];
  if (!row) throw new Error(`The user has no ${thing}`);
  return row.id;
}
