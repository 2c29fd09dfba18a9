import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { InviteOptions } from './invite-options.tsx';

/** The ways to invite friends, over the dashboard. */
export default function AddFriendsDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const remember = () => {
    call('updateUser', { body: { friendsAdded: true } }).then(
      (user) => queryClient.setQueryData(currentUserQuery.queryKey, user),
      (error: unknown) => console.warn('That friends were invited was not saved', error),
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add friends"
      description="Friends see each other's place on the board, never an amount."
    >
      <InviteOptions onInvited={remember} />
    </Dialog>
  );
}
