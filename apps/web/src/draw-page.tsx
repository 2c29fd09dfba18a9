import { DRAWN_SCREENS, type FirstView, type PageDrawing } from '@oinkly/contract/first-view';
import { renderToString } from 'react-dom/server';
import { App } from './app/app.tsx';
import { callsOf, fillFrom, timeOf } from './app/first-view.ts';
import { screens } from './app/lazy-screens.ts';
import { ReconnectButton } from './features/banking/lazy-reconnect-button.tsx';
import { BillCard } from './features/expenses/checks/lazy-bill-card.ts';
import { createQueryClient } from './shared/http/query-client.ts';
import { configure } from './shared/http/runtime-config.ts';

await Promise.all(
  [...DRAWN_SCREENS.map((name) => screens[name]), BillCard, ReconnectButton].map((part) => part.preload()),
);

/** Holds no user's data after the call: queries are in a client of their own, and the rest is the device's. */
async function drawPage(address: string, view: FirstView): Promise<string> {
  const queryClient = createQueryClient(() => undefined);
  await fillFrom(queryClient, address, view);
  return renderToString(<App queryClient={queryClient} drawnAt={timeOf(view)} drawnUrl={address} />);
}

export default { configure, callsOf, drawPage } satisfies PageDrawing;
