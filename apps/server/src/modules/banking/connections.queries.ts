import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { connections } from '../../db/schema.ts';
import type { SealedSecret } from '../../token-box.ts';
import type { ConnectionRef, ConnectionRow } from './sync/sync-runs.queries.ts';

/** A connection that has not been synced yet, with its access token sealed for `id`. */
export interface NewConnection {
  userId: string;
  id: string;
  provider: string;
  providerConnectionId: string;
  institutionId: string | null;
  institutionName: string;
  accessToken: SealedSecret;
  oneTimeTokenHash: Buffer;
  createdAt: Date;
}

/** Adds a connection. */
export async function insertConnection(
  db: Database,
  { accessToken, ...connection }: NewConnection,
): Promise<ConnectionRow> {
  const [row] = await db
    .insert(connections)
    .values({ ...connection, accessToken: accessToken.sealed, accessTokenKeyId: accessToken.keyId })
    .returning();
  if (!row) throw new Error('An insert returned no row');
  return row;
}

/** Returns the user's connection that a one-time token was exchanged for. */
export async function findConnectionByToken(
  db: Database,
  userId: string,
  oneTimeTokenHash: Buffer,
): Promise<ConnectionRow | undefined> {
  const [row] = await db
    .select()
    .from(connections)
    .where(and(eq(connections.userId, userId), eq(connections.oneTimeTokenHash, oneTimeTokenHash)));
  return row;
}

/** Stores which bank a connection belongs to. */
export async function updateInstitution(
  db: Database,
  bank: ConnectionRef & { institutionId: string | null; institutionName: string },
): Promise<void> {
  const { institutionId, institutionName } = bank;
  await db
    .update(connections)
    .set({ institutionId, institutionName })
    .where(and(eq(connections.userId, bank.userId), eq(connections.id, bank.connectionId)));
}

/** Returns the user's connection; undefined if it is gone or belongs to another user. */
export async function findConnection(db: Database, ref: ConnectionRef): Promise<ConnectionRow | undefined> {
  const [row] = await db
    .select()
    .from(connections)
    .where(and(eq(connections.userId, ref.userId), eq(connections.id, ref.connectionId)));
  return row;
}

/** A user's connections through one provider, oldest first. */
export async function listConnections(
  db: Database,
  userId: string,
  provider: string,
): Promise<ConnectionRow[]> {
  return db
    .select()
    .from(connections)
    .where(and(eq(connections.userId, userId), eq(connections.provider, provider)))
    .orderBy(asc(connections.createdAt), asc(connections.id));
}

/** A user's connections through any provider, oldest first. */
export async function listAllConnections(db: Database, userId: string): Promise<ConnectionRow[]> {
  return db
    .select()
    .from(connections)
    .where(eq(connections.userId, userId))
    .orderBy(asc(connections.createdAt), asc(connections.id));
}

/** Returns the user's connection with a provider's id; undefined if there is none or it belongs to another user. */
export async function findConnectionByProviderId(
  db: Database,
  userId: string,
  provider: string,
  providerConnectionId: string,
): Promise<ConnectionRow | undefined> {
  const [row] = await db
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.userId, userId),
        eq(connections.provider, provider),
        eq(connections.providerConnectionId, providerConnectionId),
      ),
    );
  return row;
}

/** Returns all users' connections with a provider's id. Webhook events name no user, so this is the only query here without one. */
export async function findConnectionsByProviderId(
  db: Database,
  provider: string,
  providerConnectionId: string,
): Promise<ConnectionRow[]> {
  return db
    .select()
    .from(connections)
    .where(
      and(eq(connections.provider, provider), eq(connections.providerConnectionId, providerConnectionId)),
    );
}

/**
 * Deletes a connection with its runs and staged changes; its accounts and their history stay. It ends nothing at the provider. A missing
 * connection is no error.
 */
export async function deleteConnection(db: Database, userId: string, connectionId: string): Promise<void> {
  await db.delete(connections).where(and(eq(connections.userId, userId), eq(connections.id, connectionId)));
}

/** Returns the sealed token of a connection. */
export function sealedTokenOf(connection: ConnectionRow): SealedSecret {
  return { keyId: connection.accessTokenKeyId, sealed: connection.accessToken };
}
