import type { IdentityAdmin } from '@oinkly/identity-provider';
import type { DatabasePool } from '../db/database.ts';
import type { TokenKey } from '../token-box.ts';
import { AdminError } from './admin-error.ts';

export interface Admin {
  db: DatabasePool;
  databaseUrl: string;
  /** Accounts of the embedded provider. Users of another issuer may have one too. */
  identities: IdentityAdmin;
  /** The issuer that users log in at; null for the embedded one. */
  issuerElsewhere: string | null;
  tokenKeys: TokenKeyRing;
}

export interface TokenKeyRing {
  read(): Promise<TokenKey[]>;
  /** Returns the keys with the new one first, which it creates if the installation makes its own. */
  forRotation(): Promise<TokenKey[]>;
  /** Removes the old keys. Null if TOKEN_KEYS sets them, because only the operator can. */
  dropOld: (() => Promise<void>) | null;
}

/** Returns the embedded accounts. Throws an `AdminError` if users log in at another issuer. */
export function requireIdentities({ identities, issuerElsewhere }: Admin): IdentityAdmin {
  if (issuerElsewhere === null) return identities;
  throw new AdminError(`Users log in at ${issuerElsewhere}. Do this there.`);
}
