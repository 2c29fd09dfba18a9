import type { User } from '@oinkly/contract/endpoints';
import { House, Plus, ReceiptText, UserRound, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { ExpenseDraft } from '../features/expenses/add-expense-dialog.tsx';
import { loadWaitingNotice, OutboxStatus } from '../features/expenses/outbox-status.tsx';
import { toast } from '../shared/ui/toast-store.ts';
import { CoinDropsContext } from '../shared/hooks/coin-drops.ts';
import { Header } from './header.tsx';
import { keepApp } from './keep-app.ts';

const loadAddExpenseDialog = () => import('../features/expenses/add-expense-dialog.tsx');
const AddExpenseDialog = lazy(loadAddExpenseDialog);

/** The frame of every signed-in screen, with the Add Expense modal (RT-14, RT-15). */
export function SignedInLayout({
  user,
  withHeader,
  children,
}: {
  user: User;
  withHeader: boolean;
  children: ReactNode;
}) {
  const [isAdding, setIsAdding] = useState(false);
  const [draft, setDraft] = useState<ExpenseDraft | null>(null);
  const [coinDrops, setCoinDrops] = useState(0);
  const add = () => {
    loadAddExpenseDialog().then(
      () => setIsAdding(true),
      () =>
        toast({
          title: 'Error',
          description: 'You need to be online for this. Please try again.',
          tone: 'problem',
        }),
    );
  };
  useAddShortcut(add);
  useEffect(() => {
    // Without a service worker, load now what an open page needs offline.
    if (!keepApp()) Promise.all([loadAddExpenseDialog(), loadWaitingNotice()]).catch(() => undefined);
  }, []);
  return (
    <CoinDropsContext value={coinDrops}>
      <div className="mx-auto min-h-dvh max-w-column px-gutter pb-32">
        {withHeader && <Header />}
        <OutboxStatus userId={user.id} />
        <main>{children}</main>
      </div>
      <BottomNavigation onAdd={add} unread={user.unreadNotifications} />
      {isAdding && (
        <Suspense fallback={null}>
          <AddExpenseDialog
            draft={draft}
            onDraft={setDraft}
            onClose={() => setIsAdding(false)}
            onAdded={() => setCoinDrops((drops) => drops + 1)}
          />
        </Suspense>
      )}
    </CoinDropsContext>
  );
}

/** Alt+A adds an expense unless a dialog is open. A single key would react to dictation. */
function useAddShortcut(onAdd: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // By position: with Alt held, some systems produce another letter.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyA') return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      onAdd();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onAdd]);
}

function BottomNavigation({ onAdd, unread }: { onAdd: () => void; unread: number }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] wide:inset-x-auto wide:bottom-4 wide:left-1/2 wide:w-full wide:max-w-column wide:-translate-x-1/2 wide:rounded-large wide:border wide:shadow-float"
    >
      <div className="mx-auto grid max-w-column grid-cols-5 items-center justify-items-center px-2.5 max-[359px]:px-0 pt-1.5 pb-2.5">
        <NavigationLink href="/" icon={House} label="Home" />
        <NavigationLink href="/expenses" icon={ReceiptText} label="Expenses" />
        <button
          type="button"
          aria-label="Add expense"
          aria-keyshortcuts="Alt+A"
          title="Add expense (Alt+A)"
          onClick={onAdd}
          className="-mt-7 grid size-add place-items-center rounded-full bg-pink-deep text-on-pink shadow-add transition-transform active:scale-95"
        >
          <Plus size={26} aria-hidden="true" />
        </button>
        <NavigationLink
          href="/my-account"
          icon={UserRound}
          label="Account"
          unread={unread}
          className="col-span-2"
        />
      </div>
    </nav>
  );
}

function NavigationLink({
  href,
  icon: Icon,
  label,
  unread = 0,
  className = '',
}: {
  href: string;
  icon: LucideIcon;
  label: string;
  /** Number of unread notifications. */
  unread?: number;
  className?: string;
}) {
  const [path] = useLocation();
  return (
    <Link
      href={href}
      aria-current={path === href ? 'page' : undefined}
      className={`flex min-h-12 min-w-11 flex-col items-center justify-center gap-0.5 text-nav text-ink-soft no-underline hover:text-ink aria-[current=page]:text-ink ${className}`}
    >
      <Icon size={22} aria-hidden="true" />
      {label}
      {unread > 0 && (
        <span
          role="img"
          aria-label={`${unread} new`}
          className="absolute size-2.5 translate-x-3.5 -translate-y-4.5 rounded-full bg-pink-deep"
        />
      )}
    </Link>
  );
}
