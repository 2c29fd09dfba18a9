import { Link } from 'wouter';
import { BellLink } from '../shared/ui/bell-link.tsx';
import { Wordmark } from '../shared/ui/wordmark.tsx';

export function Header({ unread }: { unread: number }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 py-3">
      <Wordmark />
      <div className="-mr-2.5 flex items-center gap-x-2">
        <Link href="/my-account" className="inline-flex min-h-11 items-center text-link">
          My Account
        </Link>
        <BellLink unread={unread} />
      </div>
    </header>
  );
}
