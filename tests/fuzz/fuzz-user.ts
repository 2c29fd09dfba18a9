import { CALENDAR_SCOPES, PROGRAM_SCOPES, type TokenScope } from '@oinkly/contract/token-scopes';
import { addDays } from '@oinkly/domain/days';
import { blocks, friendships } from '@oinkly/server/db/tables/friends.tables';
import { identities, sessions } from '@oinkly/server/db/tables/identity.tables';
import { notifications } from '@oinkly/server/db/tables/notifications.tables';
import { unsubscribeTokens } from '@oinkly/server/db/tables/mail.tables';
import { weeklyResults } from '@oinkly/server/db/tables/leaderboard.tables';
import { addAccountTwin } from '@oinkly/server/test-support/account-twin';
import type { TestUser } from '@oinkly/server/test-support/test-app';
import { EMBEDDED_ISSUER } from '@oinkly/server/modules/identity/index';
import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto';
import { LUNCH_CENTS, PURCHASE_CENTS, SUMS_OF_A_KIND } from './fuzz-bank.ts';
import { NONCE } from './fuzz-issuer.ts';
import { addGuest, beginLogin, isUserDeleted, logInAgain, type FuzzWorld } from './fuzz-world.ts';
import { THINGS, type Reference, type Thing } from './references.ts';
import { LOGIN_STATE } from './requests.ts';

type Id = string | number;

/** The name of the tokens that a user sends, which no request revokes. */
const OWN_TOKEN = 'own token';

/** Newest first. */
const QUERIES = {
  expense: `select id::float8 from expenses where user_id = $1 and deleted_at is null and withdrawn_at is null
    and merged_into_id is null order by id desc`,
  deletedExpense:
    'select id::float8 from expenses where user_id = $1 and deleted_at is not null order by id desc',
  mergedExpense: `select merged_into_id::float8 as id from expenses where user_id = $1 and merged_into_id is not null
    order by 1 desc`,
  series:
    'select id from recurring_series where user_id = $1 and ended_at is null order by next_on, name, id',
  endedSeries:
    'select id from recurring_series where user_id = $1 and ended_at is not null order by next_on, name, id',
  import: 'select id from expense_imports where user_id = $1 and undone_at is null order by file_name, id',
  refund: `select id::text from bank_transactions where user_id = $1 and kind = 'refund' order by bank_transactions.id desc`,
  friend: 'select friend_id as id from friendships where user_id = $1 order by 1',
  guest: 'select id from guests where user_id = $1 order by 1',
  blocked: 'select blocked_id as id from blocks where user_id = $1 order by 1',
  device: `select rtrim(translate(encode(endpoint_hash, 'base64'), '+/', '-_'), '=') as id from push_subscriptions
    where user_id = $1 order by endpoint`,
  week: 'select week_start::text as id from weekly_results where user_id = $1 order by 1 desc',
  session: `select rtrim(translate(encode(token_hash, 'base64'), '+/', '-_'), '=') as id from sessions
    where user_id = $1 and user_agent = 'elsewhere' order by 1`,
  token: `select id from personal_tokens where user_id = $1 and name <> '${OWN_TOKEN}' order by created_at, id`,
  messagePlace: 'select id from message_places where user_id = $1 order by created_at, id',
  connection: 'select provider_connection_id as id from connections where user_id = $1 order by 1 desc',
  merchant:
    'select merchant_key as id from bank_transactions where user_id = $1 group by merchant_key order by 1',
  rule: 'select merchant_key as id from rules where user_id = $1 order by 1',
  accountTwin: 'select id from account_twins where user_id = $1 and choice is null order by id',
  unsubscribeToken: 'select token as id from unsubscribe_tokens where user_id = $1 order by 1',
  notification: 'select id::float8 from notifications where user_id = $1 order by id desc',
} satisfies Partial<Record<Thing, string>>;

function isQueried(thing: Thing): thing is keyof typeof QUERIES {
  return Object.hasOwn(QUERIES, thing);
}

