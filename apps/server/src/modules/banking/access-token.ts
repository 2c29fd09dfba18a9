import { AppError } from '../../errors/app-error.ts';
import { SealedSecretError, type TokenBox } from '../../security/token-box.ts';
import { sealedTokenOf } from './connections.queries.ts';
import type { ConnectionRow } from './sync-runs.queries.ts';

/** Throws BANK_CONNECTION_GONE without the token's key: only a new link helps. */
export function openAccessToken(tokenBox: TokenBox, connection: ConnectionRow): string {
  try {
    return tokenBox.open(sealedTokenOf(connection), connection.id);
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    throw new AppError('BANK_CONNECTION_GONE', { cause: error });
  }
}
