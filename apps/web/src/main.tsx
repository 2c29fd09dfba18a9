import './main.css';
import './app/start-theme.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { DashboardScreen } from './app/dashboard.ts';
import { showFirstView, showLastKnown, takeFirstView } from './app/first-view.ts';
import { isOpenToEveryone } from './app/screen-at.ts';
import { reloadWhenShownAgain } from './app/shown-again.ts';
import { currentUserQuery, wasSignedIn } from './shared/http/current-user.ts';
import { createQueryClient } from './shared/http/query-client.ts';
import { requireLogin } from './shared/ui/require-login.ts';
import { deleteCachedAnswers } from './shared/http/offline-cache.ts';
import { runtimeConfig } from './shared/http/runtime-config.ts';

reloadWhenShownAgain();

void start();

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const queryClient = createQueryClient(requireLogin);
  const path = window.location.pathname;
  const firstView = takeFirstView();
  if (runtimeConfig.isSignedOut) {
    queryClient.setQueryData(currentUserQuery.queryKey, null);
    void deleteCachedAnswers();
  } else if (firstView) {
    showFirstView(queryClient, firstView);
    await DashboardScreen.preload();
  } else if (!isOpenToEveryone(path)) {
    const hasLastKnown = path === '/' && wasSignedIn() && (await showLastKnown(queryClient));
    // Asked before anything is drawn, so that the answer is on its way while the page is built.
    // A failure is the guard's to show, from the same query.
    queryClient.query(currentUserQuery).catch(() => undefined);
    if (hasLastKnown) await DashboardScreen.preload();
  }
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} />
    </StrictMode>,
  );
}
