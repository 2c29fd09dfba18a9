import { MAX_CONNECTIONS_PER_USER } from '@oinkly/contract/limits';
import { and, asc, count, eq } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import { connections } from '../../db/tables/banking.tables.ts';
import type { SealedSecret } from '../../security/token-box.ts';
import type { ProviderConnection } from './provider.ts';
import type { ConnectionRef, ConnectionRow } from './sync-runs.queries.ts';

/** A connection before its first sync. Its access token is sealed for `id`. */
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

/** Replaces the access token. */
export async function renewAccess(
  db: Database,
  {
    userId,
    id,
    accessToken,
    oneTimeTokenHash,
  }: Pick<NewConnection, 'userId' | 'id' | 'accessToken' | 'oneTimeTokenHash'>,
): Promise<ConnectionRow> {
  const [row] = await db
    .update(connections)
    .set({ accessToken: accessToken.sealed, accessTokenKeyId: accessToken.keyId, oneTimeTokenHash })
    .where(and(eq(connections.userId, userId), eq(connections.id, id)))
    .returning();
  if (!row) throw new Error('An update returned no row');
  return row;
}

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

export async function updateReportedConnection(
  db: Database,
  { userId, connectionId }: ConnectionRef,
  { institutionId, institutionName, accounts, problems }: ProviderConnection,
): Promise<void> {
  await db
    .update(connections)
    // Without accounts, the provider names no bank.
    .set(accounts.length === 0 ? { problems } : { institutionId, institutionName, problems })
    .where(and(eq(connections.userId, userId), eq(connections.id, connectionId)));
}

export async function findConnection(db: Database, ref: ConnectionRef): Promise<ConnectionRow | undefined> {
  const [row] = await db
    .select()
    .from(connections)
    .where(and(eq(connections.userId, ref.userId), eq(connections.id, ref.connectionId)));
  return row;
}

/** Lists them, oldest first. */
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

/** Lists them, oldest first. */
export async function listAllConnections(db: Database, userId: string): Promise<ConnectionRow[]> {
  return db
    .select()
    .from(connections)
    .where(eq(connections.userId, userId))
    .orderBy(asc(connections.createdAt), asc(connections.id));
}

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

/** Throws TOO_MANY_CONNECTIONS. */
export async function requireRoomForConnection(db: Database, userId: string): Promise<void> {
  const [row] = await db.select({ held: count() }).from(connections).where(eq(connections.userId, userId));
  if ((row?.held ?? 0) >= MAX_CONNECTIONS_PER_USER) throw new AppError('TOO_MANY_CONNECTIONS');
}

/** Searches the connections of all users, because webhook events name no user. */
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
 * Deletes a connection with its runs and staged changes. Accounts and history stay, and so does the
 * connection at the provider.
 */
export async function deleteConnection(db: Database, userId: string, connectionId: string): Promise<void> {
  await db.delete(connections).where(and(eq(connections.userId, userId), eq(connections.id, connectionId)));
}

export function sealedTokenOf(connection: ConnectionRow): SealedSecret {
  return { keyId: connection.accessTokenKeyId, sealed: connection.accessToken };
}
