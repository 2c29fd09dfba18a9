import type { RuntimeConfig } from '@oinkly/contract/runtime-config';

/** What stands in for the server's configuration where no server filled it in (the development server, tests). */
const DEFAULTS: RuntimeConfig = {
  supportEmail: 'support@oinkly.example',
  provider: { id: 'plaid', name: 'Plaid' },
  linkScriptUrl: '/plaid-emulator/link/v2/stable/link-initialize.js',
  loginSettingsUrl: '/idp/account',
  isSignedOut: false,
};

const written = document.querySelector<HTMLMetaElement>('meta[name="runtime-config"]');

/** What the server wrote into the page about itself. */
export const runtimeConfig: RuntimeConfig = parseRuntimeConfig(written?.content);

/** By what the page's policy knows the scripts and styles that the provider's widget writes; empty where it writes none. */
export const widgetNonce = written?.nonce ?? '';

/** The configuration in `text`; what is missing or unreadable is taken from the defaults. */
function parseRuntimeConfig(text: string | undefined): RuntimeConfig {
  if (!text?.startsWith('{')) return DEFAULTS;
  // Our own server wrote it from the same type.
  return { ...DEFAULTS, ...(JSON.parse(text) as Partial<RuntimeConfig>) };
}
