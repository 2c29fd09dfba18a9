import type { FastifyRequest } from 'fastify';
import type { Limits } from './rate-limits.ts';

/** URLs of two variable-weight WOFF2 files. */
export interface PageFonts {
  headingUrl: string;
  textUrl: string;
}

export interface IdentityProviderOptions {
  /** The public issuer, for example `https://oinkly.example/idp`, from which every URL is made. Its path must be the plugin's prefix. */
  issuer: string;
  /** PostgreSQL URL. The provider owns the schema `identity`. */
  databaseUrl: string;
  /** Time for limits and new accounts. The OpenID library uses the system clock. */
  clock: () => Date;
  /** Returns the network of an address for limits: a household has a whole IPv6 network. */
  networkOf: (address: string) => string;
  /** The only client; it needs no consent. */
  client: {
    clientId: string;
    clientSecret: string;
    redirectUris: string[];
    postLogoutRedirectUris: string[];
  };
  /** The application's page to which the account page (`/account` under the issuer) links. */
  returnUrl: string;
  /** The application's privacy page, linked from login and sign-up. */
  privacyUrl: string;
  productName: string;
  /** Shown on the login page for forgotten passwords. */
  supportEmail?: string;
  /** Font URLs on the issuer's origin, for headings and text. The default is a system serif. */
  fonts?: PageFonts;
  /**
   * Called when a user's change has ended all other sessions, so that the application ends its own. `request` has the browser's cookies. If
   * it rejects, the page warns that other sessions may remain.
   */
  onLoginsEnded?: (subject: string, request: FastifyRequest) => Promise<void>;
  /** Overrides for tests and load. */
  limits?: Partial<Limits>;
}
