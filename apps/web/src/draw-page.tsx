import type { FirstView, PageDrawing } from '@oinkly/contract/first-view';
import { renderToString } from 'react-dom/server';
import { App } from './app/app.tsx';
import { fillFrom, timeOf } from './app/first-view.ts';
import { preloadDrawn } from './app/preload-drawn.ts';
import { createQueryClient } from './shared/http/query-client.ts';
import { configure } from './shared/http/runtime-config.ts';

await preloadDrawn();

/** Holds no user's data after the call: queries are in a client of their own, and the rest is the device's. */
function drawPage(url: string, view: FirstView): string {
  const queryClient = createQueryClient(() => undefined);
  fillFrom(queryClient, view, view.readAtMs);
  return renderToString(<App queryClient={queryClient} drawnAt={timeOf(view)} drawnUrl={url} />);
}

export default { configure, drawPage } satisfies PageDrawing;
