import type { User } from '@oinkly/contract/account';
import { EllipsisVertical } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';

const ManageFriendsDialog = lazyPart(() => import('./manage-friends-dialog.tsx'));

export function ManageFriends({
  user,
  className,
  children,
}: {
  user: User;
  className: string;
  /** At the end of the dialog. */
  children?: ReactNode;
}) {
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
      {isOpen && (
        <ManageFriendsDialog user={user} onClose={() => setIsOpen(false)}>
          {children}
        </ManageFriendsDialog>
      )}
    </>
  );
}
