import './main.css';
import './app/note-sharing.ts';
import './app/start-theme.ts';
import { DRAWN_MARK } from '@oinkly/contract/first-view';
import { guardedScreenAt, openScreenAt } from '@oinkly/contract/screens';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { showFirstView, showLastKnown, takeFirstView, timeOf } from './app/first-view.ts';
import { screens } from './app/lazy-screens.ts';
import { keepFilesOut } from './app/keep-files-out.ts';
import { reloadWhenShownAgain } from './app/shown-again.ts';
import { currentUserQuery } from './shared/http/current-user.ts';
import { lastUserId } from './shared/http/last-user.ts';
import { createQueryClient } from './shared/http/query-client.ts';
import { requireLogin } from './shared/ui/require-login.ts';
import { deleteCachedAnswers } from './shared/http/offline-cache.ts';
import { runtimeConfig } from './shared/http/runtime-config.ts';

reloadWhenShownAgain();
keepFilesOut();

void start();

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const queryClient = createQueryClient(requireLogin);
  const path = window.location.pathname;
  const address = path + window.location.search;
  const open = openScreenAt(path);
  const firstView = takeFirstView();
  const isDrawn = firstView !== null && root.hasAttribute(DRAWN_MARK);
  if (runtimeConfig.isSignedOut) {
    queryClient.setQueryData(currentUserQuery.queryKey, null);
    void deleteCachedAnswers();
  }
  if (firstView) {
    // What is drawn stays until all of it can be continued, however long that takes.
    await showFirstView(queryClient, address, firstView);
  } else if (!runtimeConfig.isSignedOut && !open) {
    if (lastUserId() !== null) await showLastKnown(queryClient, address);
    // The guard shows a failure of the same query.
    const asked = queryClient.query(currentUserQuery).catch(() => undefined);
    if (!queryClient.getQueryData(currentUserQuery.queryKey)) await Promise.race([asked, aMoment()]);
  }
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  const screen = open ?? (user === undefined ? null : guardedScreenAt(path, user));
  const code = screen && (await Promise.race([screens[screen].preload(), ...(isDrawn ? [] : [aMoment()])]));
  // React renders in slices, so that a tap during the start is not delayed.
  startTransition(() => {
    // Without its code, the page says so.
    if (isDrawn && code) hydrateRoot(root, <App queryClient={queryClient} drawnAt={timeOf(firstView)} />);
    else createRoot(root).render(<App queryClient={queryClient} />);
  });
}

/** Waits while the page shows its HTML a little longer, rather than flash. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}
