import { inTransaction, type Database, type DatabasePool } from '../../db/database.ts';
import { pushKeys } from '../../db/tables/notifications.tables.ts';
import { useTokenKeys } from '../../db/token-key-lock.ts';
import type { TokenBox } from '../../security/token-box.ts';

/** The installation's VAPID keys, base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export interface KeyStore {
  db: DatabasePool;
  tokenBox: TokenBox;
  clock: () => Date;
}

/** Binds the sealed private key; see `TokenBox`. */
export const PUSH_KEYS_SEALED_FOR = 'push-keys';

/** Browsers subscribe for one public key, so all processes share it. Throws a `SealedSecretError`. */
export async function readPushKeys(
  { db, tokenBox, clock }: KeyStore,
  generate: () => Promise<PushKeys>,
): Promise<PushKeys> {
  const known = await findKeys(db);
  if (known) return openKeys(known, tokenBox);
  const { publicKey, privateKey } = await generate();
  await inTransaction(db, async (tx) => {
    await useTokenKeys(tx);
    const { sealed, keyId } = tokenBox.seal(privateKey, PUSH_KEYS_SEALED_FOR);
    await tx
      .insert(pushKeys)
      .values({ publicKey, privateKey: sealed, privateKeyKeyId: keyId, createdAt: clock() })
      .onConflictDoNothing();
  });
  const stored = await findKeys(db);
  if (!stored) throw new Error('Keys that were just stored are not there');
  return openKeys(stored, tokenBox);
}

async function findKeys(db: Database): Promise<typeof pushKeys.$inferSelect | undefined> {
  const [row] = await db.select().from(pushKeys);
  return row;
}

function openKeys(row: typeof pushKeys.$inferSelect, tokenBox: TokenBox): PushKeys {
  const privateKey = tokenBox.open(
    { keyId: row.privateKeyKeyId, sealed: row.privateKey },
    PUSH_KEYS_SEALED_FOR,
  );
  return { publicKey: row.publicKey, privateKey };
}
