import { toast } from '../ui/toast-store.ts';
import { ApiError } from './api-error.ts';
import { browserNavigation, currentPath } from './browser-navigation.ts';
import { urlOf } from './call.ts';

/** How long 'Authentication Required' is read before the browser leaves (specification, section 9). */
const LOGIN_REDIRECT_DELAY_MS = 500;

/** Whether the failure says that nobody is signed in: a 401, or a message like '401: … Unauthorized' (AU-2). */
export function isUnauthorized(error: unknown): boolean {
  if (error instanceof ApiError && error.status === 401) return true;
  return error instanceof Error && /^401: .*Unauthorized/s.test(error.message);
}

/** Whether the failure says that somebody else has signed in meanwhile. */
export function isOtherUser(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'OTHER_USER';
}

/** Leaves the page anew when the failure says that somebody else has signed in meanwhile: what is on it is not for who sits here now. */
export function leaveIfOtherUser(error: unknown): void {
  if (isOtherUser(error)) browserNavigation.leaveFor(currentPath());
}

/** Says that a login is needed and goes there after a moment, or at once by the button (AU-2). Comes back to this page. */
export function requireLogin(): void {
  const url = urlOf('login', { query: { returnTo: currentPath() } });
  toast({
    title: 'Authentication Required',
    description: 'You need to log in to access this feature.',
    tone: 'problem',
    action: { label: 'Log in now', run: () => browserNavigation.leaveFor(url) },
  });
  setTimeout(() => browserNavigation.leaveFor(url), LOGIN_REDIRECT_DELAY_MS);
}
