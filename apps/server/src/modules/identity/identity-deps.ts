import type { IssuerAccounts } from './issuer-accounts.ts';
import type { OpenIdClient } from './openid-client.ts';
import type { SignUps } from './sign-ups.ts';

/** What only code that logs people in needs. */
export interface IdentityDeps {
  openId: OpenIdClient;
  issuerAccounts: IssuerAccounts;
  signUps: SignUps;
}
