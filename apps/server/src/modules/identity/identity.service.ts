import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import { inTransaction, inUserTransaction, type Database } from '../../db/database.ts';
import { isDeletedUserError } from '../../db/deleted-user-error.ts';
import type { Deps } from '../deps.ts';
import { hashOfToken, newSecretToken, newUserToken, userOfToken } from '../../security/secret-token.ts';
import {
  deleteEndedSessions,
  deleteExpiredLoginAttempts,
  deleteSession,
  findSession,
  findUserByIdentity,
  haveSessionsEndedSince,
  insertLoginAttempt,
  insertSession,
  insertUserWithIdentity,
  takeLoginAttempt,
  touchSession,
  updateEmail,
  type ActiveSession,
  type UserRow,
} from './identity.queries.ts';
import type { ProvenIdentity } from './openid-client.ts';
import { EMBEDDED_ISSUER } from './embedded-issuer.ts';
import { isRecentLogin, REAUTHENTICATION_MAX_AGE_S } from './recent-login.ts';
import { safeReturnPath } from './return-path.ts';
import type { SignUpOrigin } from './sign-ups.ts';
import type { IdentityDeps } from './identity-deps.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const LOGIN_ATTEMPT_MS = 15 * MINUTE_MS;
/** After the last use … */
const SESSION_IDLE_MS = 7 * DAY_MS;
/** … and after the login. */
export const SESSION_ABSOLUTE_MS = 30 * DAY_MS;
/** Enough to measure days. */
const TOUCH_AFTER_MS = 60 * MINUTE_MS;

export interface CurrentSession {
  session: ActiveSession;
  user: UserRow;
}

/**
 * Returns the issuer's address and the token that binds the return to this browser. `again`: this user
 * authenticates again. Refuses a new user who has no right to sign up, before the issuer makes an account.
 */
export async function beginLogin(
  { db, clock, openId, signUps }: Pick<Deps, 'db' | 'clock'> & Pick<IdentityDeps, 'openId' | 'signUps'>,
  command: {
    returnTo: string | undefined;
    again: UserRow | null;
    isNew: boolean;
    /** Of a valid invitation. */
    inviteHash: Buffer | null;
  },
): Promise<{ url: URL; token: string }> {
  const now = clock();
  const { again, isNew } = command;
  const origin = { inviteHash: command.inviteHash, returnTo: safeReturnPath(command.returnTo) };
  if (isNew) {
    const refusal = await signUps.refusalOf(db, origin);
    if (refusal !== null) throw new AppError(refusal);
  }
  const { url, pending } = await openId.begin(
    again ? { email: again.email, maxAgeS: REAUTHENTICATION_MAX_AGE_S } : isNew ? 'new-user' : 'any-user',
  );
  const { token, hash } = newSecretToken();
  await deleteExpiredLoginAttempts(db, now);
  const expiresAt = new Date(now.getTime() + LOGIN_ATTEMPT_MS);
  const attempt = { tokenHash: hash, ...pending, ...origin, userId: again?.id ?? null, expiresAt };
  if (!again) await insertLoginAttempt(db, attempt);
  else
    await inUserTransaction(db, again.id, async (tx, user) => {
      if (!user.exists) throw new AppError('UNAUTHORIZED');
      await insertLoginAttempt(tx, attempt);
    });
  return { url, token };
}

/**
 * Replaces the browser's session. Throws LOGIN_FAILED if the attempt is unknown, expired or used, the
 * issuer's answer is invalid, or the user was deleted or ended sessions meanwhile. Throws the refusal of a new
 * user who may not sign up. When authenticating again,
 * throws OTHER_ACCOUNT or REAUTH_UNCONFIRMED and changes nothing.
 */
