import type { FastifyRequest } from 'fastify';
import type { Limits } from './rate-limits.ts';

/** Addresses of two WOFF2 files with variable weights. */
export interface PageFonts {
  headingUrl: string;
  textUrl: string;
}

/** What the host gives the embedded provider. */
export interface IdentityProviderOptions {
  /**
   * The issuer as browsers and tokens see it, for example `https://oinkly.example/idp`. Every URL is made from it, none from
   * the Host header. The plugin must be registered with its path as prefix.
   */
  issuer: string;
  /** A PostgreSQL URL. The provider owns the schema `identity` in it: accounts, sessions, keys. */
  databaseUrl: string;
  /** The time for limits and new accounts. The OpenID library reads the system's clock for its own expiries. */
  clock: () => Date;
  /** Whose an IP address is, as far as limits go: one household has a whole network of IPv6 addresses. */
  networkOf: (address: string) => string;
  /** The one program that may ask for logins here; it needs no consent. */
  client: {
    clientId: string;
    clientSecret: string;
    redirectUris: string[];
    postLogoutRedirectUris: string[];
  };
  /** Where the account page (`/account` under the issuer) leads back to: a page of the application. */
  returnUrl: string;
  /** The application's page that says what it keeps about people, linked where they sign up and log in. */
  privacyUrl: string;
  /** The product's name on the pages. */
  productName: string;
  /** Where a person who forgot the password can write to; named on the log-in page. */
  supportEmail?: string;
  /**
   * The product's own fonts, as addresses on the issuer's origin: one for headings, one for everything else. Without them the pages are
   * set in a serif that the system has.
   */
  fonts?: PageFonts;
  /**
   * Told when an account's sign-ins have ended because its person has changed how they log in, but for the one by which they did so: what the
   * application itself remembers of the account is its own to end. The request is the one that did it, with the cookies that the browser has
   * for this origin. When it rejects, the person is told that they may still be signed in elsewhere.
   */
  onLoginsEnded?: (subject: string, request: FastifyRequest) => Promise<void>;
  /** Limits other than the defaults, for tests and load. */
  limits?: Partial<Limits>;
}
