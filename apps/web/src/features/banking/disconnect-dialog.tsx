import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useDisconnect } from './connection-actions.ts';

/** Asks before a bank is disconnected. A failure leaves the dialog open. */
export function DisconnectDialog({
  itemId,
  institutionName,
  onClose,
}: {
  itemId: string;
  institutionName: string;
  onClose: () => void;
}) {
  const disconnect = useDisconnect(itemId, onClose);
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!disconnect.isPending) onClose();
      }}
      title={`Disconnect ${institutionName}?`}
      description="New transactions will no longer be imported. What was imported stays."
    >
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={onClose} disabled={disconnect.isPending}>
          Cancel
        </Button>
        <Button look="danger" onClick={() => disconnect.mutate()} disabled={disconnect.isPending}>
          {disconnect.isPending ? 'Disconnecting...' : 'Disconnect'}
        </Button>
      </div>
    </Dialog>
  );
}
