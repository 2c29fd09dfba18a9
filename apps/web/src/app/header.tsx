import { Link } from 'wouter';
import { Wordmark } from '../shared/ui/wordmark.tsx';

export function Header() {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 py-3">
      <Wordmark />
      <Link href="/my-account" className="inline-flex min-h-11 items-center text-link">
        My Account
      </Link>
    </header>
  );
}
