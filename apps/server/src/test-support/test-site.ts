import type { AppOptions } from '../app.ts';

/** How tests serve the app: the API alone, with a bank provider elsewhere, and silent. */
export const TEST_SITE = {
  webDir: null,
  runtimeConfig: {
    supportEmail: 'help@example.org',
    provider: { id: 'plaid', name: 'Plaid' },
    linkScriptUrl: null,
    loginSettingsUrl: null,
  },
  logLevel: null,
} as const satisfies AppOptions;
