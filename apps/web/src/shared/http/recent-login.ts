import { ApiError } from './api-error.ts';
import { browserNavigation } from './browser-navigation.ts';
import { urlOf } from './call.ts';

/** An action that required a new login, with which the page then continues. */
export type Continuation = 'delete' | 'export' | 'place' | 'secret' | 'token' | 'calendar';

const CONTINUATIONS: readonly string[] = [
  'delete',
  'export',
  'place',
  'secret',
  'token',
  'calendar',
] satisfies Continuation[];
const PARAMETER = 'then';

/** The last login is too old (SEC-20). */
export function needsRecentLogin(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'REAUTH_REQUIRED';
}

export function logInAgain(then: Continuation): void {
  const returnTo = `${window.location.pathname}?${PARAMETER}=${then}`;
  browserNavigation.leaveFor(urlOf('login', { query: { again: '1', returnTo } }));
}

/** Takes the action from the address, so that a reload doesn't repeat it. */
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
