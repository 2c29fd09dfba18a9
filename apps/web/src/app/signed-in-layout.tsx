import type { User } from '@oinkly/contract/account';
import { ADD_EXPENSE_ADDRESS, IMPORT_PATH } from '@oinkly/contract/screens';
import { bankReport, bankToReport } from '@oinkly/domain/bank-reading';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { ExpenseDraft } from '../features/expenses/add/add-expense-dialog.tsx';
import { loadWaitingNotice, OutboxStatus } from '../features/expenses/outbox/outbox-status.tsx';
import { ShownChanges } from '../features/expenses/outbox/shown-changes.tsx';
import { offerFiles } from '../features/import/incoming-file.ts';
import { takeSharedText } from '../shared/from-other-app.ts';
import { toast } from '../shared/ui/toast-store.ts';
import { useNow, useTimeZone } from '../shared/hooks/use-now.ts';
import { CoinDropsContext } from '../shared/hooks/coin-drops.ts';
import { AppBadge } from './app-badge.tsx';
import { DropTarget } from './drop-target.tsx';
import { Header } from './header.tsx';
import { installApp } from './install-app.ts';
import { Navigation } from './navigation.tsx';
import { OutdatedNotice } from './outdated-notice.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { lazyPart } from '../shared/ui/lazy-part.tsx';

const loadAddExpenseDialog = () => import('../features/expenses/add/add-expense-dialog.tsx');
const AddExpenseDialog = lazyPart(loadAddExpenseDialog);
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'));

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
  /** The last one is open or opens next: text from elsewhere must not replace what the user typed before. */
  const [drafts, setDrafts] = useState<ExpenseDraft[]>([]);
  const [coinDrops, setCoinDrops] = useState(0);
  const [path, navigate] = useLocation();
  const add = (text: string | null = null) => {
    loadAddExpenseDialog().then(
      ({ draftOf }) => {
        const draft = text === null ? null : draftOf(text);
        if (draft) setDrafts((before) => [...before, draft]);
        if (draft || text === null) setIsAdding(true);
      },
      () =>
        toast({
          title: 'Error',
          description: 'You need to be online for this. Please try again.',
          tone: 'problem',
        }),
    );
  };
  const [isHelping, setIsHelping] = useState(false);
  useShortcuts({ add: () => add(), help: () => setIsHelping(true) });
  const addAsAsked = useEffectEvent(async () => {
    if (takeAddRequest()) add(await takeSharedText());
  });
  useEffect(() => void addAsAsked(), []);
  useEffect(() => {
    // Without a service worker, load now what an open page needs offline.
    if (!installApp()) Promise.all([loadAddExpenseDialog(), loadWaitingNotice()]).catch(() => undefined);
  }, []);
  return (
    <CoinDropsContext value={coinDrops}>
      <a
        href="#main"
        className="fixed -top-20 left-3 z-30 inline-flex min-h-11 items-center rounded-small bg-card px-4 font-bold text-ink focus:top-3"
      >
        Skip to content
      </a>
      <Navigation onAdd={() => add()} unreadFriends={user.unreadFriends} bankProblem={useBankProblem(user)} />
      <div className="mx-auto min-h-dvh max-w-column px-gutter pb-32 desk:pb-16">
        {withHeader && <Header unread={user.unreadNotifications} />}
        <OutboxStatus userId={user.id} />
        <OutdatedNotice />
        <main id="main" tabIndex={-1} className="outline-none">
          <ShownChanges>{children}</ShownChanges>
        </main>
      </div>
      <AppBadge />
      <DropTarget
        onFiles={(files) => {
          offerFiles(files);
          if (path !== IMPORT_PATH) navigate(IMPORT_PATH);
        }}
        onText={add}
      />
      {isHelping && <ShortcutsDialog onClose={() => setIsHelping(false)} />}
      {isAdding && (
        <AddExpenseDialog
          draft={drafts.at(-1) ?? null}
          onDraft={(draft) => setDrafts((before) => [...before.slice(0, -1), ...(draft ? [draft] : [])])}
          onClose={() => setIsAdding(false)}
          onAdded={() => setCoinDrops((drops) => drops + 1)}
        />
      )}
    </CoinDropsContext>
  );
}

/** Clears the address, so that a reload doesn't repeat the request. */
function takeAddRequest(): boolean {
  const { pathname, search } = window.location;
  if (pathname + search !== ADD_EXPENSE_ADDRESS) return false;
  window.history.replaceState(window.history.state, '', pathname);
  return true;
}

function useBankProblem({ banks }: User): string | null {
  const now = useNow();
  const timeZone = useTimeZone();
  const bank = bankToReport(banks, now.getTime());
  if (!bank) return null;
  const { name, rest } = bankReport(bank, now, timeZone);
  return name + rest;
}
