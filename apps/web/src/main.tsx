import './main.css';
import './app/start-theme.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { DashboardScreen } from './app/dashboard.ts';
import { showFirstView, takeFirstView } from './app/first-view.ts';
import { isOpenToEveryone } from './app/screen-at.ts';
import { reloadWhenShownAgain } from './app/shown-again.ts';
import { currentUserQuery } from './shared/http/current-user.ts';
import { createQueryClient } from './shared/http/query-client.ts';
import { requireLogin } from './shared/ui/require-login.ts';
import { deleteCachedAnswers } from './shared/http/offline-cache.ts';
import { runtimeConfig } from './shared/http/runtime-config.ts';

reloadWhenShownAgain();

const queryClient = createQueryClient(requireLogin);
const firstView = takeFirstView();
if (runtimeConfig.isSignedOut) {
  queryClient.setQueryData(currentUserQuery.queryKey, null);
  void deleteCachedAnswers();
} else if (firstView) {
  showFirstView(queryClient, firstView);
} else if (!isOpenToEveryone(window.location.pathname)) {
  // Asked before anything is drawn, so that the answer is on its way while the page is built.
  // A failure is the guard's to show, from the same query.
  queryClient.query(currentUserQuery).catch(() => undefined);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = (
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>
);
const draw = () => createRoot(root).render(app);
if (firstView) void DashboardScreen.preload().then(draw);
else draw();
