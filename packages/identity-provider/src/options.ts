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
  /** With the schema `identity`. */
  databaseUrl: string;
  /** For limits and new accounts. The OpenID library uses the system clock. */
  clock: () => Date;
  /** For limits: a household has a whole IPv6 network. */
  networkOf: (address: string) => string;
  /** Needs no consent. */
  client: {
    clientId: string;
    clientSecret: string;
    redirectUris: string[];
    postLogoutRedirectUris: string[];
  };
  /** Linked from the account page, `/account` under the issuer. */
  returnUrl: string;
  privacyUrl: string;
  productName: string;
  /** For forgotten passwords. */
  supportEmail?: string;
  /** On the issuer's origin; by default a system serif. */
  fonts?: PageFonts;
  /** Called when a change has ended all other sessions. If it rejects, the page warns that the application's may remain. */
  onLoginsEnded?: (subject: string, request: FastifyRequest) => Promise<void>;
  /** For tests and load. */
  limits?: Partial<Limits>;
}
