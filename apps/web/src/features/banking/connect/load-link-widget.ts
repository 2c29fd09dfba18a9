import { lazy } from 'react';
import { WidgetNotReady } from './connect-error.ts';
import { loadLinkScript } from './link-script.ts';

const importWidget = () => import('./link-widget.tsx');

/** The widget. Render it only after `loadLinkWidget` succeeded. */
export const LinkWidget = lazy(importWidget);

/** Throws `WidgetNotReady`. */
export async function loadLinkWidget(): Promise<void> {
  try {
    await Promise.all([loadLinkScript(), importWidget()]);
  } catch (error) {
    throw new WidgetNotReady('The widget did not load', { cause: error });
  }
}
