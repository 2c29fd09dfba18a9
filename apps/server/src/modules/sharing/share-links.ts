import { randomBytes } from 'node:crypto';
import { inUserTransaction, type Database } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import {
  deleteShare,
  findOwnerByToken,
  findToken,
  insertShare,
  type SharedThing,
  type ShareOwner,
} from './sharing.queries.ts';

/** 192 bits can't be guessed. */
const TOKEN_BYTES = 24;
const TOKEN_SHAPE = /^[\w-]{32}$/;

const PATHS: Record<SharedThing, string> = { map: '/m/', circle: '/c/' };

export function urlOfShare(publicUrl: URL, thing: SharedThing, token: string): URL {
  return new URL(`${PATHS[thing]}${token}`, publicUrl);
}

/** Throws NOT_FOUND, also for a link switched off. */
export async function findShareOwner(db: Database, thing: SharedThing, token: string): Promise<ShareOwner> {
  const owner = TOKEN_SHAPE.test(token) ? await findOwnerByToken(db, thing, token) : undefined;
  if (!owner) throw new AppError('NOT_FOUND');
  return owner;
}

/** Null while the user does not share it. */
export async function readShareUrl(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  thing: SharedThing,
  userId: string,
): Promise<string | null> {
  const token = await findToken(db, thing, userId);
  return token === undefined ? null : urlOfShare(publicUrl, thing, token).href;
}

export async function share(
  { db, clock, publicUrl }: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  thing: SharedThing,
  userId: string,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await inUserTransaction(db, userId, async (tx, user) => {
    if (!user.exists) throw new AppError('UNAUTHORIZED');
    await insertShare(tx, thing, { userId, token, createdAt: clock() });
  });
  const url = await readShareUrl({ db, publicUrl }, thing, userId);
  // The user switched it off meanwhile.
  if (url === null) throw new AppError('SERVICE_UNAVAILABLE');
  return url;
}

/** The token is never used again. */
export async function unshare(db: Database, thing: SharedThing, userId: string): Promise<void> {
  await deleteShare(db, thing, userId);
}

/** Ends all public links of a user. */
export async function unshareAll(db: Database, userId: string): Promise<void> {
  await deleteShare(db, 'map', userId);
  await deleteShare(db, 'circle', userId);
}
