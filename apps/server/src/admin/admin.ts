import type { IdentityAdmin } from '@oinkly/identity-provider';
import type { DatabasePool } from '../db/database.ts';
import type { TokenKey } from '../token-box.ts';
import { AdminError } from './admin-error.ts';

/** What the commands work on. */
export interface Admin {
  db: DatabasePool;
  /** Its address. */
  databaseUrl: string;
  /** The accounts of the embedded provider. Also where people sign in elsewhere: some may have one from before. */
  identities: IdentityAdmin;
  /** Where people sign in; null: at the embedded provider. */
  issuerElsewhere: string | null;
  tokenKeys: TokenKeyRing;
}

/** The keys that seal tokens, where they are kept. */
export interface TokenKeyRing {
  /** Returns the keys as they are. */
  read(): Promise<TokenKey[]>;
  /** Returns the keys with the new one in front; makes that one where the installation makes its keys itself. */
  forRotation(): Promise<TokenKey[]>;
  /** Removes all keys but the first. Null if TOKEN_KEYS sets them: then only the operator can. */
  dropOld: (() => Promise<void>) | null;
}

/** The accounts with which people sign in. Throws an `AdminError` where they do so elsewhere. */
export function requireIdentities({ identities, issuerElsewhere }: Admin): IdentityAdmin {
  if (issuerElsewhere === null) return identities;
  throw new AdminError(`Users log in at ${issuerElsewhere}. Do this there.`);
}