const MISSING: Record<Thing, Id> = {
  expense: 999_999_999,
  deletedExpense: Number.MAX_SAFE_INTEGER,
  mergedExpense: 1,
  manualTwin: 999_999_999,
  bankTwin: 999_999_999,
  series: '00000000-0000-4000-8000-000000000000',
  endedSeries: '00000000-0000-0000-0000-000000000000',
  import: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  refund: '99999999999999999999999999999999',
  friend: '00000000-0000-4000-8000-000000000000',
  blocked: '00000000-0000-4000-8000-000000000000',
  guest: '00000000-0000-4000-8000-000000000000',
  calendarToken: `oink_${'A'.repeat(64)}`,
  guestLink: 'A'.repeat(64),
  device: 'A'.repeat(43),
  week: '2001-01-01',
  session: 'A'.repeat(43),
  token: '00000000-0000-4000-8000-000000000000',
  messagePlace: '00000000-0000-4000-8000-000000000000',
  connection: 'no-such-item',
  'link-session': 'no-such-state',
  accountTwin: '00000000-0000-4000-8000-000000000000',
  merchant: 'no such merchant',
  rule: 'no such rule',
  notification: 999_999_999,
  invitation: 'no-such-code',
  map: 'no-such-map',
  circle: 'no-such-circle',
  unsubscribeToken: 'no-such-token',
  endpoint: 'https://push.example.org/somewhere',
  hook: 'http://hooks.example.org/somewhere',
  ntfyServer: 'http://hooks.example.org',
  deviceKey: 'A'.repeat(87),
  loginAttempt: 'login=no-such-attempt',
};

const A_KEY = createECDH('prime256v1').generateKeys('base64url');

/** Things exist when a request names them. */
export class FuzzUser {
  readonly #world: FuzzWorld;
  #user: TestUser;
  #cookie: string;
  /** Makes names unique. */
  #made = 0;
  /** Expenses that were both added and reported. */
  readonly #twinned = new Set<string>();
  readonly #tokens = new Map<string, string>();

  private constructor(world: FuzzWorld, user: TestUser) {
    this.#world = world;
    this.#user = user;
    this.#cookie = user.cookie;
  }

  static async signUp(world: FuzzWorld): Promise<FuzzUser> {
    const user = await world.t.signUp({ fullName: 'Olga' });
    const { db } = world.t.deps;
    await db.$client.query('update users set is_email_confirmed = true where id = $1', [user.id]);
    await db.insert(identities).values({ issuer: EMBEDDED_ISSUER, subject: user.id, userId: user.id });
    const fuzzUser = new FuzzUser(world, user);
    await fuzzUser.#call('PUT', '/api/users', { weeklyBudget: 100 });
    return fuzzUser;
  }

  get id(): string {
    return this.#user.id;
  }

  get cookie(): string {
    return this.#cookie;
  }

  /** What it sends in a header, or in a calendar's address. */
  async token(scopes: readonly TokenScope[] = PROGRAM_SCOPES): Promise<string> {
    const key = `${this.id} ${scopes.join(' ')}`;
    const known = this.#tokens.get(key);
    if (known !== undefined) return known;
    const made = await this.#call('POST', '/api/tokens', { name: OWN_TOKEN, scopes });
    const { token } = made as { token: string };
    this.#tokens.set(key, token);
    return token;
  }

  /** Creates one of everything. */
  async furnish(): Promise<void> {
    for (const thing of THINGS) await this.#own(thing);
  }

