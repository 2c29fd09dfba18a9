import type { BankTwin, TwinChoice } from '@oinkly/contract/banking';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import type { RefObject } from 'react';
import { call } from '../../shared/http/call.ts';
import { useFocusFallback } from '../../shared/hooks/focus-fallback.ts';
import { Button } from '../../shared/ui/button.tsx';
import { messageOf, toastFailure } from '../../shared/ui/failure-toast.ts';
import { bankTwinsQuery } from './account-twins-query.ts';
import { endingIn } from './account-words.ts';
import { refreshBanking } from './refresh-banking.ts';

/** Asks about accounts that seem to be one at the bank; nothing if there are none. */
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
  const { name, question, choices } = wordsOf(twin);
  return (
    <li ref={ref} className="flex gap-3 rounded-medium bg-info-wash px-4 py-3">
      <Info size={20} aria-hidden="true" className="mt-0.5 flex-none" />
      <div className="min-w-0">
        <p className="text-small">{question}</p>
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

/** What the notice asks, and the choices with their labels. */
function wordsOf({ kind, accounts, older, younger }: BankTwin): {
  name: string;
  question: string;
  choices: [TwinChoice, string][];
} {
  const olderNames = accounts.map((one) => nameOf(one.older));
  const youngerNames = accounts.map((one) => nameOf(one.younger));
  switch (kind) {
    case 'new-card':
      return {
        name: listOf(youngerNames),
        question: `${listOf(youngerNames)} looks like the new card of ${listOf(olderNames)}, which has had no purchase since. If it is, the old card leaves this page. Its purchases stay.`,
        choices: [
          ['younger', 'It’s the new card'],
          ['both', 'They are two cards'],
        ],
      };
    case 'same-purchases':
      return {
        name: listOf(olderNames),
        question: `${listOf(olderNames)} reports the same purchases as ${listOf(youngerNames)}. Purchases count once. If they are one account, ${listOf(youngerNames)} leaves this page. Your edits and your history stay.`,
        choices: [
          ['older', 'They are one account'],
          ['both', 'They are two accounts'],
        ],
      };
    case 'connected-twice': {
      const isOneProvider = older.provider === younger.provider;
      const ways = isOneProvider
        ? `twice through ${older.provider_name}`
        : `twice: through ${older.provider_name} and ${younger.provider_name}`;
      const name =
        olderNames.length > 1 ? `${listOf(olderNames)} at ${older.institution_name}` : listOf(olderNames);
      return {
        name,
        question: `${name} ${olderNames.length > 1 ? 'seem' : 'seems'} to be connected ${ways}. Purchases count once. Which connection should stay? Your edits and your history stay either way.`,
        choices: [
          ['younger', isOneProvider ? 'Use the new connection' : `Use ${younger.provider_name}`],
          ['older', isOneProvider ? 'Keep the old connection' : `Keep ${older.provider_name}`],
          ['both', olderNames.length > 1 ? 'They are different accounts' : 'They are two accounts'],
        ],
      };
    }
  }
}

function nameOf({ name, mask }: BankTwin['accounts'][number]['older']): string {
  // Some providers' names contain it.
  return mask === null || name.includes(mask) ? name : `${name} ${endingIn(mask)}`;
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(names);
}
