import type { Session } from '@oinkly/contract/account';
import Bowser from 'bowser';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import { turnsOfWork } from '../../concurrency/event-loop-turns.ts';
import { serve, SUCCEEDED } from '../../http/contract-routes.ts';
import { sessionOf } from './access.ts';
import { endSessions } from './end-sessions.ts';
import {
  deleteOtherSessions,
  deleteSession,
  hasSession,
  listSessions,
  type ActiveSession,
  type SessionRow,
} from './identity.queries.ts';
import { sessionLimits } from './identity.service.ts';
import { endLoginsAtIssuer } from './issuer-accounts.ts';
import { isRecentLogin } from './recent-login.ts';
import type { IdentityDeps } from './identity-deps.ts';

export function sessionsRoutes(
  app: FastifyInstance,
  { db, clock, issuerAccounts }: Deps & IdentityDeps,
): void {
  serve(app, 'checkRecentLogin', async ({ raw }) => ({ recent: isRecentLogin(sessionOf(raw), clock()) }));

  serve(app, 'listSessions', async ({ raw }) => {
    const current = sessionOf(raw);
    const sessions = await listSessions(db, current.userId, sessionLimits(clock()));
    const pause = turnsOfWork();
    const presented: Session[] = [];
    for (const session of sessions) {
      // Reading the name of a browser takes 0.05 ms, and a year of log-ins has thousands.
      await pause();
      presented.push(presentSession(session, current));
    }
    return presented;
  });

  serve(app, 'endSession', async ({ raw, params }) => {
    const { userId } = sessionOf(raw);
    const tokenHash = Buffer.from(params.id, 'base64url');
    if (!(await hasSession(db, userId, tokenHash))) throw new AppError('SESSION_NOT_FOUND');
    // The issuer cannot tell browsers apart.
    await endLoginsAtIssuer({ db, issuerAccounts }, userId);
    await endSessions(db, userId, (tx) => deleteSession(tx, userId, tokenHash));
    raw.log.info({ event: 'session_ended', userId }, 'signed out elsewhere');
    return SUCCEEDED;
  });

  serve(app, 'endOtherSessions', async ({ raw }) => {
    const { userId, tokenHash } = sessionOf(raw);
    await endLoginsAtIssuer({ db, issuerAccounts }, userId);
    const count = await endSessions(db, userId, (tx) => deleteOtherSessions(tx, userId, tokenHash));
    raw.log.info({ event: 'sessions_ended', userId, count }, 'signed out everywhere else');
    return SUCCEEDED;
  });
}

function presentSession(session: SessionRow, current: ActiveSession): Session {
  return {
    // A token's hash opens nothing.
    id: session.tokenHash.toString('base64url'),
    device: deviceOf(session.userAgent),
    loggedInAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastSeenAt.toISOString(),
    current: session.tokenHash.equals(current.tokenHash),
  };
}

/** `Firefox on Linux`; null if unknown. */
function deviceOf(userAgent: string): string | null {
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter(Boolean);
  return names.length === 0 ? null : names.join(' on ');
}
