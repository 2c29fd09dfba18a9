import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { PageTimeContext, usePageTime } from '../shared/hooks/use-now.ts';
import { createQueryClient } from '../shared/http/query-client.ts';
import { ShownChanges } from '../features/expenses/outbox/shown-changes.tsx';
import { requireLogin } from '../shared/ui/require-login.ts';
import { dismissToasts } from '../shared/ui/toast-store.ts';
import Toaster from '../shared/ui/toaster.tsx';

/** A busy machine takes longer than the default second to render a screen. */
configure({ asyncUtilTimeout: 30_000 });

/** jsdom lacks it and Radix needs it. */
class NoResizeObserver {
  observe(): void {
    // Nothing changes size in jsdom.
  }
  unobserve(): void {}
  disconnect(): void {}
}

/**
 * A fresh page with the body of `index.html`, quiet console, real timers afterwards. Call it at the top of
 * the file.
 */
export function prepareEachTest(): void {
  beforeEach(() => {
    window.history.replaceState(null, '', '/');
    window.localStorage.clear();
    window.sessionStorage.clear();
    document.body.innerHTML = '<div id="notifications" aria-live="off"></div>';
    vi.stubGlobal('ResizeObserver', NoResizeObserver);
    vi.stubGlobal('scrollTo', vi.fn());
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    // Otherwise a toast survives its test.
    dismissToasts();
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

/** `queryClient` is what earlier screens have loaded; nothing by default. */
export function renderApp(ui: ReactNode, queryClient = createQueryClient(requireLogin)) {
  const app = (content: ReactNode) => (
    <WithPageTime>
      <QueryClientProvider client={queryClient}>
        <ShownChanges>{content}</ShownChanges>
        <Toaster />
      </QueryClientProvider>
    </WithPageTime>
  );
  const view = render(app(ui));
  return { ...view, queryClient, rerenderApp: (content: ReactNode) => view.rerender(app(content)) };
}

function WithPageTime({ children }: { children: ReactNode }) {
  return <PageTimeContext value={usePageTime(null)}>{children}</PageTimeContext>;
}

export async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}
