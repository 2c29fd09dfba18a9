import type { BankAccount, Connection } from '@oinkly/contract/endpoints';
import { daysBetween, type Day } from '@oinkly/domain/days';
import { centsFromDollars, formatMoney } from '@oinkly/domain/money';

/** Banks report on working days. */
const SILENT_DAYS = 4;

/** The current balance, or else the available one (CA-1). On a credit card, a positive current balance is debt. */
export function balanceText({ type, balances }: Pick<BankAccount, 'type' | 'balances'>): string {
  const amount = balances.current ?? balances.available;
  if (amount === null) return 'No balance';
  const money = formatMoney(centsFromDollars(amount), balances.iso_currency_code ?? 'USD');
  return type === 'credit' && (balances.current ?? 0) > 0 ? `${money} owed` : money;
}

/** The provider's types in plain words. */
const TYPE_WORDS: Partial<Record<string, string>> = { depository: 'Bank account' };

/** 'Bank account · checking · ••0000' */
export function accountKind(account: Pick<BankAccount, 'type' | 'subtype' | 'mask'>): string {
  const type = TYPE_WORDS[account.type] ?? account.type.charAt(0).toUpperCase() + account.type.slice(1);
  return [type, account.subtype, account.mask === null ? null : `••${account.mask}`]
    .filter(Boolean)
    .join(' · ');
}

export function connectionLabel(status: Connection['status']): 'Connected' | 'Error' {
  return status === 'healthy' ? 'Connected' : 'Error';
}

/** Non-breaking spaces keep the time on one line. */
export function lastSyncedText(lastSyncedAt: string | null): string {
  if (lastSyncedAt === null) return 'Not synced yet';
  const when = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(lastSyncedAt));
  return `Last synced ${when.replace(/\s(?=[AP]M$)/, '\u00a0')}`;
}

/** Null unless the bank has reported nothing for days, which must not look up to date. */
export function lastReportedText(reportedAt: string | null, today: Day): string | null {
  if (reportedAt === null || daysBetween(reportedAt.slice(0, 10), today) < SILENT_DAYS) return null;
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(
    new Date(reportedAt),
  );
  return `Your bank last reported on ${day}`;
}

/** 'No transactions', '1 transaction', '1,579 transactions' */
export function transactionCountText(count: number): string {
  if (count === 0) return 'No transactions';
  return count === 1 ? '1 transaction' : `${count.toLocaleString('en-US')} transactions`;
}
