import type { BankAccount, Connection } from '@oinkly/contract/banking';
import type { ProviderConfig, TokenProvider } from '@oinkly/contract/runtime-config';
import { repairOf } from '@oinkly/domain/bank-reading';
import { CircleAlert, CircleCheck, Landmark } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { useToday } from '../../shared/hooks/use-today.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import {
  accountKind,
  balanceText,
  connectionLabel,
  lastReportedText,
  lastSyncedText,
  transactionCountText,
} from './account-words.ts';
import { providerOf, type ConnectionSync, type OfProvider } from './accounts-query.ts';
import { useSyncConnection } from './connection-actions.ts';
import { usePasteToken } from './connect/use-paste-token.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { ReconnectButton } from './reconnect-button.tsx';
import { stageText } from './sync-status.ts';

/** `countOf` is undefined until the counts have loaded, `underWay` without a running sync (CA-1 to CA-4). */
export function ConnectionCard({
  connection,
  accounts,
  countOf,
  underWay,
  focusFallback,
}: {
  connection: OfProvider<Connection>;
  accounts: BankAccount[];
  countOf: ((accountId: string) => number) | undefined;
  underWay: ConnectionSync | undefined;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const [isDisconnecting, setIsDisconnecting] = useState(false);
  const sync = useSyncConnection(connection);
  const syncWord = sync.isPending ? 'Syncing...' : 'Sync';
  const provider = providerOf(connection.provider);
  const nameLine = useRef<HTMLParagraphElement>(null);
  const name = connection.institution_name;
  const banks = banksOf(connection, accounts);
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
              {banks.length > 1 ? provider.name : name}
            </p>
            <StatusLabel status={connection.status} />
          </div>
          <p aria-live="polite" className="text-small text-ink-soft">
            {underWay ? `${stageText(underWay)}…` : lastSyncedText(connection.last_synced_at)}
          </p>
        </div>
      </div>
      {connection.error_message !== null && (
        <div className="mt-3 rounded-small bg-gold-wash px-3 py-2 text-small">
          <p>{connection.error_message}</p>
          {connection.error_code === 'BANK_SUBSCRIPTION_ENDED' && <ProviderLink provider={provider} />}
        </div>
      )}
      {provider.connect !== 'token' ? (
        <ReconnectButton
          provider={provider.id}
          itemId={connection.item_id}
          institutionName={name}
          need={repairOf(connection.error_code)}
          focusFallback={nameLine}
        />
      ) : (
        repairOf(connection.error_code) === 'new link' && (
          <NewTokenButton provider={provider} institutionName={name} focusFallback={nameLine} />
        )
      )}
      {banks.map((bank) => (
        <section key={bank.name} aria-label={bank.name} className="mt-3">
          {bank.isNamed && (
            <div className="flex flex-wrap items-baseline justify-between gap-x-3 pb-1">
              <p className="font-medium wrap-anywhere">{bank.name}</p>
              {bank.problems.length > 0 && <StatusLabel status="error" />}
            </div>
          )}
          {bank.problems.map((problem) => (
            <ProblemNote
              key={`${problem.account_id} ${problem.error_code}`}
              problem={problem}
              accountName={accounts.find((one) => one.account_id === problem.account_id)?.name}
              provider={provider}
            />
          ))}
          <ul>
            {bank.accounts.map((account) => (
              <AccountRow key={account.account_id} account={account} count={countOf?.(account.account_id)} />
            ))}
          </ul>
        </section>
      ))}
      <div className="mt-2 flex flex-wrap gap-2 border-t border-line pt-3">
        <Button
          look="quiet"
          aria-label={`${syncWord} ${name}`}
          isBusy={sync.isPending}
          onClick={() => sync.mutate()}
        >
          {sync.isPending && <Spinner className="size-4" />}
          {syncWord}
        </Button>
        <Button look="quiet" aria-label={`Disconnect ${name}`} onClick={() => setIsDisconnecting(true)}>
          Disconnect
        </Button>
      </div>
      {isDisconnecting && (
        <DisconnectDialog
          connection={connection}
          focusFallback={focusFallback}
          onClose={() => setIsDisconnecting(false)}
        />
      )}
    </li>
  );
}

type Problem = Connection['problems'][number];

/** The banks behind one connection, with their accounts and problems. One bank without problems needs no name. */
function banksOf({ institution_name: name, problems }: Connection, accounts: readonly BankAccount[]) {
  const names = new Set([...accounts, ...problems].map((one) => one.institution_name));
  const isNamed = names.size > 1 || problems.length > 0 || (names.size === 1 && !names.has(name));
  return [...names].map((bank) => ({
    name: bank,
    isNamed,
    accounts: accounts.filter((account) => account.institution_name === bank),
    problems: problems.filter((problem) => problem.institution_name === bank),
  }));
}

/** Why a bank or account reports nothing new, and where to repair it. `accountName` is undefined for the whole bank. */
function ProblemNote({
  problem,
  accountName,
  provider,
}: {
  problem: Problem;
  accountName: string | undefined;
  provider: ProviderConfig;
}) {
  return (
    <div className="mb-2 rounded-small bg-gold-wash px-3 py-2 text-small">
      <p className="wrap-anywhere">
        {accountName !== undefined && <span className="font-medium">{accountName}: </span>}
        {problem.error_message}
      </p>
      {problem.detail !== null && (
        <p className="wrap-anywhere text-ink-soft">
          {provider.name} says: {problem.detail}
        </p>
      )}
      <ProviderLink provider={provider} />
    </div>
  );
}

/** Leads to the provider's own site; nothing if users have no account there. */
function ProviderLink({ provider }: { provider: ProviderConfig }) {
  if (provider.connect !== 'token') return null;
  return (
    <a
      href={new URL('/', new URL(provider.tokenPageUrl, window.location.href)).href}
      target="_blank"
      rel="noreferrer"
      className="text-link"
    >
      Open {provider.name}
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  );
}

/** Replaces a token that no longer works. Its accounts keep their history. */
function NewTokenButton({
  provider,
  institutionName,
  focusFallback,
}: {
  provider: TokenProvider;
  institutionName: string;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const { open, dialog } = usePasteToken(provider, { focusFallback });
  return (
    <>
      <Button
        look="quiet"
        className="mt-3 w-full"
        aria-label={`Connect again: ${institutionName}`}
        onClick={open}
      >
        Connect again
      </Button>
      {dialog}
    </>
  );
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
  const stale = lastReportedText(account.reported_at, useToday());
  return (
    <li className="@container border-t border-line py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        {/* Long names wrap below the balance. */}
        <p className="max-w-full flex-[1_1_6rem] wrap-break-word">{account.name}</p>
        <p className="ml-auto font-bold">{balanceText(account)}</p>
      </div>
      <div className="flex flex-col justify-between gap-x-3 text-small text-ink-soft @min-[19rem]:flex-row">
        <p className="min-w-0">{accountKind(account)}</p>
        {/* The line keeps its height until the count has loaded. */}
        <p className="min-h-[1.45em] flex-none">{count === undefined ? '' : transactionCountText(count)}</p>
      </div>
      {stale !== null && <p className="text-small text-ink-soft">{stale}</p>}
    </li>
  );
}
