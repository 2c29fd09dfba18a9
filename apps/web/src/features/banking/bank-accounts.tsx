import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { accountsQuery, transactionStatsQuery } from '../../shared/http/accounts-query.ts';
import { leaveToLinkBank } from '../../shared/http/bank-link.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { ImportYear } from './import-year.tsx';

/** The connect button and the linked banks (RT-3, ACC-3). The button leads on a page of their own, and stands back in a section. */
export function BankAccounts({ headingLevel: Heading }: { headingLevel: 'h2' | 'h3' }) {
  return (
    <div className="flex flex-col gap-5">
      <Button
        look={Heading === 'h2' ? 'primary' : 'secondary'}
        className="w-full"
        onClick={() => leaveToLinkBank({ duringSignup: false })}
      >
        <Landmark size={20} aria-hidden="true" />
        Connect Bank Account
      </Button>
      <ConnectedAccounts headingLevel={Heading} />
    </div>
  );
}

function ConnectedAccounts({ headingLevel: Heading }: { headingLevel: 'h2' | 'h3' }) {
  const accounts = useQuery(accountsQuery);
  const stats = useQuery(transactionStatsQuery);
  const counts = stats.data && new Map(stats.data.stats.map(({ accountId, count }) => [accountId, count]));
  return (
    <section aria-labelledby="connected-accounts">
      <Heading id="connected-accounts" className="mb-3 font-bold">
        Connected Accounts
      </Heading>
      {accounts.data ? (
        accounts.data.items.length === 0 ? (
          <p className="rounded-medium border border-dashed border-line-strong px-4 py-5 text-center text-ink-soft">
            No bank is connected yet. Connect one and your purchases appear by themselves.
          </p>
        ) : (
          <>
            <ul className="mb-4 flex flex-col gap-4">
              {accounts.data.items.map((connection) => (
                <ConnectionCard
                  key={connection.item_id}
                  connection={connection}
                  accounts={accounts.data.accounts.filter(({ item_id }) => item_id === connection.item_id)}
                  countOf={counts && ((accountId) => counts.get(accountId) ?? 0)}
                />
              ))}
            </ul>
            <ImportYear />
          </>
        )
      ) : accounts.isError ? (
        <FailureNotice message="Your bank accounts did not load." onRetry={() => void accounts.refetch()} />
      ) : (
        <Skeleton className="h-64 rounded-medium" />
      )}
    </section>
  );
}
