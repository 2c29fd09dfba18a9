import { widgetNonce } from '../../../shared/http/runtime-config.ts';

/** `react-plaid-link` assumes that a script element with this address has loaded. */
const PLAID_SCRIPT_URL = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';

const TIMEOUT_MS = 15_000;

let loading: Promise<void> | undefined;

/**
 * Rejects after a failure or without a widget; the next call tries again. Call it before asking for a link token: a blocked or late script then
 * fails early, and the user gets the provider's own page.
 */
export async function loadLinkScript(url: string): Promise<void> {
  if ('Plaid' in window) return;
  loading ??= appendScript(url);
  try {
    await loading;
  } finally {
    loading = undefined;
  }
}

async function appendScript(url: string): Promise<void> {
  const script = document.createElement('script');
  script.src = url;
  // Plaid's script reuses it for elements that it adds to the page.
  script.nonce = widgetNonce;
  try {
    await new Promise<void>((resolve, reject) => {
      script.addEventListener('load', () => resolve());
      script.addEventListener('error', () => reject(new Error(`${url} did not load`)));
      setTimeout(() => reject(new Error(`${url} did not load in time`)), TIMEOUT_MS);
      document.head.append(script);
    });
    if (!('Plaid' in window)) throw new Error(`${url} defines no widget`);
  } catch (error) {
    script.remove();
    throw error;
  }
  if (url === PLAID_SCRIPT_URL) return;
  // Inert: browsers neither load nor run it.
  const stand = document.createElement('script');
  stand.type = 'text/plain';
  stand.src = PLAID_SCRIPT_URL;
  document.head.append(stand);
}
