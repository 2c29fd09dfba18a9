import { daysBefore } from './bank-changes.ts';
import { isReadable, type IdentifiedRow } from './simplefin-statement.ts';
import type { BankChange } from './steps.ts';
import { CODES, merchantOf, SHOPS } from './vocabulary.ts';

export interface OpenAccount {
  conn_id: string;
  account_id: string;
  /** The same for every login. */
  key: string;
  isUsed: boolean;
}

interface Purchase {
  key: string;
  merchant: string;
  day: string;
  wasPending: boolean;
}

/** What the emulator is asked to change. */
export interface AccountChange {
  account: OpenAccount;
  changes: ({ op: 'add' | 'post' | 'modify' | 'remove' | 'hide' | 'reissue' } & Record<string, unknown>)[];
}

/** Purchases of one shop with a pending one among them are so far apart that no reader could confuse them. */
const DAYS_BETWEEN_ALIKE = 25;
/** SimpleFIN lists pending rows by their day of purchase, and an ordinary sync asks for seventeen days. */
const LONGEST_PENDING_DAYS = 10;
/** A row that a change moves between two requests of one sync is in both answers or in none. */
const FIRST_REQUEST_ENDS = { newest: 82, oldest: 96 };
/** How far a bank moves a date. */
const LONGEST_MOVE_DAYS = 6;

const BROKEN: readonly Record<string, unknown>[] = [
  { amount: null },
  { amount: '900719925474099400' },
  { amount: '1e3' },
  { amount: [12] },
  { posted: 'yesterday' },
  { posted: 9_000_000_000_000 },
];

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000;

/** At SimpleFIN, money out is negative. */
const amountText = (dollars: number) => String(-dollars);

/**
 * Chooses changes after which a person can still say which row is which, whatever their ids. Only equal purchases of one day are
 * confusable.
 */
export class PurchaseHistory {
  readonly #today: string;
  readonly #purchases = new Map<string, Purchase>();
  /** By account: two purchases never share a day, unless they are equal. */
  readonly #days = new Map<string, Map<string, string>>();
  /** What the product knows of a purchase, or may know soon. */
  readonly #known = new Map<string, { id: string; content: string }>();
  #count = 0;

  constructor(today: string) {
    this.#today = today;
  }

  /** A sync has read these rows; whether it stores them is still open. */
  noteRead(rows: readonly IdentifiedRow[]): void {
    this.#note(rows.filter(({ transaction_id }) => !this.#known.has(transaction_id)));
  }

  noteApplied({ rows }: { rows: readonly IdentifiedRow[] }): void {
    this.#note(rows);
  }

