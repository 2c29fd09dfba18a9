import type { IdentityAdmin } from '@oinkly/identity-provider';
import type { Config } from '../start/config.ts';
import type { DatabasePool } from '../db/database.ts';
import type { TokenKey } from '../security/token-box.ts';
import { AdminError } from './admin-error.ts';

/** The server's data, opened for a command. */
export interface Installation {
  db: DatabasePool;
  databaseUrl: string;
  /** Users of another issuer may have one too. */
  identities: IdentityAdmin;
  /** Null for the embedded issuer. */
  issuerElsewhere: string | null;
  tokenKeys: TokenKeyRing;
  publicUrl: URL;
  signUp: Config['signUp'];
}

export interface TokenKeyRing {
  read(): Promise<TokenKey[]>;
  /** The new key comes first; it is created if the installation makes its own. */
  forRotation(): Promise<TokenKey[]>;
  /** Null if TOKEN_KEYS sets the keys: only the operator can. */
  dropOld: (() => Promise<void>) | null;
}

/** Throws an `AdminError` with another issuer. */
export function requireIdentities({ identities, issuerElsewhere }: Installation): IdentityAdmin {
  if (issuerElsewhere === null) return identities;
  throw new AdminError(`Users log in at ${issuerElsewhere}. Do this there.`);
}
