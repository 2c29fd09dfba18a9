import type { BankAccount, Connection } from '@oinkly/contract/banking';
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

/** Writes text such as 'Checking account · ending in 0000'. */
export function accountKind({ type, subtype, mask }: Pick<BankAccount, 'type' | 'subtype' | 'mask'>): string {
  const kind = kindWords(type, subtype);
  return [capitalized(kind), mask === null ? null : endingIn(mask)].filter(Boolean).join(' · ');
}

/** Dots before the digits would be read aloud as bullets. */
export function endingIn(mask: string): string {
  return `ending in ${mask}`;
}

/** The provider's type and subtype in the words of a bank's customer. */
function kindWords(type: string, subtype: string | null): string {
  if (type === 'depository') return `${subtype ?? 'bank'} account`;
  if (subtype === null) return type;
  return subtype.startsWith(type) ? subtype : `${type} · ${subtype}`;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function connectionLabel(status: Connection['status']): 'Connected' | 'Error' {
  return status === 'healthy' ? 'Connected' : 'Error';
}

/** Writes when a bank was last read. Non-breaking spaces keep the time on one line. */
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

/** Writes 'No transactions', '1 transaction' or '1,579 transactions'. */
export function transactionCountText(count: number): string {
  if (count === 0) return 'No transactions';
  return count === 1 ? '1 transaction' : `${count.toLocaleString('en-US')} transactions`;
}