  /** Null if nothing fits. */
  change(
    wanted: BankChange,
    rows: readonly IdentifiedRow[],
    accounts: readonly OpenAccount[],
  ): AccountChange | null {
    const { op, pick, cents, detail } = wanted;
    const ofRow = (
      row: IdentifiedRow | undefined,
      change: AccountChange['changes'][number] | null,
    ): AccountChange | null => {
      const account = row && accounts.find((one) => idOf(one) === row.account_id);
      return row && account && change
        ? {
            account,
            changes: [{ ...change, transaction_id: row.reportedId }],
          }
        : null;
    };
    const whole = rows.filter(isReadable);
    const pending = at(
      whole.filter((row) => row.pending),
      pick,
    );
    const shopIndex = detail % SHOPS.length;
    switch (op) {
      case 'add':
      case 'add-pending':
        return this.#add(wanted, accounts, { isPending: op === 'add-pending', shopIndex });
      case 'add-broken':
        return this.#add(wanted, accounts, { isPending: false, shopIndex, raw: at(BROKEN, pick) });
      case 'refund': {
        const refunded = at(
          whole.filter(({ amount }) => amount > 0),
          pick,
        );
        if (!refunded) return null;
        const back = detail % 3 === 0 ? refunded.amount : cents / 100;
        const index = SHOPS.findIndex(({ merchant }) => merchant === merchantOfRow(refunded));
        return this.#add(wanted, accounts, { isPending: false, shopIndex: index, amount: -back });
      }
      case 'add-twin':
        return this.#addTwin(wanted, at(whole, pick), accounts);
      case 'post':
        return ofRow(pending, pending && this.isUnchanged(pending) ? this.#post(wanted, pending) : null);
      case 'vanish':
        return ofRow(pending, { op: 'remove' });
      case 'remove':
        return ofRow(
          at(
            rows.filter((row) => !row.pending),
            pick,
          ),
          { op: 'remove' },
        );
      case 'modify': {
        if (detail % 3 === 0) return this.#reissue(wanted, whole, accounts);
        const row = at(rows, pick);
        return ofRow(row, row && this.#hasKnownId(row) ? this.#modify(wanted, row) : null);
      }
      case 'break': {
        const row = at(whole, pick);
        return ofRow(row, row && this.#hasKnownId(row) ? { op: 'modify', raw: at(BROKEN, detail) } : null);
      }
      case 'repeat': {
        const row = at(rows, pick);
        const isSettled = row && this.#hasKnownId(row) && this.isUnchanged(row);
        return ofRow(row, isSettled ? { op: 'hide', answers: 1 + (detail % 2) } : null);
      }
      case 'reissue':
        return this.#reissue(wanted, whole, accounts);
    }
  }

  /** Gives one row or all rows of an account new ids. */
  #reissue(
    { pick, detail }: BankChange,
    whole: readonly IdentifiedRow[],
    accounts: readonly OpenAccount[],
  ): AccountChange | null {
    const findable = whole.filter((row) => this.isUnchanged(row));
    const first = at(findable, pick);
    const account = first && accounts.find((one) => idOf(one) === first.account_id);
    if (!first || !account) return null;
    const all = findable.filter((row) => row.account_id === first.account_id);
    const reissued = detail % 2 === 0 ? all : [first];
    const ids = reissued.map(({ reportedId }) => reportedId);
    return { account, changes: [{ op: 'reissue', transaction_ids: ids }] };
  }

  #add(
    { pick, cents, daysAgo, detail }: BankChange,
    accounts: readonly OpenAccount[],
    given: {
      isPending: boolean;
      shopIndex: number;
      amount?: number;
      raw?: Record<string, unknown> | undefined;
    },
  ): AccountChange | null {
    const wantedDay = daysBefore(this.#today, given.isPending ? daysAgo % LONGEST_PENDING_DAYS : daysAgo);
    const shop = at(SHOPS, given.shopIndex);
    for (let index = 0; index < accounts.length; index += 1) {
      const account = at(accounts, pick + index);
      if (!account || !shop) continue;
      const day = this.#freeDay(account.key, wantedDay);
      if (day === null || (given.isPending && day < daysBefore(this.#today, LONGEST_PENDING_DAYS))) continue;
      const purchase = { key: account.key, merchant: shop.merchant, day, wasPending: given.isPending };
      if (!this.#isClear(purchase)) continue;
      const postedOn = this.#freeOr(account.key, daysBefore(day, -(pick % 3)), day);
      const amount = given.amount ?? (detail % 7 === 0 && !given.isPending ? -cents : cents) / 100;
      const name = this.#addPurchase(purchase, [day, postedOn]);
      const code = at(CODES, pick);
      return {
        account,
        changes: [
          {
            op: 'add',
            pending: given.isPending,
            amount: amountText(amount),
            description: shop.name,
            ...(shop.merchant_name !== null && { payee: shop.merchant_name }),
            ...(code != null && { mcc: code }),
            ...(!given.isPending && { posted: noonOf(pick % 5 === 0 ? day : postedOn) }),
            ...((given.isPending || pick % 5 !== 0) && { transacted_at: noonOf(day) }),
            extra: { purchase: name },
            ...(given.raw && { raw: given.raw }),
          },
        ],
      };
    }
    return null;
  }

  /** Equal but for its id, or on another day. */
  #addTwin(
    { detail }: BankChange,
    row: (IdentifiedRow & { amount: number; date: string }) | undefined,
    accounts: readonly OpenAccount[],
  ): AccountChange | null {
    const twin = row && this.#purchases.get(row.transaction_id);
    const account = row && accounts.find((one) => idOf(one) === row.account_id);
    if (!twin || !account || row.pending || twin.wasPending) return null;
    const isSameDay = detail % 2 === 0;
    const later = daysBefore(row.date, -3);
    if (!isSameDay && (later > this.#today || !this.#isFree(twin.key, later))) return null;
    const purchase = { ...twin, day: isSameDay ? twin.day : later };
    const code = /^code (\d+)$/.exec(row.personal_finance_category?.detailed ?? '')?.[1];
    return {
      account,
      changes: [
        {
          op: 'add',
          amount: amountText(row.amount),
          description: row.name,
          ...(row.merchant_name !== null && { payee: row.merchant_name }),
          ...(code !== undefined && { mcc: code }),
          posted: noonOf(isSameDay ? row.date : later),
          ...(isSameDay &&
            typeof row.authorized_date === 'string' && { transacted_at: noonOf(row.authorized_date) }),
          extra: { purchase: this.#addPurchase(purchase, isSameDay ? [] : [later]) },
        },
      ],
    };
  }

  /** With or without a tip, another text, the day of purchase and a new id. */
  #post({ pick, detail }: BankChange, row: IdentifiedRow & { amount: number; date: string }) {
    const key = this.#purchases.get(row.transaction_id)?.key ?? '';
    const postedOn = this.#freeOr(key, daysBefore(row.date, -(detail % 4)), row.date);
    this.#useDay(key, postedOn, row.transaction_id);
    const withTip = Math.round(row.amount * (100 + (pick % 20))) / 100;
    const other = SHOPS.find((shop) => shop.merchant === merchantOfRow(row) && shop.name !== row.name);
    return {
      op: 'post' as const,
      posted: noonOf(postedOn),
      ...(detail % 3 !== 0 && { amount: amountText(withTip) }),
      ...(detail % 4 === 0 && { transacted_at: null }),
      ...(detail % 6 === 0 && { new_transaction_id: row.reportedId }),
      ...(detail % 5 === 0 && other && textsOf(other)),
    };
  }

  #modify({ pick, cents, daysAgo, detail }: BankChange, row: IdentifiedRow) {
    const purchase = this.#purchases.get(row.transaction_id);
    if (!purchase) return null;
    const shop = at(SHOPS, detail);
    const code = at(CODES, pick);
    const old = typeof row.date === 'string' ? row.date : purchase.day;
    const day = daysBefore(old, (daysAgo % (2 * LONGEST_MOVE_DAYS)) - LONGEST_MOVE_DAYS);
    const canMove = !row.pending && day <= this.#today && this.#isFree(purchase.key, day);
    const isClearShop =
      shop &&
      !purchase.wasPending &&
      this.#isClear({ ...purchase, merchant: shop.merchant }, row.transaction_id);
    const changes = [
      () => ({ amount: amountText(cents / 100) }),
      () => ({ amount: amountText(row.pending ? cents / 100 : -cents / 100) }),
      () => (canMove ? { posted: this.#moved(row, day), transacted_at: null } : null),
      () => (canMove ? { transacted_at: this.#moved(row, day) } : null),
      () => {
        if (!isClearShop) return null;
        this.#purchases.set(row.transaction_id, { ...purchase, merchant: shop.merchant });
        return textsOf(shop);
      },
      () => ({ mcc: code ?? null }),
      () => (canMove ? { amount: amountText(cents / 100), posted: this.#moved(row, day) } : null),
    ];
    const change = at(changes, detail)?.();
    if (!change || this.#isOtherPurchase(row, change)) return null;
    return { op: 'modify' as const, ...change };
  }

  /** With another amount, shop and day, every reader would take it for another purchase under a used id. */
  #isOtherPurchase(row: IdentifiedRow, change: object): boolean {
    const known = this.#known.get(row.transaction_id)?.content;
    if (known === undefined) return false;
    const [amount, date, , name] = JSON.parse(known) as unknown[];
    const isOther = [
      'amount' in change || amount !== row.amount,
      'posted' in change || date !== row.date,
      'description' in change || name !== row.name,
    ];
    return isOther.every(Boolean);
  }

  #moved(row: IdentifiedRow, day: string): number {
    const purchase = this.#purchases.get(row.transaction_id);
    if (purchase) this.#useDay(purchase.key, day, row.transaction_id);
    return noonOf(day);
  }

  #note(rows: readonly IdentifiedRow[]): void {
    for (const row of rows.filter(isReadable)) {
      this.#known.set(row.transaction_id, { id: row.reportedId, content: contentOf(row) });
    }
  }

  #addPurchase(purchase: Purchase, days: readonly string[]): string {
    this.#count += 1;
    const name = `purchase ${this.#count}`;
    this.#purchases.set(name, purchase);
    for (const day of days) this.#useDay(purchase.key, day, name);
    return name;
  }

  #isClear(purchase: Purchase, itself?: string): boolean {
    return ![...this.#purchases].some(
      ([name, other]) =>
        name !== itself &&
        other.key === purchase.key &&
        other.merchant === purchase.merchant &&
        (other.wasPending || purchase.wasPending) &&
        Math.abs(Date.parse(other.day) - Date.parse(purchase.day)) <= DAYS_BETWEEN_ALIKE * 86_400_000,
    );
  }

  /** A row may change its content or its id between two syncs, not both: no reader could recognize it. */
  isUnchanged(row: IdentifiedRow): boolean {
    const known = this.#known.get(row.transaction_id);
    return isReadable(row) && (!known || known.content === contentOf(row));
  }

  #hasKnownId({ transaction_id, reportedId }: IdentifiedRow): boolean {
    const known = this.#known.get(transaction_id);
    return !known || known.id === reportedId;
  }

  /** The first free day at or before the wanted one. */
  #freeDay(key: string, wanted: string): string | null {
    for (let back = 0; back < 30; back += 1) {
      const day = daysBefore(wanted, back);
      if (this.#isFree(key, day)) return day;
    }
    return null;
  }

  #freeOr(key: string, day: string, otherwise: string): string {
    return day <= this.#today && this.#isFree(key, day) ? day : otherwise;
  }

  #isFree(key: string, day: string): boolean {
    const { newest, oldest } = FIRST_REQUEST_ENDS;
    const isAtEdge = day <= daysBefore(this.#today, newest) && day >= daysBefore(this.#today, oldest);
    return !isAtEdge && !this.#days.get(key)?.has(day);
  }

  #useDay(key: string, day: string, name: string): void {
    const days = this.#days.get(key) ?? new Map<string, string>();
    this.#days.set(key, days.set(day, name));
  }
}

function idOf({ conn_id, account_id }: OpenAccount): string {
  return `${conn_id}:${account_id}`;
}

function merchantOfRow({ name, merchant_name }: IdentifiedRow): string {
  return merchantOf({ name, merchantName: merchant_name });
}

/** A name of null removes the payee. */
function textsOf({ name, merchant_name }: (typeof SHOPS)[number]) {
  return { description: name, raw: { payee: merchant_name } };
}

function contentOf(row: IdentifiedRow): string {
  return JSON.stringify([
    row.amount,
    row.date,
    row.authorized_date,
    row.name,
    row.merchant_name,
    row.pending,
    row.personal_finance_category,
  ]);
}
