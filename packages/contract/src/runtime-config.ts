/**
 * What the server tells the page about itself, written into `index.html` as the content of
 * `<meta name="runtime-config">` (JSON), so that it costs no request and needs no inline script.
 */
export interface RuntimeConfig {
  /** Where people write for help. */
  supportEmail: string;
  /** The bank-linking provider: its name in paths, and as people read it. */
  provider: { id: string; name: string };
  /** The script that opens the provider's widget; null: Plaid's own. */
  linkScriptUrl: string | null;
  /** Where people change how they sign in; null: at an issuer elsewhere, which only they know. */
  loginSettingsUrl: string | null;
  /** The request for the page had no session, so the page need not ask for the user. */
  isSignedOut: boolean;
}

/** The text in the built `index.html` that the server replaces by the configuration, escaped for an attribute. */
export const RUNTIME_CONFIG_PLACEHOLDER = '__RUNTIME_CONFIG__';

/**
 * The text in the built `index.html` that the server replaces by the nonce of the answer's policy, where the provider's widget writes
 * scripts and styles of its own into the page, and by nothing where it does not.
 */
export const WIDGET_NONCE_PLACEHOLDER = '__WIDGET_NONCE__';
