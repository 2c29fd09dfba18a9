import type { RuntimeConfig } from '@oinkly/contract/runtime-config';

/** For pages without a server: development and tests. */
const DEFAULTS: RuntimeConfig = {
  supportEmail: 'support@oinkly.example',
  providers: [
    {
      id: 'plaid',
      name: 'Plaid',
      connect: 'widget',
      scriptUrl: '/plaid-emulator/link/v2/stable/link-initialize.js',
      linkLimit: null,
    },
  ],
  loginSettingsUrl: '/idp/account',
  sendsMail: false,
  isSignedOut: false,
};

// The server has no document, and calls `configure`.
const written =
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>('meta[name="runtime-config"]');

export const runtimeConfig: RuntimeConfig = parseRuntimeConfig(written?.content);

/** Of this site, as links to it begin. */
export let siteOrigin = typeof window === 'undefined' ? '' : window.location.origin;

/** Sets what all pages of this server have. */
export function configure(config: RuntimeConfig, origin: string): void {
  Object.assign(runtimeConfig, config);
  siteOrigin = origin;
}

/** Nonce for scripts and styles of the provider's widget; empty if it writes none. */
export const widgetNonce = written?.nonce ?? '';

function parseRuntimeConfig(text: string | undefined): RuntimeConfig {
  if (!text?.startsWith('{')) return DEFAULTS;
  // The server writes it from the same type.
  return { ...DEFAULTS, ...(JSON.parse(text) as Partial<RuntimeConfig>) };
}
