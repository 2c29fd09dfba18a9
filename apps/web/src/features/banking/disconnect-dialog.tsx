import type { Connection } from '@oinkly/contract/banking';
import { useState, type RefObject } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { providerOf, type OfProvider } from './accounts-query.ts';
import { useDisconnect, type HistoryChoice } from './connection-actions.ts';

const CHOICES: { value: HistoryChoice; label: string; hint: string }[] = [
  { value: 'keep', label: 'Keep its purchases', hint: 'Your weeks and the map stay as they are.' },
  {
    value: 'erase',
    label: 'Erase its purchases',
    hint: 'We delete everything it imported. This can’t be undone.',
  },
];

/** A failure leaves the dialog open. */
export function DisconnectDialog({
  connection,
  focusFallback,
  onClose,
}: {
  connection: OfProvider<Connection>;
  focusFallback: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const [history, setHistory] = useState<HistoryChoice>('keep');
  const disconnect = useDisconnect(connection, onClose);
  const provider = providerOf(connection.provider);
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!disconnect.isPending) onClose();
      }}
      title={`Disconnect ${connection.institution_name}?`}
      description={
        provider.connect !== 'token'
          ? 'New transactions will no longer be imported.'
          : `New transactions will no longer be imported. Also disable the token at ${provider.name}: only you can end its access.`
      }
      focusFallback={focusFallback}
    >
      <fieldset className="mb-5 flex flex-col gap-2" disabled={disconnect.isPending}>
        <legend className="mb-2 font-medium">Imported purchases</legend>
        {CHOICES.map(({ value, label, hint }) => (
          <label
            key={value}
            className="flex min-h-13 cursor-pointer items-start gap-3 rounded-small border border-line-strong px-4 py-2.5 has-checked:border-pink-deep has-checked:bg-pink-wash has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="history"
              value={value}
              checked={history === value}
              onChange={() => setHistory(value)}
              className="mt-1 size-4 flex-none accent-pink-deep outline-none"
            />
            <span>
              <span className="block font-medium">{label}</span>
              <span className="block text-small text-ink-soft">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="grid fit-cols-30 gap-3">
        <Button look="secondary" onClick={onClose} disabled={disconnect.isPending}>
          Cancel
        </Button>
        <Button look="danger" onClick={() => disconnect.mutate(history)} disabled={disconnect.isPending}>
          {disconnect.isPending ? 'Disconnecting...' : 'Disconnect'}
        </Button>
      </div>
    </Dialog>
  );
}
