import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import { Router as LocationRouter } from 'wouter';
import { PageTimeContext, usePageTime, type PageTime } from '../shared/hooks/use-now.ts';
import { repeatEarlyInput } from './early-input.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Router } from './router.tsx';
import { ShownAddress, useShownPath, useShownSearch } from './shown-address.tsx';
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
  useEffect(repeatEarlyInput, []);
  return (
    <StrictMode>
      <PageTimeContext value={usePageTime(drawnAt)}>
        <QueryClientProvider client={queryClient}>
          <LocationRouter
            hook={useShownPath}
            searchHook={useShownSearch}
            {...(drawnUrl !== undefined && { ssrPath: drawnUrl })}
          >
            <ShownAddress>
              <ErrorBoundary>
                <Router />
              </ErrorBoundary>
              <ToastArea />
            </ShownAddress>
          </LocationRouter>
        </QueryClientProvider>
      </PageTimeContext>
    </StrictMode>
  );
}
