import { DRAWING_FILE, type FirstView, type PageDrawing } from '@oinkly/contract/first-view';
import type { RuntimeConfig } from '@oinkly/contract/runtime-config';
import type { FastifyRequest } from 'fastify';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Of a week. Drawing 10,000 would hold up other requests for 70 ms. */
const MOST_EXPENSES = 2_000;

export interface PageDrawer {
  callsOf: PageDrawing['callsOf'];
  /** Null for a week too large to draw and after a failure, which it logs: the browser then draws the page. */
  draw: (request: FastifyRequest, view: FirstView) => Promise<string | null>;
}

/** Loads the app's own drawing of its pages: React and the components, as the browser has them. */
export async function loadDrawing(
  webDir: string,
  runtimeConfig: RuntimeConfig,
  origin: string,
): Promise<PageDrawer> {
  const file = pathToFileURL(join(webDir, DRAWING_FILE)).href;
  // The build makes it from this type.
  const { default: drawing } = (await import(file)) as { default: PageDrawing };
  drawing.configure(runtimeConfig, origin);
  const draw: PageDrawer['draw'] = async (request, view) => {
    if (view.answers.some(({ body }) => Array.isArray(body) && body.length > MOST_EXPENSES)) return null;
    try {
      return await drawing.drawPage(request.url, view);
    } catch (error) {
      request.log.error({ err: error }, 'page not drawn');
      return null;
    }
  };
  return { callsOf: drawing.callsOf, draw };
}
