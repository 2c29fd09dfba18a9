import { AppError } from '../../app-error.ts';
import type { SessionRow } from './identity.queries.ts';

const MINUTE_MS = 60_000;

/** How long ago a person may have proved who they are for what cannot be undone or tells all (SEC-20). */
const RECENT_MS = 10 * MINUTE_MS;
/** Typing a word in a dialog takes a while: somebody who is asked before it opens has at least this much left. */
const LEFT_FOR_ACTING_MS = MINUTE_MS;
/** How long ago it may have been for an issuer that is asked again; more than this is left when the browser is back. */
export const REAUTHENTICATION_MAX_AGE_S = (RECENT_MS - 5 * MINUTE_MS) / 1000;

type Authenticated = Pick<SessionRow, 'authenticatedAt'>;

/** Throws REAUTH_REQUIRED unless whoever is signed in has proved it in the last ten minutes. */
export function requireRecentLogin(session: Authenticated, now: Date): void {
  if (ageMs(session, now) > RECENT_MS) throw new AppError('REAUTH_REQUIRED');
}

/** Whether that will still be so in a minute. */
export function isRecentLogin(session: Authenticated, now: Date): boolean {
  return ageMs(session, now) <= RECENT_MS - LEFT_FOR_ACTING_MS;
}

function ageMs({ authenticatedAt }: Authenticated, now: Date): number {
  return authenticatedAt === null ? Infinity : now.getTime() - authenticatedAt.getTime();
}
