import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import { Router as LocationRouter } from 'wouter';
import { PageTimeContext, usePageTime, type PageTime } from '../shared/hooks/use-now.ts';
import { repeatEarlyPress } from './early-press.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Router } from './router.tsx';
import { ToastArea } from './toast-area.tsx';

export function App({
  queryClient,
  drawnAt = null,
  drawnUrl,
}: {
  queryClient: QueryClient;
  /** The time with which the server draws the page, or null. */
  drawnAt?: PageTime | null;
  /** What the server draws; a browser knows its address. */
  drawnUrl?: string;
}) {
  useEffect(repeatEarlyPress, []);
  return (
    <StrictMode>
      <PageTimeContext value={usePageTime(drawnAt)}>
        <QueryClientProvider client={queryClient}>
          <LocationRouter {...(drawnUrl !== undefined && { ssrPath: drawnUrl })}>
            <ErrorBoundary>
              <Router />
            </ErrorBoundary>
            <ToastArea />
          </LocationRouter>
        </QueryClientProvider>
      </PageTimeContext>
    </StrictMode>
  );
}
