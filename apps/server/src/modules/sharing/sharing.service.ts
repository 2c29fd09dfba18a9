import { sharedMapOf, type SharedMap } from '@oinkly/domain/shared-map';
import { randomBytes } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import { inUserTransaction, type Database } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { readMapWeeks } from '../weeks/index.ts';
import { deleteShare, findOwnerByToken, findToken, insertShare, type MapOwner } from './sharing.queries.ts';

/** 192 bits can't be guessed. */
const TOKEN_BYTES = 24;
const TOKEN_SHAPE = /^[\w-]{32}$/;

export interface SharedMapView extends SharedMap {
  ownerId: string;
  /** Null before the owner's onboarding. */
  name: string | null;
}

export async function readOwnMap(deps: Pick<Deps, 'db' | 'clock'>, owner: MapOwner): Promise<SharedMapView> {
  const { year, weeks } = await readMapWeeks(deps, owner);
  return { ...sharedMapOf(weeks, year), ownerId: owner.id, name: owner.fullName };
}

/** Throws NOT_FOUND, also for a link switched off. */
export async function readSharedMap(deps: Pick<Deps, 'db' | 'clock'>, token: string): Promise<SharedMapView> {
  const owner = TOKEN_SHAPE.test(token) ? await findOwnerByToken(deps.db, token) : undefined;
  if (!owner) throw new AppError('NOT_FOUND');
  return readOwnMap(deps, owner);
}

export async function readShareUrl(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  userId: string,
): Promise<string | null> {
  const token = await findToken(db, userId);
  return token === undefined ? null : urlOfMap(publicUrl, token).href;
}

export async function shareMap(
  { db, clock, publicUrl }: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  userId: string,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await inUserTransaction(db, userId, async (tx, user) => {
    if (!user.exists) throw new AppError('UNAUTHORIZED');
    await insertShare(tx, { userId, token, createdAt: clock() });
  });
  const stored = await findToken(db, userId);
  // The user switched it off meanwhile.
  if (stored === undefined) throw new AppError('SERVICE_UNAVAILABLE');
  return urlOfMap(publicUrl, stored).href;
}

/** The token is never used again. */
export async function unshareMap(db: Database, userId: string): Promise<void> {
  await deleteShare(db, userId);
}

export function urlOfMap(publicUrl: URL, token: string): URL {
  return new URL(`/m/${token}`, publicUrl);
}
