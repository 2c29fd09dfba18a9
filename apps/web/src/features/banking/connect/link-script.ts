import { runtimeConfig } from '../../../shared/http/runtime-config.ts';

/** The script that `react-plaid-link` would load. It takes a script element with this address for one that has loaded. */
const PLAID_SCRIPT_URL = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';

/** How long it may take. */
const TIMEOUT_MS = 15_000;

let loading: Promise<void> | undefined;

/**
 * Loads the widget's script where it is not Plaid's own, which the library loads by itself. Rejects when it does not come; the next call
 * tries again.
 */
export async function loadLinkScript(): Promise<void> {
  const { linkScriptUrl } = runtimeConfig;
  if (linkScriptUrl === null) return;
  loading ??= appendScript(linkScriptUrl);
  try {
    await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

async function appendScript(url: string): Promise<void> {
  const script = document.createElement('script');
  script.src = url;
  await new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${url} did not load`)));
    setTimeout(() => reject(new Error(`${url} did not load in time`)), TIMEOUT_MS);
    document.head.append(script);
  });
  // Inert: no browser asks for it or runs it.
  const stand = document.createElement('script');
  stand.type = 'text/plain';
  stand.src = PLAID_SCRIPT_URL;
  document.head.append(stand);
}
