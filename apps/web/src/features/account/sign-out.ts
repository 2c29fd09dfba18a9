import { browserNavigation } from '../../shared/http/browser-navigation.ts';
import { urlOf } from '../../shared/http/call.ts';
import { deleteCachedAnswers } from '../../shared/http/offline-cache.ts';
import { beforeLeaving, endPush } from '../../shared/push/browser-push.ts';

/** This browser's next user must get neither an open bank link nor notifications. */
export async function signOut(): Promise<void> {
  browserNavigation.startLeaving();
  window.sessionStorage.clear();
  void deleteCachedAnswers();
  // Ending push needs the session.
  await beforeLeaving(endPush);
  browserNavigation.leaveFor(urlOf('logout'));
}
