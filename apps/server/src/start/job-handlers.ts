import { asJob } from '../db/fair-shares.ts';
import type { AppDeps } from '../app.ts';
import {
  collectAbandonedLink,
  removeAtProvider,
  removeExpiredLinkSessions,
  removeLinkSession,
  removeOldRequests,
  syncConnection,
  syncDueConnections,
} from '../modules/banking/index.ts';
import { createDueOccurrences } from '../modules/expenses/index.ts';
import {
  forgetDeletedUser,
  mirrorFriendship,
  notifyOfKeptWeeks,
  removeSilentGuests,
} from '../modules/friends/index.ts';
import { deleteIssuerAccount, removeExpiredLogins } from '../modules/identity/index.ts';
import { closeEndedWeeks } from '../modules/leaderboard/index.ts';
import { mailSender } from '../modules/mail/index.ts';
import { messageJob } from '../modules/messages/index.ts';
import { removeOldNotifications, sendPush } from '../modules/notifications/index.ts';
import { removeExpiredTokens } from '../modules/personal-tokens/index.ts';
import { removeExpiredInvites } from '../modules/sign-up/index.ts';
import { waitForAll } from '../concurrency/wait-for-all.ts';
import type { JobHandlers } from '../jobs/job-list.ts';

export function jobHandlers(
  deps: AppDeps,
  backUp: (signal: AbortSignal) => Promise<void> = async () => undefined,
): JobHandlers {
  return {
    'back-up': (_job, signal) => backUp(signal),
    'sync-connection': ({ userId, connectionId, runId }, signal) =>
      syncConnection(deps, { userId, connectionId }, runId, signal),
    'sync-due-connections': async () => {
      await syncDueConnections(deps);
    },
    'create-due-occurrences': (_job, signal) => createDueOccurrences(deps, signal),
    'close-weeks': (_job, signal) => closeEndedWeeks(deps, signal),
    'notify-of-kept-weeks': (_job, signal) => notifyOfKeptWeeks(deps, signal),
    'remove-expired': async (_job, signal) => {
      const removals = [
        removeExpiredLogins,
        removeExpiredTokens,
        removeExpiredInvites,
        removeSilentGuests,
        removeOldNotifications,
        removeExpiredLinkSessions,
        removeOldRequests,
      ];
      await waitForAll(removals.map((remove) => asJob(() => remove(deps, signal))));
    },
    'send-push': (job) => sendPush(deps, job),
    'send-message': messageJob(deps),
    'send-mail': mailSender(deps),
    'remove-connection': (job) => removeAtProvider(deps, job),
    'remove-link': (job) => removeLinkSession(deps, job),
    'mirror-friendship': async (job) => {
      await mirrorFriendship(deps, job);
    },
    'forget-deleted-user': ({ deletedUserId }) => forgetDeletedUser(deps, deletedUserId),
    'delete-issuer-account': ({ subject }) => deleteIssuerAccount(deps, subject),
    'collect-link': ({ userId, stateHash }) =>
      collectAbandonedLink(deps, userId, Buffer.from(stateHash, 'base64url')),
  };
}
