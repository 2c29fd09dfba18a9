import { DRAWING_FILE, type FirstView, type PageDrawing } from '@oinkly/contract/first-view';
import type { RuntimeConfig } from '@oinkly/contract/runtime-config';
import type { FastifyRequest } from 'fastify';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Of a week. Drawing 10,000 would hold up other requests for 70 ms. */
const MOST_EXPENSES = 2_000;

/**
 * Loads the app's own drawing of its pages: React and the components, as the browser has them. The returned function is null for a week
 * too large to draw and after a failure, which it logs: the browser then draws the page.
 */
export async function loadDrawing(
  webDir: string,
  runtimeConfig: RuntimeConfig,
): Promise<(request: FastifyRequest, view: FirstView) => string | null> {
  const file = pathToFileURL(join(webDir, DRAWING_FILE)).href;
  // The build makes it from this type.
  const { default: drawing } = (await import(file)) as { default: PageDrawing };
  drawing.configure(runtimeConfig);
  return (request, view) => {
    if (view.expenses.length > MOST_EXPENSES) return null;
    try {
      return drawing.drawPage(request.url, view);
    } catch (error) {
      request.log.error({ err: error }, 'page not drawn');
      return null;
    }
  };
}
