import { lazyPart } from '../../../shared/ui/lazy-part.tsx';
import { providerOf } from '../accounts-query.ts';
import { WidgetNotReady } from './connect-error.ts';
import { loadLinkScript } from './link-script.ts';

const importWidget = () => import('./link-widget.tsx');

/** The widget. Render it only after `loadLinkWidget` succeeded. */
export const LinkWidget = lazyPart(importWidget);

/** Throws `WidgetNotReady`, also for a provider without a widget. */
export async function loadLinkWidget(providerId: string): Promise<void> {
  const provider = providerOf(providerId);
  if (provider.connect !== 'widget') throw new WidgetNotReady(`${provider.name} has no widget`);
  try {
    await Promise.all([loadLinkScript(provider.scriptUrl), importWidget()]);
  } catch (error) {
    throw new WidgetNotReady('The widget did not load', { cause: error });
  }
}
