import type { AppOptions } from '../app.ts';

/** The API alone, silent, with a bank provider elsewhere. */
export const TEST_SITE = {
  webDir: null,
  runtimeConfig: {
    supportEmail: 'help@example.org',
    providers: [{ id: 'plaid', name: 'Plaid', connect: 'pages', linkLimit: null }],
    sendsMail: true,
    loginSettingsUrl: null,
  },
  logLevel: null,
} as const satisfies AppOptions;
