import { guardedScreenAt, type GuardedScreen } from '@oinkly/contract/screens';
import { CircleAlert, House, Plus, ReceiptText, UserRound, UsersRound, type LucideIcon } from 'lucide-react';
import { Link, useRouter } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { screens } from './lazy-screens.ts';

/** The tab to which a screen belongs; null if to none. */
const TAB_OF: Record<GuardedScreen, '/' | '/expenses' | '/friends' | '/my-account' | null> = {
  dashboard: '/',
  insights: '/',
  week: '/',
  expenses: '/expenses',
  import: '/expenses',
  rules: '/expenses',
  friends: '/friends',
  seen: '/friends',
  'my-account': '/my-account',
  accounts: '/my-account',
  data: '/my-account',
  notifications: '/my-account',
  security: '/my-account',
  'not-found': null,
  'signup-flow': null,
  welcome: null,
};

/**
 * The links to all screens with the add button: a bar at the bottom, from 900 px a rail beside the column.
 */
export function Navigation({
  onAdd,
  unreadFriends,
  bankProblem,
}: {
  onAdd: () => void;
  /** Friends who joined (PD-86). */
  unreadFriends: number;
  /** A bank that waits for its owner (PD-84), in words. Marks the ways to it. */
  bankProblem: string | null;
}) {
  const path = usePathname(useRouter());
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] wide:mx-auto wide:max-w-column wide:rounded-t-large wide:border-x desk:inset-x-auto desk:mx-0 desk:top-3 desk:bottom-auto desk:left-[calc(50%-var(--column)/2-9rem)] desk:w-34 desk:border-0 desk:bg-transparent"
    >
      <div className="mx-auto grid max-w-column grid-cols-5 items-center px-1 pt-1.5 pb-2.5 desk:grid-cols-1 desk:gap-1 desk:p-0">
        <NavigationLink
          href="/"
          screen="dashboard"
          icon={House}
          label="Home"
          problem={path === '/' ? null : bankProblem}
        />
        <NavigationLink href="/expenses" screen="expenses" icon={ReceiptText} label="Expenses" />
        <button
          type="button"
          aria-label="Add expense"
          title="Add expense"
          onClick={onAdd}
          className="mx-auto -mt-7 grid size-add place-items-center rounded-full bg-pink-deep text-on-pink shadow-add transition-transform active:scale-95 desk:mx-0 desk:my-1 desk:flex desk:size-auto desk:min-h-11 desk:justify-start desk:gap-3 desk:px-3 desk:font-bold desk:shadow-none"
        >
          <Plus size={26} aria-hidden="true" className="desk:size-5.5" />
          <span className="hidden desk:inline">Add</span>
        </button>
        <NavigationLink
          href="/friends"
          screen="friends"
          icon={UsersRound}
          label="Friends"
          unread={unreadFriends}
        />
        <NavigationLink
          href="/my-account"
          screen="my-account"
          icon={UserRound}
          label="Account"
          problem={bankProblem}
        />
      </div>
    </nav>
  );
}

function NavigationLink({
  href,
  screen,
  icon: Icon,
  label,
  unread = 0,
  problem = null,
}: {
  href: string;
  screen: keyof typeof screens;
  icon: LucideIcon;
  label: string;
  unread?: number;
  problem?: string | null;
}) {
  const path = usePathname(useRouter());
  const isTabOfScreen = TAB_OF[guardedScreenAt(path, { signupCompleted: true })] === href;
  return (
    <Link
      href={href}
      // Its code comes while the finger is down, or the page would be empty for 300 ms.
      onPointerDown={() => void screens[screen].preload()}
      aria-current={path === href ? 'page' : isTabOfScreen ? 'true' : undefined}
      className="relative flex min-h-12 min-w-11 flex-col items-center justify-center gap-0.5 text-nav text-ink-soft no-underline hover:text-ink [&[aria-current]]:text-ink desk:min-h-11 desk:flex-row desk:justify-start desk:gap-3 desk:rounded-full desk:px-3 desk:text-body desk:hover:bg-card desk:[&[aria-current]]:bg-card desk:[&[aria-current]]:font-bold"
    >
      <Icon size={22} aria-hidden="true" />
      {label}
      {problem !== null ? (
        <span
          role="img"
          aria-label={problem}
          className="absolute top-0 left-[calc(50%+4px)] rounded-full bg-card text-over-text desk:static desk:ml-auto desk:bg-transparent"
        >
          <CircleAlert size={16} strokeWidth={2.5} aria-hidden="true" />
        </span>
      ) : (
        unread > 0 && (
          <span
            role="img"
            aria-label={`${unread} new`}
            className="absolute top-0.5 left-[calc(50%+6px)] size-2.5 rounded-full bg-pink-deep desk:static desk:ml-auto desk:flex-none"
          />
        )
      )}
    </Link>
  );
}
