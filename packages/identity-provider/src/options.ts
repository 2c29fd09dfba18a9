import type { Limits } from './rate-limits.ts';

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
  /** The one program that may ask for logins here; it needs no consent. */
  client: {
    clientId: string;
    clientSecret: string;
    redirectUris: string[];
    postLogoutRedirectUris: string[];
  };
  /** The product's name on the pages. */
  productName: string;
  /** Where a person who forgot the password can write to; named on the log-in page. */
  supportEmail?: string;
  /** Limits other than the defaults, for tests and load. */
  limits?: Partial<Limits>;
}
