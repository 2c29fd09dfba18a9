import type { FastifyRequest } from 'fastify';
import type { Limits } from './rate-limits.ts';

/** URLs of two variable-weight WOFF2 files. */
export interface PageFonts {
  headingUrl: string;
  textUrl: string;
}

export interface IdentityProviderOptions {
  /** `https://oinkly.example/idp`, for example. Its path must be the plugin's prefix. */
  issuer: string;
  /** PostgreSQL URL. The provider owns the schema `identity`. */
  databaseUrl: string;
  /** Time for limits and new accounts. The OpenID library uses the system clock. */
  clock: () => Date;
  /** Returns the network of an address for limits: a household has a whole IPv6 network. */
  networkOf: (address: string) => string;
  client: {
    clientId: string;
    clientSecret: string;
    redirectUris: string[];
    postLogoutRedirectUris: string[];
  };
  /** The application's page to which the account page (`/account` under the issuer) links. */
  returnUrl: string;
  privacyUrl: string;
  productName: string;
  supportEmail?: string;
  /** Font URLs on the issuer's origin, for headings and text. The default is a system serif. */
  fonts?: PageFonts;
  /** Called when a change has ended all other sessions. If it rejects, the page warns that the application's may remain. */
  onLoginsEnded?: (subject: string, request: FastifyRequest) => Promise<void>;
  /** Overrides for tests and load. */
  limits?: Partial<Limits>;
}
