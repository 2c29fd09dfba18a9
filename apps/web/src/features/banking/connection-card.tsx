import type { BankAccount, Connection } from '@oinkly/contract/endpoints';
import { CircleAlert, CircleCheck, Landmark } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import {
  accountKind,
  balanceText,
  connectionLabel,
  lastSyncedText,
  transactionCountText,
} from './account-words.ts';
import { useSyncConnection } from './connection-actions.ts';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { ReconnectButton, type ReconnectNeed } from './reconnect-button.tsx';
import { stageText, type ConnectionSync } from './sync-status.ts';

/** `countOf` is undefined until the counts have loaded, `underWay` without a running sync (CA-1 to CA-4). */
export function ConnectionCard({
  connection,
  accounts,
  countOf,
  underWay,
  focusFallback,
}: {
  connection: Connection;
  accounts: BankAccount[];
  countOf: ((accountId: string) => number) | undefined;
  underWay: ConnectionSync | undefined;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const [isDisconnecting, setIsDisconnecting] = useState(false);
  const sync = useSyncConnection(connection.item_id);
  const nameLine = useRef<HTMLParagraphElement>(null);
  const name = connection.institution_name;
  return (
    <li
      ref={useFocusFallback(focusFallback)}
      className="rounded-medium border border-line bg-card px-inset pt-4 pb-3"
    >
      <div className="flex items-start gap-3">
        <span className="grid size-tile flex-none place-items-center rounded-small bg-pink-wash text-pink-deep">
          <Landmark size={20} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <p ref={nameLine} tabIndex={-1} className="min-w-0 font-bold wrap-anywhere">
              {name}
            </p>
            <StatusLabel status={connection.status} />
          </div>
          <p aria-live="polite" className="text-small text-ink-soft">
            {underWay ? `${stageText(underWay)}…` : lastSyncedText(connection.last_synced_at)}
          </p>
        </div>
      </div>
      {connection.error_message !== null && (
        <p className="mt-3 rounded-small bg-gold-wash px-3 py-2 text-small">{connection.error_message}</p>
      )}
      <ReconnectButton
        itemId={connection.item_id}
        institutionName={name}
        need={needOf(connection)}
        focusFallback={nameLine}
      />
      <ul className="mt-3">
        {accounts.map((account) => (
          <AccountRow key={account.account_id} account={account} count={countOf?.(account.account_id)} />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2 border-t border-line pt-3">
        <Button
          look="quiet"
          aria-label={`Sync ${name}`}
          isBusy={sync.isPending}
          onClick={() => sync.mutate()}
        >
          {sync.isPending && <Spinner className="size-4" />}
          {sync.isPending ? 'Syncing...' : 'Sync'}
        </Button>
        <Button look="quiet" aria-label={`Disconnect ${name}`} onClick={() => setIsDisconnecting(true)}>
          Disconnect
        </Button>
      </div>
      {isDisconnecting && (
        <DisconnectDialog
          itemId={connection.item_id}
          institutionName={name}
          focusFallback={focusFallback}
          onClose={() => setIsDisconnecting(false)}
        />
      )}
    </li>
  );
}

/**
 * What repairs a connection: a login, or a new link if the bank no longer knows it; null if neither helps.
 */
function needOf({ status, error_code: code }: Connection): ReconnectNeed | null {
  if (status === 'login_required') return 'login';
  return code === 'BANK_CONNECTION_GONE' ? 'new link' : null;
}

function StatusLabel({ status }: { status: Connection['status'] }) {
  const label = connectionLabel(status);
  const Icon = label === 'Connected' ? CircleCheck : CircleAlert;
  return (
    <span
      className={`flex flex-none items-center gap-1.5 text-small font-bold ${label === 'Connected' ? 'text-under-text' : 'text-over-text'}`}
    >
      <Icon size={16} aria-hidden="true" />
      {label}
    </span>
  );
}

function AccountRow({ account, count }: { account: BankAccount; count: number | undefined }) {
  return (
    <li className="@container border-t border-line py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        {/* Long names wrap below the balance. */}
        <p className="max-w-full flex-[1_1_6rem] wrap-break-word">{account.name}</p>
        <p className="ml-auto font-bold">{balanceText(account.balances)}</p>
      </div>
      <div className="flex flex-col justify-between gap-x-3 text-small text-ink-soft @min-[19rem]:flex-row">
        <p className="min-w-0">{accountKind(account)}</p>
        {/* The line keeps its height until the count has loaded. */}
        <p className="min-h-[1.45em] flex-none">{count === undefined ? '' : transactionCountText(count)}</p>
      </div>
    </li>
  );
}
