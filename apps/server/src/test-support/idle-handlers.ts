import type { JobHandlers } from '../jobs/job-list.ts';

const nothing = () => Promise.resolve();

export function idleHandlers(given: Partial<JobHandlers>): JobHandlers {
  return {
    'back-up': nothing,
    'sync-connection': nothing,
    'sync-due-connections': nothing,
    'create-due-occurrences': nothing,
    'close-weeks': nothing,
    'notify-of-kept-weeks': nothing,
    'remove-expired': nothing,
    'send-push': nothing,
    'send-message': nothing,
    'send-mail': nothing,
    'remove-connection': nothing,
    'remove-link': nothing,
    'delete-issuer-account': nothing,
    'mirror-friendship': nothing,
    'forget-deleted-user': nothing,
    'collect-link': nothing,
    ...given,
  };
}
