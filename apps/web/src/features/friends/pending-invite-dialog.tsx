import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { invitationQuery, isVoid, useAcceptInvitation } from './friends-queries.ts';
import { forgetInvite } from './remember-invite.ts';

/** The invitation that brought the user (PD-27), unless it cannot be answered. */
export default function PendingInviteDialog({ code }: { code: string }) {
  const [isOpen, setIsOpen] = useState(true);
  const invitation = useQuery(invitationQuery(code));
  const isOver =
    isVoid(invitation.error) || (invitation.data !== undefined && invitation.data.standing !== 'open');
  useEffect(() => {
    if (isOver) forgetInvite();
  }, [isOver]);
  const close = () => {
    forgetInvite();
    setIsOpen(false);
  };
  const inviterName = invitation.data?.inviterName ?? '';
  const accept = useAcceptInvitation(code, () => {
    close();
    toast({ title: 'You’re friends now', description: `${inviterName} is on your board.` });
  });
  if (!invitation.data || isOver || !isOpen) return null;
  return (
    <Dialog
      open
      onOpenChange={close}
      title="You’re invited"
      description={
        <p className="wrap-anywhere">
          <bdi>{inviterName}</bdi> wants to see who keeps more of their weekly budget. You’ll see each other’s
          name and place on the board, never an amount.
        </p>
      }
    >
      <div className="flex flex-col gap-3">
        <Button isBusy={accept.isPending} onClick={() => accept.mutate()}>
          {accept.isPending ? 'Accepting...' : 'Accept'}
        </Button>
        <Button look="secondary" disabled={accept.isPending} onClick={close}>
          Decline
        </Button>
      </div>
    </Dialog>
  );
}
