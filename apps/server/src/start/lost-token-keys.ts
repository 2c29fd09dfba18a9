import type { IdentityAdmin } from '@oinkly/identity-provider';
import { ConfigError } from '../errors/config-error.ts';
import { inTransaction, type DatabasePool } from '../db/database.ts';
import { PUSH_KEYS_SEALED_FOR } from '../modules/notifications/push-keys.ts';
import { sampleSealedSecrets } from './sealed-secrets.queries.ts';
import type { TokenBox } from '../security/token-box.ts';

/**
 * Throws a `ConfigError` if a secret's key is missing (SEC-9). `keysPlace` names the keys for the operator.
 */
export async function refuseLostKeys(
  { db, identities }: { db: DatabasePool; identities: Pick<IdentityAdmin, 'sampleAppSecrets'> },
  tokenBox: TokenBox,
  keysPlace: string,
): Promise<void> {
  const samples = await inTransaction(db, (tx) => sampleSealedSecrets(tx, PUSH_KEYS_SEALED_FOR));
  const appSecrets = await identities.sampleAppSecrets();
  const lost = [...samples, ...appSecrets].filter(({ secret, rowId }) => !tokenBox.opens(secret, rowId));
  if (lost.length === 0) return;
  const names = [...new Set(lost.map(({ secret }) => `'${secret.keyId}'`))].join(' and ');
  throw new ConfigError(
    `The key ${names} that sealed the bank logins is missing from ${keysPlace}: put it back from your copy, ` +
      'or if it is lost, run "npm run admin -- forget-lost-tokens" and link the banks again.',
  );
}
