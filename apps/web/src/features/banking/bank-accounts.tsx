import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { AccountTwins } from './account-twins.tsx';
import { accountsQuery, connectionsQuery, transactionStatsQuery, type OfProvider } from './accounts-query.ts';
import type { Connection } from '@oinkly/contract/banking';
import { FailureNotice } from '../../shared/ui/failure-notice.tsx';
import { Pig } from '../../shared/ui/pig.tsx';
import { Skeleton, SkeletonLines } from '../../shared/ui/skeleton.tsx';
import { ConnectButton } from './connect/connect-button.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { ImportYear } from './import-year.tsx';
import { useSyncsUnderWay } from './sync-status.ts';

/** The connect button is prominent only on its own page, and only until a bank is connected (RT-3, ACC-3). */
export function BankAccounts({ headingLevel: Heading }: { headingLevel: 'h2' | 'h3' }) {
  const connections = useQuery(connectionsQuery);
  const accounts = useQuery(accountsQuery);
  const hasBanks = connections.data !== undefined && connections.data.length > 0;
  return (
    <div className="flex flex-col gap-5">
      <ConnectedAccounts headingLevel={Heading} />
      {/* It would move when the list loads above it. */}
      {!connections.isPending && !accounts.isPending && (
        <ConnectButton look={Heading === 'h2' && !hasBanks ? 'primary' : 'secondary'} />
      )}
    </div>
  );
}

function ConnectedAccounts({ headingLevel: Heading }: { headingLevel: 'h2' | 'h3' }) {
  const connections = useQuery(connectionsQuery);
  const accounts = useQuery(accountsQuery);
  const stats = useQuery(transactionStatsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const syncs = useSyncsUnderWay(connections.data !== undefined && connections.data.length > 0);
  // During the first sync, a missing count is not 'No transactions'.
  const isFirstSync = ({ item_id, last_synced_at }: OfProvider<Connection>) =>
    last_synced_at === null && syncs.has(item_id);
  const loadAgain = () => {
    for (const list of [connections, accounts]) if (list.isError) void list.refetch();
  };
  const counts = stats.data && new Map(stats.data.map(({ accountId, count }) => [accountId, count]));
  return (
    <section aria-labelledby="connected-accounts">
      <Heading ref={heading} id="connected-accounts" tabIndex={-1} className="mb-3 font-bold">
        Connected Accounts
      </Heading>
      {connections.data && accounts.data ? (
        connections.data.length === 0 ? (
          <div className="flex flex-col items-center rounded-medium border border-dashed border-line-strong px-5 pt-7 pb-6 text-center">
            <Pig mood="asleep" width={104} className="mb-4" />
            <p className="text-balance text-ink-soft">
              No bank connected yet. Connect one to import your purchases automatically.
            </p>
          </div>
        ) : (
          <>
            {accounts.data.length > 1 && <AccountTwins focusFallback={heading} />}
            <ul className="mb-4 flex flex-col gap-4">
              {connections.data.map((connection) => (
                <ConnectionCard
                  key={connection.item_id}
                  connection={connection}
                  accounts={accounts.data.filter(({ item_id }) => item_id === connection.item_id)}
                  underWay={syncs.get(connection.item_id)}
                  focusFallback={heading}
                  countOf={isFirstSync(connection) ? undefined : counts && ((id) => counts.get(id) ?? 0)}
                />
              ))}
            </ul>
            <ImportYear />
          </>
        )
      ) : connections.isError || accounts.isError ? (
        <FailureNotice message="We couldn’t load your bank accounts." onRetry={loadAgain} />
      ) : (
        <ConnectionSkeleton />
      )}
    </section>
  );
}

function ConnectionSkeleton() {
  return (
    <div aria-busy="true" className="rounded-medium border border-line bg-card px-inset pt-4 pb-3">
      <div className="flex items-center gap-3 pb-3">
        <Skeleton className="size-tile rounded-small" />
        <SkeletonLines />
        <Skeleton className="h-4 w-20 rounded-square" />
      </div>
      {[1, 2, 3].map((account) => (
        <div key={account} className="flex items-center gap-3 border-t border-line py-2.5">
          <SkeletonLines />
          <Skeleton className="h-4 w-20 rounded-square" />
        </div>
      ))}
      <div className="mt-2 flex gap-2 border-t border-line pt-3">
        <Skeleton className="h-11 w-18 rounded-small" />
        <Skeleton className="h-11 w-30 rounded-small" />
      </div>
    </div>
  );
}
