import type { BankTwin, TwinChoice } from '@oinkly/contract/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import type { RefObject } from 'react';
import { call } from '../../shared/http/call.ts';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button } from '../../shared/ui/button.tsx';
import { messageOf, toastFailure } from '../../shared/ui/failure-toast.ts';
import { bankTwinsQuery } from './account-twins-query.ts';
import { refreshBanking } from './refresh-banking.ts';

/** Asks about accounts that seem to be connected twice; nothing if there are none. */
export function AccountTwins({ focusFallback }: { focusFallback: RefObject<HTMLElement | null> }) {
  const twins = useQuery(bankTwinsQuery);
  if (!twins.data || twins.data.length === 0) return null;
  return (
    <ul className="mb-4 flex flex-col gap-4">
      {twins.data.map((twin) => (
        <TwinNotice key={twin.id} twin={twin} focusFallback={focusFallback} />
      ))}
    </ul>
  );
}

function TwinNotice({
  twin,
  focusFallback,
}: {
  twin: BankTwin;
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const queryClient = useQueryClient();
  const ref = useFocusFallback(focusFallback);
  const choosing = useMutation({
    mutationFn: (choice: TwinChoice) => call('chooseBankTwin', { params: { id: twin.id }, body: { choice } }),
    onError: (error) =>
      toastFailure(error, {
        title: 'Not saved',
        description: messageOf(error, 'We couldn’t save your choice. Please try again.'),
      }),
    onSettled: () => refreshBanking(queryClient),
  });
  const { older, younger } = twin;
  const isOneProvider = older.provider === younger.provider;
  // Some providers' names contain it.
  const isMaskNamed = older.mask === null || older.name.includes(older.mask);
  const name = isMaskNamed ? older.name : `${older.name} ••${older.mask}`;
  const ways = isOneProvider
    ? `twice through ${older.provider_name}`
    : `twice: through ${older.provider_name} and ${younger.provider_name}`;
  const choices: [TwinChoice, string][] = [
    ['younger', isOneProvider ? 'Use the new connection' : `Use ${younger.provider_name}`],
    ['older', isOneProvider ? 'Keep the old connection' : `Keep ${older.provider_name}`],
    ['both', 'They are two accounts'],
  ];
  return (
    <li ref={ref} className="flex gap-3 rounded-medium bg-info-wash px-4 py-3">
      <Info size={20} aria-hidden="true" className="mt-0.5 flex-none" />
      <div className="min-w-0">
        <p className="text-small">
          {name} seems to be connected {ways}. Purchases count once. Which one should stay connected? Your
          edits and your history stay either way.
        </p>
        <div className="mt-3 mb-1 flex flex-wrap gap-2" role="group" aria-label={`Choose for ${name}`}>
          {choices.map(([choice, label]) => (
            <Button
              key={choice}
              look="quiet"
              isBusy={choosing.isPending}
              onClick={() => choosing.mutate(choice)}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
    </li>
  );
}
