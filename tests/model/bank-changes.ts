import { isRealDay, type BankRow, type BankStatement } from './bank-statement.ts';
import type { BankChange } from './steps.ts';
import { CATEGORIES, SHOPS } from './vocabulary.ts';

type LedgerChange = Record<string, unknown> & { op: string };

const DAY_MS = 86_400_000;
const BROKEN = [
  { amount: null },
  { amount: 9_007_199_254_740_994 },
  { amount: 1e300 },
  { amount: '12' },
  { date: '2026-02-31' },
  { date: null },
];

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** A negative count goes forward. */
export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10);
}

function isWhole(row: BankRow): row is BankRow & { amount: number; date: string } {
  return typeof row.amount === 'number' && Math.abs(row.amount) < 1e6 && isRealDay(row.date);
}

/** Null when the bank's current ledger has nothing that fits. */
export function ledgerChange(
  { op, pick, cents, daysAgo, detail }: BankChange,
  { rows, accounts }: BankStatement,
  today: string,
): LedgerChange | null {
  const date = daysBefore(today, daysAgo);
  const pending = at(
    rows.filter(isWhole).filter((row) => row.pending),
    pick,
  );
  const posted = at(
    rows.filter((row) => !row.pending),
    pick,
  );
  const whole = at(rows.filter(isWhole), pick);
  const shop = at(SHOPS, detail);
  const amount = (detail % 7 === 0 ? -cents : cents) / 100;
  const added = {
    op: 'add',
    account_id: at([...accounts.keys()].slice(0, 2), pick),
    amount,
    name: shop?.name ?? '',
    merchant_name: shop?.merchant_name ?? null,
    date,
    authorized_date: pick % 5 === 0 ? null : daysBefore(date, pick % 3),
    category: at(CATEGORIES, pick),
    iso_currency_code: detail % 19 === 0 ? 'EUR' : 'USD',
  };
  switch (op) {
    case 'add':
      return added;
    case 'add-pending':
      return { ...added, amount: cents / 100, pending: true };
    case 'add-twin':
      // Same price and shop, on the same day or three days later.
      return whole
        ? {
            ...added,
            amount: whole.amount,
            name: whole.name,
            merchant_name: whole.merchant_name,
            account_id: whole.account_id,
            date: detail % 2 === 0 ? whole.date : daysBefore(whole.date, -3),
          }
        : null;
    case 'add-broken':
      return { ...added, raw: at(BROKEN, pick) };
    case 'post':
      return pending
        ? {
            op: 'post',
            transaction_id: pending.transaction_id,
            matched: detail % 6 !== 0,
            date: daysBefore(pending.date, -(detail % 4)),
            // With or without a tip.
            ...(detail % 3 !== 0 && { amount: pending.amount + cents / 100 }),
            ...(detail % 11 === 0 && { raw: at(BROKEN, pick) }),
          }
        : null;
    case 'vanish':
      return pending ? { op: 'remove', transaction_id: pending.transaction_id } : null;
    case 'remove':
      return posted ? { op: 'remove', transaction_id: posted.transaction_id } : null;
    case 'modify': {
      const changes = [
        { amount: cents / 100 },
        { amount: -cents / 100 },
        { date, authorized_date: null },
        { authorized_date: date },
        { name: added.name, merchant_name: added.merchant_name },
        { category: added.category },
        { iso_currency_code: added.iso_currency_code },
        { pending: false },
        { amount: cents / 100, date },
      ];
      const row = at(rows, pick);
      return row ? { op: 'modify', transaction_id: row.transaction_id, ...at(changes, detail) } : null;
    }
    case 'break':
      return whole ? { op: 'modify', transaction_id: whole.transaction_id, raw: at(BROKEN, detail) } : null;
    case 'refund':
      return whole && whole.amount > 0
        ? {
            op: 'refund',
            transaction_id: whole.transaction_id,
            date,
            ...(detail % 3 !== 0 && { amount: cents / 100 }),
          }
        : null;
    case 'repeat':
      return whole ? { op: 'repeat', transaction_id: whole.transaction_id } : null;
    case 'reissue':
      return rows.length > 0 ? { op: 'reissue' } : null;
  }
}