  async logInAgain(): Promise<void> {
    const cookie = await logInAgain(this.#world, this.id);
    if (cookie === null) {
      const other = await FuzzUser.signUp(this.#world);
      this.#user = other.#user;
    }
    this.#cookie = cookie ?? this.#user.cookie;
  }

  /** `other` owns the things of `other` references. */
  async resolve({ owner, thing, at }: Reference, other: FuzzUser): Promise<Id> {
    if (owner === 'none') return MISSING[thing];
    const ids = owner === 'own' ? await this.#own(thing) : await other.#find(thing);
    return ids[at % Math.max(1, ids.length)] ?? MISSING[thing];
  }

  async #own(thing: Thing): Promise<Id[]> {
    const ids = await this.#find(thing);
    if (ids.length > 0) return ids;
    // An earlier request may have deleted the account.
    if (await isUserDeleted(this.#world, this.id)) await this.logInAgain();
    await this.#make(thing);
    return this.#find(thing);
  }

  async #find(thing: Thing): Promise<Id[]> {
    const { invitations, inviterIds, maps, circles, pushOrigin, hookOrigin, bank } = this.#world;
    if (isQueried(thing)) {
      const query = `${QUERIES[thing]} limit 20`;
      const { rows } = await this.#world.t.database.db.$client.query<{ id: Id }>(query, [this.id]);
      return rows.map(({ id }) => id);
    }
    switch (thing) {
      case 'invitation':
        return invitations;
      case 'map':
        return maps;
      case 'circle':
        return circles;
      case 'calendarToken':
        return [await this.token(CALENDAR_SCOPES)];
      case 'guestLink':
        return [await addGuest(this.#world, inviterIds[this.#made % inviterIds.length] ?? '')];
      case 'endpoint':
        return [0, 1, 2].map((number) => `${pushOrigin}/push/${this.id}/${number}`);
      case 'hook':
        return [`${hookOrigin}/${this.id}`];
      case 'ntfyServer':
        return [hookOrigin];
      case 'deviceKey':
        return [A_KEY];
      case 'link-session':
        return bank.linkStates.get(this.id) ?? [];
      case 'loginAttempt':
        return [`login=${await beginLogin(this.#world, LOGIN_STATE, NONCE)}`];
      case 'manualTwin':
      case 'bankTwin': {
        const { offers } = (await this.#call('GET', '/api/duplicates')) as {
          offers: { manual: { id: number }; bank: { id: number } }[];
        };
        return offers.map((offer) => (thing === 'manualTwin' ? offer.manual.id : offer.bank.id));
      }
    }
  }

  /** A failure shows as a missing id later. */
  async #make(thing: Thing): Promise<void> {
    const { db, clock } = this.#world.t.deps;
    const [userId, createdAt] = [this.id, clock()];
    const number = ++this.#made;
    const entered = { name: `Cake ${number}`, amount: 4.25, date: '2026-06-05', category: 'Dining' };
    const add = (fields: object = {}) =>
      this.#call('POST', '/api/expenses', { ...entered, ...fields }) as Promise<{
        id: number;
        seriesId: string;
      }>;
    switch (thing) {
      case 'expense':
        await add();
        return;
      case 'deletedExpense':
        await this.#call('DELETE', `/api/expenses/${(await add()).id}`);
        return;
      case 'series':
        await add({ type: 'recurring' });
        return;
      case 'endedSeries':
        await this.#call('DELETE', `/api/recurring/${(await add({ type: 'recurring' })).seriesId}`);
        return;
      case 'import':
        await this.#call('POST', '/api/imports', {
          requestId: randomUUID(),
          fileName: 'a.csv',
          rows: [entered],
        });
        return;
      case 'connection':
        await this.#linkBank();
        return;
      case 'refund':
      case 'merchant':
        await this.#hearOfBank();
        return;
      case 'rule': {
        const [merchantKey] = await this.#own('merchant');
        if (merchantKey !== undefined) await this.#call('PUT', '/api/rules', { merchantKey, counted: false });
        return;
      }
      case 'mergedExpense': {
        const lunch = await this.#reported(LUNCH_CENTS);
        if (lunch) await add({ ...lunch, date: '2026-06-03' });
        return;
      }
      case 'manualTwin':
      case 'bankTwin': {
        const purchase = await this.#reported(PURCHASE_CENTS);
        if (purchase) await add({ ...purchase, amount: Math.floor(purchase.amount) - 1, date: '2026-06-03' });
        return;
      }
      case 'friend':
      case 'notification': {
        const friend = await this.#world.t.signUp({ fullName: 'Fred' });
        await db.insert(friendships).values([
          { userId, friendId: friend.id, createdAt },
          { userId: friend.id, friendId: userId, createdAt },
        ]);
        const eventKey = `friend ${friend.id}`;
        await db
          .insert(notifications)
          .values({ userId, event: { kind: 'friend' }, eventKey, friendId: friend.id, createdAt });
        return;
      }
      case 'blocked': {
        const foe = await this.#world.t.signUp({ fullName: 'Faye' });
        await db.insert(blocks).values({ userId, blockedId: foe.id, createdAt });
        return;
      }
      case 'guest':
        await addGuest(this.#world, userId);
        return;
      case 'device': {
        const keys = { p256dh: A_KEY, auth: 'a'.repeat(22) };
        const endpoint = `${this.#world.pushOrigin}/push/${userId}/own`;
        await this.#call('POST', '/api/push/subscriptions', { endpoint, keys });
        return;
      }
      case 'week': {
        const weekStart = addDays('2026-05-25', -7 * (number % 40));
        const sums = { budgetCents: 100_00, spentCents: 0, rankedCents: 0, wasActive: true };
        await db
          .insert(weeklyResults)
          .values({ userId, weekStart, ...sums, closedAt: createdAt })
          .onConflictDoNothing();
        return;
      }
      case 'session': {
        const elsewhere = { userAgent: 'elsewhere', createdAt, lastSeenAt: createdAt };
        await db.insert(sessions).values({ userId, tokenHash: randomBytes(32), ...elsewhere });
        return;
      }
      case 'token':
        await this.#call('POST', '/api/tokens', { name: 'Watch', scopes: ['week:read'] });
        return;
      case 'messagePlace':
        await this.#call('POST', '/api/message-places', {
          type: 'webhook',
          name: 'Home',
          url: `${this.#world.hookOrigin}/own`,
        });
        return;
      case 'unsubscribeToken':
        await db.insert(unsubscribeTokens).values({ userId, token: randomUUID() });
        return;
      case 'accountTwin':
        await addAccountTwin(db, userId, createdAt);
        return;
      case 'link-session':
        await this.#world.t.app.inject({
          url: '/api/plaid/create-link-token',
          headers: { cookie: this.#cookie, 'sec-fetch-site': 'same-origin' },
        });
        return;
      case 'invitation':
      case 'map':
      case 'circle':
      case 'calendarToken':
      case 'guestLink':
      case 'endpoint':
      case 'hook':
      case 'ntfyServer':
      case 'deviceKey':
      case 'loginAttempt':
        // The world provides them.
        return;
    }
  }

  async #reported(cents: number): Promise<{ name: string; amount: number } | undefined> {
    const find = async () => {
      const { rows } = await this.#world.t.database.db.$client.query<{ name: string; cents: number }>(
        `select name, bank_amount_cents::integer as cents from expenses
         where user_id = $1 and bank_amount_cents >= $2 and bank_amount_cents < $2 + $3::integer and deleted_at is null
           and fields_from_manual is null and name <> all($4) order by id limit 1`,
        [this.id, cents, SUMS_OF_A_KIND, [...this.#twinned]],
      );
      return rows[0];
    };
    let found = await find();
    if (!found) {
      await this.#hearOfBank();
      found = await find();
    }
    if (!found) return undefined;
    this.#twinned.add(found.name);
    return { name: found.name, amount: found.cents / 100 };
  }

  async #hearOfBank(): Promise<void> {
    if ((await this.#find('connection')).length === 0) return this.#linkBank();
    await this.#world.t.resetRateLimits();
    await this.#call('POST', '/api/auto-import-transactions');
  }

  async #linkBank(): Promise<void> {
    const token = createHash('sha256').update(`${this.id} ${++this.#made}`).digest('base64url');
    await this.#world.t.resetRateLimits();
    await this.#call('POST', '/api/plaid/exchange-token', { public_token: `public-${token}` });
    await this.#call('POST', '/api/auto-import-transactions');
  }

  async #call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<unknown> {
    const send = () =>
      this.#world.t.app.inject({
        method,
        url,
        headers: { cookie: this.#cookie, 'sec-fetch-site': 'same-origin' },
        ...(body && { payload: body }),
      });
    let answer = await send();
    if (answer.statusCode === 401) {
      await this.logInAgain();
      answer = await send();
    }
    if (answer.statusCode !== 200) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
    return answer.json();
  }
}
