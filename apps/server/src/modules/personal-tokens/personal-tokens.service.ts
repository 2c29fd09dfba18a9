import { MAX_TOKENS_PER_USER } from '@oinkly/contract/limits';
import type { TokenScope } from '@oinkly/contract/token-scopes';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import { inUserTransaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { hashOfToken, newUserToken, userOfToken } from '../../security/secret-token.ts';
import { requireSession, type ActiveSession, type UserRow } from '../identity/index.ts';
import {
  countTokens,
  deleteToken,
  findToken,
  insertToken,
  touchToken,
  type PersonalTokenRow,
} from './personal-tokens.queries.ts';

/** Lets people and secret scanners recognize a token. */
const PREFIX = 'oink_';
/** Tokens of older versions don't name their user and are shorter. */
const TOKEN_SHAPE = new RegExp(`^${PREFIX}(?:[\\w-]{43}|[\\w-]{64})$`);
/** Enough to see which tokens are in use. */
const TOUCH_AFTER_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export interface CurrentToken {
  token: PersonalTokenRow;
  user: UserRow;
}

/** Notifies the owner by mail. Throws TOO_MANY_TOKENS, and UNAUTHORIZED if the session was ended. */
export async function createToken(
  { db, clock, queue, mailer }: Pick<Deps, 'db' | 'clock' | 'queue' | 'mailer'>,
  session: ActiveSession,
  { name, scopes, lifetimeDays }: { name: string; scopes: readonly TokenScope[]; lifetimeDays: number },
): Promise<{ row: PersonalTokenRow; token: string }> {
  const { userId } = session;
  const createdAt = clock();
  const { token, hash } = newUserToken(userId, PREFIX);
  const row = {
    userId,
    id: randomUUID(),
    tokenHash: hash,
    name,
    scopes: [...new Set(scopes)],
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeDays * DAY_MS),
    lastUsedAt: null,
  };
  return inUserTransaction(db, userId, async (tx) => {
    await requireSession(tx, session);
    if ((await countTokens(tx, userId, createdAt)) >= MAX_TOKENS_PER_USER)
      throw new AppError('TOO_MANY_TOKENS');
    await insertToken(tx, row);
    if (mailer) await queue.send('send-mail', { kind: 'token-created', userId }, { tx });
    return { row, token };
  });
}

/** Throws TOKEN_NOT_FOUND. */
export async function revokeToken({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<void> {
  if (!(await deleteToken(db, userId, id))) throw new AppError('TOKEN_NOT_FOUND');
}

export async function recognizeToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  secret: string,
): Promise<CurrentToken | null> {
  if (!TOKEN_SHAPE.test(secret)) return null;
  const now = clock();
  const found = await findToken(db, {
    userId: userOfToken(secret, PREFIX),
    tokenHash: hashOfToken(secret),
    now,
  });
  if (!found) return null;
  const { token } = found;
  if (now.getTime() - (token.lastUsedAt?.getTime() ?? 0) > TOUCH_AFTER_MS) await touchToken(db, token, now);
  return found;
}
