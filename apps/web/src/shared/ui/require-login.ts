import { browserNavigation, currentPath, isPageLeaving } from '../http/browser-navigation.ts';
import { urlOf } from '../http/call.ts';
import { toast } from './toast-store.ts';

/** Time to read 'Authentication Required' (specification, section 9). */
const LOGIN_REDIRECT_DELAY_MS = 500;

/** Leaves after a moment, or at once by the button (AU-2). The login returns here. */
export function requireLogin(): void {
  if (isPageLeaving()) return;
  const url = urlOf('login', { query: { returnTo: currentPath() } });
  toast({
    title: 'Authentication Required',
    description: 'You need to log in to access this feature.',
    tone: 'problem',
    action: { label: 'Log in now', run: () => browserNavigation.leaveFor(url) },
  });
  setTimeout(() => {
    if (!isPageLeaving()) browserNavigation.leaveFor(url);
  }, LOGIN_REDIRECT_DELAY_MS);
}
