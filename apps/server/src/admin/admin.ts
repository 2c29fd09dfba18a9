import type { IdentityAdmin } from '@oinkly/identity-provider';
import type { DatabasePool } from '../db/database.ts';
import type { TokenKey } from '../token-box.ts';
import { AdminError } from './admin-error.ts';

/** What the commands work on. */
export interface Admin {
  db: DatabasePool;
  /** Its address. */
  databaseUrl: string;
  /** The accounts of the embedded provider; null where people sign in elsewhere. */
  identities: IdentityAdmin | null;
  /** Where people sign in. */
  issuer: string;
  tokenKeys: TokenKeyRing;
}

/** The keys that seal tokens, where they are kept. */
export interface TokenKeyRing {
  /** Reads them, the new one in front; makes that one where the installation makes its keys itself. */
  forRotation(): Promise<TokenKey[]>;
  /** Takes all but the first away; null where only whoever sets TOKEN_KEYS can. */
  dropOld: (() => Promise<void>) | null;
}

/** The accounts of the embedded provider. Throws an `AdminError` where people sign in elsewhere. */
export function requireIdentities({ identities, issuer }: Admin): IdentityAdmin {
  if (identities) return identities;
  throw new AdminError(`People sign in at ${issuer}: do this there.`);
}
