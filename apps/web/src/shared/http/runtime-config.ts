import type { RuntimeConfig } from '@oinkly/contract/runtime-config';

/** What stands in for the server's configuration where no server filled it in (the development server, tests). */
const DEFAULTS: RuntimeConfig = {
  supportEmail: 'support@oinkly.example',
  provider: { id: 'plaid', name: 'Plaid' },
  linkScriptUrl: '/plaid-emulator/link/v2/stable/link-initialize.js',
  signInSettingsUrl: '/idp/account',
  isSignedOut: false,
};

/** What the server wrote into the page about itself. */
export const runtimeConfig: RuntimeConfig = parseRuntimeConfig(
  document.querySelector<HTMLMetaElement>('meta[name="runtime-config"]')?.content,
);

/** The configuration in `text`; what is missing or unreadable is taken from the defaults. */
function parseRuntimeConfig(text: string | undefined): RuntimeConfig {
  if (!text?.startsWith('{')) return DEFAULTS;
  // Our own server wrote it from the same type.
  return { ...DEFAULTS, ...(JSON.parse(text) as Partial<RuntimeConfig>) };
}
