import { Bell } from 'lucide-react';
import { Link } from 'wouter';

/** Opens the list of notifications; a dot stands for those that the user hasn't seen (PD-86). */
export function BellLink({ unread }: { unread: number }) {
  return (
    <Link
      href="/notifications"
      aria-label={unread > 0 ? `Notifications, ${unread} new` : 'Notifications'}
      title="Notifications"
      className="relative grid size-target flex-none place-items-center rounded-small text-ink-soft hover:text-ink"
    >
      <Bell size={22} aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          data-testid="bell-dot"
          className="absolute top-2 right-2 size-2.5 rounded-full border border-paper bg-pink-deep"
        />
      )}
    </Link>
  );
}
