import type { UserBank } from '@oinkly/contract/account';
import { bankReport } from '@oinkly/domain/bank-reading';
import { TriangleAlert } from 'lucide-react';
import type { RefObject } from 'react';
import { useTimeZone } from '../../shared/hooks/use-now.ts';
import { providerOf } from './accounts-query.ts';
import { ReconnectButton, ToAccounts } from './lazy-reconnect-button.tsx';

/** What is wrong with a bank, and the way to repair it (PD-84). */
export function BankNotice({
  bank,
  now,
  focusFallback,
}: {
  bank: UserBank;
  now: Date;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const { name, rest } = bankReport(bank, now, useTimeZone());
  const repair = bank.problem?.repair ?? null;
  return (
    <div className="mt-4 rounded-small bg-gold-wash px-3 pt-2.5 pb-3 text-small">
      <p className="flex items-start gap-2">
        <TriangleAlert size={16} aria-hidden="true" className="mt-1 flex-none text-gold-text" />
        <span className="min-w-0 text-pretty wrap-anywhere">
          <strong>{name}</strong>
          {rest}
        </span>
      </p>
      {repair !== null && providerOf(bank.provider).connect !== 'token' ? (
        <ReconnectButton
          provider={bank.provider}
          itemId={bank.itemId}
          institutionName={bank.name}
          need={repair}
          focusFallback={focusFallback}
          fallback={<ToAccounts>Reconnect</ToAccounts>}
        />
      ) : (
        <ToAccounts>{repair === null ? 'Open bank accounts' : 'Connect again'}</ToAccounts>
      )}
    </div>
  );
}