export async function finishLogin(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'mailer'> & Pick<IdentityDeps, 'openId' | 'signUps'>,
  command: {
    attemptToken: string | undefined;
    search: string;
    userAgent: string;
    current: CurrentSession | null;
  },
): Promise<{ sessionToken: string; returnTo: string; user: UserRow }> {
  const { db, clock, openId } = deps;
  const attempt =
    command.attemptToken === undefined
      ? undefined
      : await takeLoginAttempt(db, hashOfToken(command.attemptToken), clock());
  if (!attempt) throw new AppError('LOGIN_FAILED');
  const identity = await openId.finish(command.search, attempt);

  const known = await findUserByIdentity(db, identity);
  if (attempt.userId !== null) {
    if (known?.id !== attempt.userId) throw new AppError('OTHER_ACCOUNT');
    // Not every issuer supports `max_age`; asking again would never end.
    if (!isRecentLogin(identity, clock())) throw new AppError('REAUTH_UNCONFIRMED');
  }
  const user = known ? await withEmailOf(db, known, identity) : await addUser(deps, identity, attempt);
  const { idToken, authenticatedAt } = identity;
  const sessionToken = await inUserTransaction(db, user.id, async (tx) => {
    // The issuer's answer is older than that.
    if (await haveSessionsEndedSince(tx, user.id, attempt.takenAt)) throw new AppError('LOGIN_FAILED');
    const from = { userAgent: command.userAgent, idToken, authenticatedAt };
    return openSession({ db: tx, clock }, user, from);
  }).catch((error: unknown) => {
    throw isDeletedUserError(error, user.id) ? new AppError('LOGIN_FAILED', { cause: error }) : error;
  });
  if (command.current) await deleteSession(db, command.current.user.id, command.current.session.tokenHash);
  return { sessionToken, returnTo: attempt.returnTo, user };
}

/** Returns the token; only its hash is stored. */
export async function openSession(
  { db, clock }: Pick<Deps, 'clock'> & { db: Database },
  user: Pick<UserRow, 'id'>,
  from: { userAgent: string; idToken: string | null; authenticatedAt: Date | null },
): Promise<string> {
  const now = clock();
  const { token, hash } = newUserToken(user.id);
  await deleteEndedSessions(db, user.id, sessionLimits(now));
  await insertSession(db, {
    userId: user.id,
    tokenHash: hash,
    createdAt: now,
    lastSeenAt: now,
    userAgent: from.userAgent.slice(0, 256),
    idToken: from.idToken,
    authenticatedAt: from.authenticatedAt,
  });
  return token;
}

export async function recognizeSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<CurrentSession | null> {
  const now = clock();
  const found = await findSession(
    db,
    { userId: userOfToken(token), tokenHash: hashOfToken(token) },
    sessionLimits(now),
  );
  if (!found) return null;
  if (now.getTime() - found.session.lastSeenAt.getTime() > TOUCH_AFTER_MS) {
    await touchSession(db, found.session, now);
  }
  return found;
}

/** Returns the issuer's sign-out address, if any. */
export async function endSession(
  { db, openId, publicUrl }: Pick<Deps, 'db' | 'publicUrl'> & Pick<IdentityDeps, 'openId'>,
  { session }: CurrentSession,
): Promise<URL | null> {
  const ended = await deleteSession(db, session.userId, session.tokenHash);
  return openId.endSessionUrl(ended?.idToken ?? null, publicUrl);
}

async function withEmailOf(
  db: Database,
  user: UserRow,
  { email, isEmailConfirmed }: ProvenIdentity,
): Promise<UserRow> {
  if (user.email === email && user.isEmailConfirmed === isEmailConfirmed) return user;
  await updateEmail(db, user.id, { email, isEmailConfirmed });
  return { ...user, email, isEmailConfirmed };
}

async function addUser(
  {
    db,
    clock,
    signUps,
    queue,
    mailer,
  }: Pick<Deps, 'db' | 'clock' | 'queue' | 'mailer'> & Pick<IdentityDeps, 'signUps'>,
  identity: ProvenIdentity,
  origin: SignUpOrigin,
): Promise<UserRow> {
  const { issuer, subject, email, isEmailConfirmed } = identity;
  const user = { id: randomUUID(), email, isEmailConfirmed, createdAt: clock() };
  await inTransaction(db, async (tx) => {
    // The embedded log-in pages asked before they created the account.
    if (issuer !== EMBEDDED_ISSUER) await signUps.admit(tx, origin);
    const isAdded = await insertUserWithIdentity(tx, user, identity);
    if (isAdded && issuer === EMBEDDED_ISSUER && !isEmailConfirmed && mailer) {
      await queue.send('send-mail', { kind: 'email-confirmation', userId: user.id, subject }, { tx });
    }
  }).catch(async (error: unknown) => {
    // Another tab may have been faster, with the same invitation.
    if (!(error instanceof AppError) || !(await findUserByIdentity(db, identity))) throw error;
  });
  const added = await findUserByIdentity(db, identity);
  if (!added) throw new Error('The user that was just added is missing');
  return added;
}

export function sessionLimits(now: Date): { begunAfter: Date; usedAfter: Date } {
  return {
    begunAfter: new Date(now.getTime() - SESSION_ABSOLUTE_MS),
    usedAfter: new Date(now.getTime() - SESSION_IDLE_MS),
  };
}
