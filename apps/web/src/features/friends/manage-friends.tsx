import type { User } from '@oinkly/contract/account';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { onDemand } from '../../shared/ui/on-demand.tsx';

const ManageFriendsDialog = onDemand(() => import('./manage-friends-dialog.tsx'));

export function ManageFriends({ user, className }: { user: User; className: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Manage friends"
        title="Manage friends"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={`grid size-target place-items-center rounded-small text-ink-soft hover:text-ink ${className}`}
      >
        <EllipsisVertical size={20} aria-hidden="true" />
      </button>
      {isOpen && <ManageFriendsDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}
