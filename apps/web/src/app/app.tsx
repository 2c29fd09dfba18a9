import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';

import { ErrorBoundary } from './error-boundary.tsx';
import { Router } from './router.tsx';
import { ToastArea } from './toast-area.tsx';

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Router />
      </ErrorBoundary>
      <ToastArea />
    </QueryClientProvider>
  );
}
