import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type pg from 'pg';
import { ACCOUNT_CLIENT_ID, isByPassword } from '../oidc/create-provider.ts';
import { type AccountInUse, findAccount, isVoid } from '../storage/accounts.ts';

type Session = InstanceType<Provider['Session']>;

export interface AccountLogin {
  session: Session;
  account: AccountInUse;
}

const RECENT_S = 10 * 60;

/** Undefined without a recent login in this browser. */
export async function findAccountLogin(
  { provider, pool }: { provider: Provider; pool: pg.Pool },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountLogin | undefined> {
  const session = await provider.Session.get(provider.createContext(request.raw, reply.raw));
  if (session.accountId === undefined || session.past(RECENT_S)) return undefined;
  const account = await findAccount(pool, session.accountId);
  const signIn = { at: session.loginTs, sessionUid: session.uid };
  if (account === undefined || isVoid(signIn, account)) return undefined;
  // The login flow asks for a new password.
  if (account.mustChangePassword && isByPassword(session)) return undefined;
  return { session, account };
}

/** The ordinary login, so there is one session. No code is issued: the page reads the session. */
export function accountLoginUrl(issuer: string): string {
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
