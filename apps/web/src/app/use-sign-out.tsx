import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { signOut } from '../features/account/sign-out.ts';
import { outbox } from '../features/expenses/outbox/outbox.ts';
import { useOutbox } from '../features/expenses/outbox/use-outbox.ts';
import { Button } from '../shared/ui/button.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';

interface SignOut {
  /** Calls `proceed` at once, or when the user has decided what becomes of the changes that wait here. */
  askFirst: (proceed: () => void) => void;
  /** Signs out and deletes the changes that wait here: the device's next user must not read them. */
  signOutHere: () => void;
  /** The open question, to be rendered. */
  question: ReactNode;
}

export function useSignOut(): SignOut {
  const [asked, setAsked] = useState<{ proceed: () => void } | null>(null);
  return {
    askFirst: (proceed) => {
      outbox.readAgain();
      if (outbox.waiting.length > 0) setAsked({ proceed });
      else proceed();
    },
    signOutHere: () => {
      outbox.discardAll();
      void signOut();
    },
    question: asked && <WaitingChangesDialog proceed={asked.proceed} onClose={() => setAsked(null)} />,
  };
}

function WaitingChangesDialog({ proceed, onClose }: { proceed: () => void; onClose: () => void }) {
  const count = useOutbox().length;
  const go = () => {
    onClose();
    proceed();
  };
  const sending = useMutation({
    mutationFn: async () => {
      const { sender } = await import('../features/expenses/outbox/sender.ts');
      await sender.sendAll();
      return outbox.waiting.length;
    },
    // Offline, the sender keeps everything.
    networkMode: 'always',
    onSuccess: (left) => {
      if (left === 0) go();
    },
  });
  const hasFailed = sending.isError || (sending.isSuccess && count > 0);
  const changes = count === 1 ? '1 change' : `${count} changes`;
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!sending.isPending) onClose();
      }}
      title={
        count === 1
          ? '1 change on this device hasn’t been sent'
          : `${changes} on this device haven’t been sent`
      }
      description="Signing out deletes your data from this device. What isn’t sent is lost."
    >
      {hasFailed && (
        <p role="alert" className="mb-4 text-small text-pretty text-over-text">
          {`We couldn’t send ${changes}. Check your connection and try again, or see Expenses for what was refused.`}
        </p>
      )}
      <div className="grid gap-3">
        <Button look="primary" isBusy={sending.isPending} onClick={() => sending.mutate()}>
          Send first
        </Button>
        <Button look="danger" disabled={sending.isPending} onClick={go}>
          {count === 1 ? 'Delete it and sign out' : 'Delete them and sign out'}
        </Button>
        <Button look="secondary" disabled={sending.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
