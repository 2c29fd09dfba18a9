import { AppError } from '../../errors/app-error.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { hashOfToken, newSecretToken } from '../../security/secret-token.ts';
import { countSignUpBy, findInviting } from '../friends/index.ts';
import type { SignUpOrigin, SignUpRefusal, SignUps } from '../identity/index.ts';
import {
  awaitsFirstSignUp,
  hasInvite,
  insertInvite,
  listValidInvites,
  takeFirstSignUp,
  takeInvite,
} from './sign-up.queries.ts';

export interface SignUpRules {
  signUp: 'open' | 'invited' | 'closed';
  /** Whether the first account of all needs no invitation, whatever `signUp` says. */
  admitsFirstAccount: boolean;
}

const INVITE_LIFETIME_MS = 7 * 24 * 60 * 60_000;

export interface Invite {
  /** The beginning of the token's hash, so that a listing opens nothing. */
  id: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Creates a one-time invitation. Only its hash is stored. */
export async function createInvite({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<Invite & { token: string }> {
  const { token, hash } = newSecretToken();
  const createdAt = clock();
  const expiresAt = new Date(createdAt.getTime() + INVITE_LIFETIME_MS);
  await insertInvite(db, { tokenHash: hash, createdAt, expiresAt });
  return { id: idOfInvite(hash), token, createdAt, expiresAt };
}

/** Lists the invitations that still admit someone, oldest first. */
export async function listInvites({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Invite[]> {
  const rows = await listValidInvites(db, clock());
  return rows.map(({ tokenHash, ...times }) => ({ id: idOfInvite(tokenHash), ...times }));
}

/** Whether an open invitation had the id. Its link, and forms opened with it, no longer work. */
export async function revokeInvite({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<boolean> {
  const now = clock();
  const rows = await listValidInvites(db, now);
  const found = rows.find(({ tokenHash }) => idOfInvite(tokenHash) === id);
  return found !== undefined && takeInvite(db, found.tokenHash, now);
}

function idOfInvite(tokenHash: Buffer): string {
  return tokenHash.toString('hex', 0, 4);
}

/** Returns where an invitation's link leads: to creating an account. */
export function inviteUrl(publicUrl: URL, token: string): URL {
  const url = new URL('/api/login', publicUrl);
  url.search = new URLSearchParams({ create: '1', invite: token }).toString();
  return url;
}

export function signUpsBy(
  { signUp, admitsFirstAccount }: SignUpRules,
  { db: pool, clock, hasGuests }: Pick<Deps, 'db' | 'clock' | 'hasGuests'>,
): SignUps {
  const asking: Asking = { isFirst: awaitsFirstSignUp, isInvited: hasInvite };
  const taking: Asking = { isFirst: takeFirstSignUp, isInvited: takeInvite };

  async function refusal(
    { isFirst, isInvited }: Asking,
    db: Database,
    { inviteHash, returnTo }: SignUpOrigin,
  ): Promise<SignUpRefusal | null> {
    const now = clock();
    // Both, so that an account uses up all that it came with, and no one else can use what is left.
    const isFirstAccount = admitsFirstAccount && (await isFirst(db, now));
    const hasOwnInvite = inviteHash !== null && (await isInvited(db, inviteHash, now));
    if (isFirstAccount || signUp === 'open') return null;
    if (signUp === 'closed') return 'SIGN_UP_CLOSED';
    if (hasOwnInvite) return null;
    return (await findInviting({ db, clock, hasGuests }, returnTo)) ? null : 'INVITATION_REQUIRED';
  }

  return {
    isClosed: signUp === 'closed',
    openInvite: async (token) => {
      const hash = hashOfToken(token);
      if (signUp === 'closed') throw new AppError('SIGN_UP_CLOSED');
      if (signUp === 'invited' && !(await hasInvite(pool, hash, clock())))
        throw new AppError('INVITE_NOT_FOUND');
      return hash;
    },
    refusalOf: (db, origin) => refusal(asking, db, origin),
    admit: async (tx, origin) => {
      const reason = await refusal(taking, tx, origin);
      if (reason !== null) throw new AppError(reason);
      const deps = { db: tx, clock, hasGuests };
      const inviting = await findInviting(deps, origin.returnTo);
      if (inviting) await countSignUpBy(deps, inviting);
    },
  };
}

interface Asking {
  isFirst: (db: Database, now: Date) => Promise<boolean>;
  isInvited: (db: Database, tokenHash: Buffer, now: Date) => Promise<boolean>;
}
