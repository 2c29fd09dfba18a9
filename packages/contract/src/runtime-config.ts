/**
 * The server's configuration for the page. It is JSON in `<meta name="runtime-config">` of `index.html`,
 * which needs no request and no inline script.
 */
export interface RuntimeConfig {
  supportEmail: string;
  provider: { id: string; name: string };
  /** Null for Plaid's own. */
  linkScriptUrl: string | null;
  /** The page that changes how the user logs in; null for another issuer. */
  loginSettingsUrl: string | null;
  /** Whether the page was requested without a session, so that it need not request the user. */
  isSignedOut: boolean;
}

/** Replaced by the escaped configuration in the built `index.html`. */
export const RUNTIME_CONFIG_PLACEHOLDER = '__RUNTIME_CONFIG__';

/** Replaced by the policy's nonce if the provider's widget adds scripts and styles, else removed. */
export const WIDGET_NONCE_PLACEHOLDER = '__WIDGET_NONCE__';
