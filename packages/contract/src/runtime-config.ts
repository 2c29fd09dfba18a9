/** In `index.html` as JSON in `<meta name="runtime-config">`: needs no request and no inline script. */
export interface RuntimeConfig {
  supportEmail: string;
  /** Its id in paths and its display name. */
  provider: { id: string; name: string };
  /** Null for Plaid's own. */
  linkScriptUrl: string | null;
  /** Changes how the user logs in; null for another issuer. */
  loginSettingsUrl: string | null;
  /** Then the page need not request the user. */
  isSignedOut: boolean;
}

/** Replaced by the escaped configuration in the built `index.html`. */
export const RUNTIME_CONFIG_PLACEHOLDER = '__RUNTIME_CONFIG__';

/** Replaced by the policy's nonce if the provider's widget adds scripts and styles, else removed. */
export const WIDGET_NONCE_PLACEHOLDER = '__WIDGET_NONCE__';
