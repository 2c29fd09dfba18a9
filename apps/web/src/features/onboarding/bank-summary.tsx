import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { accountsQuery, transactionStatsQuery } from '../banking/accounts-query.ts';
import { SummaryLine } from './finish-step.tsx';

const names = new Intl.ListFormat('en-US');

/** The linked banks, and how many transactions they have reported so far. */
export function BankSummary() {
  const accounts = useQuery(accountsQuery);
  // The first sync may still run.
  const stats = useQuery({ ...transactionStatsQuery, staleTime: 0 });
  if (!accounts.data || accounts.data.length === 0) return null;
  const banks = new Set(accounts.data.map(({ institution_name }) => institution_name));
  const count = stats.data?.reduce((sum, account) => sum + account.count, 0) ?? 0;
  return (
    <SummaryLine icon={Landmark}>
      {names.format(banks)}
      {count > 0 && (
        <span className="block text-small text-ink-soft">
          {count === 1
            ? '1 transaction found so far'
            : `${count.toLocaleString('en-US')} transactions found so far`}
        </span>
      )}
    </SummaryLine>
  );
}
