import type { FirstView, PageDrawing } from '@oinkly/contract/first-view';
import { renderToString } from 'react-dom/server';
import { ReconnectButton } from './features/banking/bank-notice.tsx';
import { App } from './app/app.tsx';
import { fillFrom, timeOf } from './app/first-view.ts';
import { screens } from './app/lazy-screens.ts';
import { BillCard } from './app/screens/dashboard-screen.tsx';
import { createQueryClient } from './shared/http/query-client.ts';
import { configure } from './shared/http/runtime-config.ts';

await Promise.all([screens.dashboard, BillCard, ReconnectButton].map((part) => part.preload()));

/** Holds no user's data after the call: queries are in a client of their own, and the rest is the device's. */
function drawPage(url: string, view: FirstView): string {
  const queryClient = createQueryClient(() => undefined);
  fillFrom(queryClient, view, view.readAtMs);
  return renderToString(<App queryClient={queryClient} drawnAt={timeOf(view)} drawnUrl={url} />);
}

export default { configure, drawPage } satisfies PageDrawing;
