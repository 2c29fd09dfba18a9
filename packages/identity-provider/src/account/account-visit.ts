import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type pg from 'pg';
import { ACCOUNT_CLIENT_ID, isByPassword } from '../oidc/create-provider.ts';
import { type AccountInUse, findAccount, isVoid } from '../storage/accounts.ts';

type Session = InstanceType<Provider['Session']>;

/** Somebody on their account page: the provider's session, begun a short while ago, and whose it is. */
export interface AccountVisit {
  session: Session;
  account: AccountInUse;
}

/** How long ago somebody may have proven who they are to see and change how they log in. */
const RECENT_S = 10 * 60;

/** The visit that a request belongs to; undefined when nobody has logged in recently in this browser. */
export async function findVisit(
  { provider, pool }: { provider: Provider; pool: pg.Pool },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountVisit | undefined> {
  const session = await provider.Session.get(provider.createContext(request.raw, reply.raw));
  if (session.accountId === undefined || session.past(RECENT_S)) return undefined;
  const account = await findAccount(pool, session.accountId);
  const signIn = { at: session.loginTs, sessionUid: session.uid };
  if (account === undefined || isVoid(signIn, account)) return undefined;
  // The login asks for a new password.
  if (account.mustChangePassword && isByPassword(session)) return undefined;
  return { session, account };
}

/**
 * Where somebody logs in, or proves once more who they are, to come back to the account page. It is the way of every application, so that
 * there is one log-in, one session and one sign-out; but no code is made, for the page reads the session itself.
 */
export function logInForVisit(issuer: string): string {
  const url = new URL(`${issuer}/auth`);
  url.search = new URLSearchParams({
    client_id: ACCOUNT_CLIENT_ID,
    response_type: 'none',
    scope: 'openid',
    redirect_uri: `${issuer}/account/logged-in`,
    max_age: String(RECENT_S),
  }).toString();
  return url.pathname + url.search;
}
