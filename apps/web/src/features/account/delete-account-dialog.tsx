import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { browserNavigation } from '../../shared/http/browser-navigation.ts';
import { call } from '../../shared/http/call.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { deleteCachedAnswers } from '../../shared/http/offline-cache.ts';
import { beforeLeaving, unsubscribeBrowser } from '../../shared/push/browser-push.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { noteDeletion } from './deleted-here.ts';
import { needsRecentLogin, logInAgain } from '../../shared/http/recent-login.ts';
import { ExportData } from './export-data.tsx';

const CONFIRMATION = 'delete';

/** Asks for the word first (DEL-1, DEL-2). A failure leaves the dialog unchanged. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const [entered, setEntered] = useState('');
  const isConfirmed = entered.trim().toLowerCase() === CONFIRMATION;
  const deletion = useDeleteAccount();
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!deletion.isPending) onClose();
      }}
      title="Are you sure you want to delete your account?"
      description="This permanently removes all your data, including linked bank accounts, saved budgets and historical transactions. It cannot be undone."
    >
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) deletion.mutate();
        }}
      >
        <div className="flex flex-col gap-2">
          <p className="text-small text-ink-soft">Want to keep a copy first?</p>
          <ExportData />
        </div>
        <TextField
          label='Type "delete" to confirm'
          value={entered}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => setEntered(event.target.value)}
          hint={isConfirmed ? undefined : 'Please type the word "delete" to confirm.'}
        />
        <div className="grid gap-3 compact:grid-cols-2">
          <Button look="secondary" onClick={onClose} disabled={deletion.isPending}>
            Cancel
          </Button>
          <Button look="danger" type="submit" disabled={!isConfirmed || deletion.isPending}>
            {deletion.isPending ? 'Deleting...' : 'Delete My Account'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useDeleteAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('deleteAccount'),
    onSuccess: async () => {
      browserNavigation.startLeaving();
      await beforeLeaving(unsubscribeBrowser);
      queryClient.clear();
      clearStorage();
      await deleteCachedAnswers();
      browserNavigation.leaveFor('/goodbye');
    },
    onError: (error) => {
      // The login expired while the dialog was open.
      if (needsRecentLogin(error)) logInAgain('delete');
      else
        toastFailure(error, {
          title: 'Deletion Failed',
          description: 'Something went wrong. Please try again.',
        });
    },
  });
}

function clearStorage(): void {
  try {
    window.localStorage.clear();
    window.sessionStorage.clear();
    noteDeletion();
  } catch (error) {
    // Storage that we cannot access holds nothing of ours.
    console.warn('The storage of the browser was not cleared', error);
  }
}
