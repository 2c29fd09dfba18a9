/**
 * The server's configuration for the page, written into `index.html` as JSON in `<meta name="runtime-config">`. It needs no request and no
 * inline script.
 */
export interface RuntimeConfig {
  /** The address of the help line. */
  supportEmail: string;
  /** The bank-linking provider: its id in paths and its display name. */
  provider: { id: string; name: string };
  /** The script of the provider's widget; null for Plaid's own. */
  linkScriptUrl: string | null;
  /** The page that changes how the user logs in; null for another issuer. */
  loginSettingsUrl: string | null;
  /** The page was requested without a session, so it need not request the user. */
  isSignedOut: boolean;
}

/** Replaced in the built `index.html` by the escaped configuration. */
export const RUNTIME_CONFIG_PLACEHOLDER = '__RUNTIME_CONFIG__';

/** Replaced in the built `index.html` by the policy's nonce if the provider's widget adds scripts and styles to the page, else removed. */
export const WIDGET_NONCE_PLACEHOLDER = '__WIDGET_NONCE__';
