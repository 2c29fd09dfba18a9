import { AppError } from '../../errors/app-error.ts';
import type { SessionRow } from './identity.queries.ts';

const MINUTE_MS = 60_000;

/** Maximum age of a login for actions that cannot be undone or reveal all (SEC-20). */
const RECENT_MS = 10 * MINUTE_MS;
/** Time to type a word in a dialog. */
const LEFT_FOR_ACTING_MS = MINUTE_MS;
/** Leaves time once the browser is back. */
export const REAUTHENTICATION_MAX_AGE_S = (RECENT_MS - 5 * MINUTE_MS) / 1000;

type Authenticated = Pick<SessionRow, 'authenticatedAt'>;

/** Throws REAUTH_REQUIRED. */
export function requireRecentLogin(session: Authenticated, now: Date): void {
  if (ageMs(session, now) > RECENT_MS) throw new AppError('REAUTH_REQUIRED');
}

/** Whether it will still be recent in a minute. */
export function isRecentLogin(session: Authenticated, now: Date): boolean {
  return ageMs(session, now) <= RECENT_MS - LEFT_FOR_ACTING_MS;
}

function ageMs({ authenticatedAt }: Authenticated, now: Date): number {
  return authenticatedAt === null ? Infinity : now.getTime() - authenticatedAt.getTime();
}
