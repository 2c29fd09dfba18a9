/**
 * The server's configuration for the page. It is JSON in `<meta name="runtime-config">` of `index.html`,
 * which needs no request and no inline script.
 */
export interface RuntimeConfig {
  supportEmail: string;
  /** The ways to connect a bank, the usual one first. */
  providers: [ProviderConfig, ...ProviderConfig[]];
  /** The page that changes how the user logs in; null for another issuer. */
  loginSettingsUrl: string | null;
  sendsMail: boolean;
  /** Whether the page was requested without a session, so that it need not request the user. */
  isSignedOut: boolean;
}

interface SomeProvider {
  id: string;
  name: string;
  /** How many connections the server's plan ever opens; null without a limit. */
  linkLimit: number | null;
}

/** Connects banks in Plaid's Link or on its own pages, and repairs them there. */
export interface WidgetProvider extends SomeProvider {
  connect: 'widget';
  /** Defines Link. */
  scriptUrl: string;
}

/** Connects banks on its own pages, and repairs them there. */
export interface PagesProvider extends SomeProvider {
  connect: 'pages';
}

/** Connects banks with a token that the user pastes. */
export interface TokenProvider extends SomeProvider {
  connect: 'token';
  /** What it reaches and costs, in a few sentences. */
  about: string;
  /** The page that gives a token. */
  tokenPageUrl: string;
  /** The same for banks that exist only for trying; null without. */
  testTokenPageUrl: string | null;
}

export type ProviderConfig = WidgetProvider | PagesProvider | TokenProvider;

/** Replaced by the escaped configuration in the built `index.html`. */
export const RUNTIME_CONFIG_PLACEHOLDER = '__RUNTIME_CONFIG__';

/** Replaced by the policy's nonce if the provider's widget adds scripts and styles, else removed. */
export const WIDGET_NONCE_PLACEHOLDER = '__WIDGET_NONCE__';
