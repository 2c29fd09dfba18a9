import type { WidgetSources } from '../../../../http/security-headers.ts';

const CDN = 'https://cdn.plaid.com';
/** At Plaid's CDN and at an emulator. */
const SCRIPT_PATH = '/link/v2/stable/link-initialize.js';

/**
 * Returns the widget's script and what the page must allow for it: that of Plaid itself (see plaid.com/docs/link/web and the README of
 * `react-plaid-link`), or of an emulator, which browsers reach at `emulatorUrl`.
 */
export function plaidWidget(
  baseUrl: string,
  emulatorUrl: string,
): { scriptUrl: string; sources: WidgetSources } {
  if (isPlaidItself(baseUrl)) {
    const scriptUrl = `${CDN}${SCRIPT_PATH}`;
    const sources = { script: [scriptUrl], frame: [CDN], connect: [new URL(baseUrl).origin], other: [CDN] };
    return { scriptUrl, sources: { ...sources, writesIntoPage: true } };
  }
  const isOurs = emulatorUrl.startsWith('/');
  const origins = isOurs ? [] : [new URL(emulatorUrl).origin];
  return {
    scriptUrl: `${emulatorUrl}${SCRIPT_PATH}`,
    sources: {
      script: origins,
      frame: isOurs ? ["'self'"] : origins,
      connect: [],
      other: [],
      writesIntoPage: false,
    },
  };
}

/** Returns whether the address is Plaid's, not an emulator's. */
export function isPlaidItself(baseUrl: string): boolean {
  return new URL(baseUrl).hostname.endsWith('.plaid.com');
}
