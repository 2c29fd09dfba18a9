import { ApiError } from '../../shared/http/api-error.ts';
import { browserNavigation } from '../../shared/http/browser-navigation.ts';
import { urlOf } from '../../shared/http/call.ts';

/** What a user was about to do when they had to log in again. The page continues with it afterwards. */
export type Continuation = 'delete' | 'export';

const CONTINUATIONS: readonly string[] = ['delete', 'export'] satisfies Continuation[];
const PARAMETER = 'then';

/** Whether a call was refused because the person has not signed in lately (SEC-20). */
export function needsRecentLogin(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'REAUTH_REQUIRED';
}

/** Leaves for the sign-in service, which asks the person again and sends them back to My Account. */
export function logInAgain(then: Continuation): void {
  const returnTo = `/my-account?${PARAMETER}=${then}`;
  browserNavigation.leaveFor(urlOf('login', { query: { again: '1', returnTo } }));
}

/** What the address says is to be gone on with, which leaves the address: a reload does not do it again. */
export function takeContinuation(): Continuation | null {
  const url = new URL(window.location.href);
  const then = url.searchParams.get(PARAMETER);
  if (then === null) return null;
  url.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash);
  return isContinuation(then) ? then : null;
}

function isContinuation(given: string): given is Continuation {
  return CONTINUATIONS.includes(given);
}
