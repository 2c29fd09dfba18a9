import type { ErrorCode } from '@oinkly/contract/errors';
import type { Day } from '@oinkly/domain/days';

type NoData = Record<string, never>;

/**
 * Addresses, links and words are read when the mail is sent, except that of a person who is invited. `subject` is an account at
 * the embedded log-in pages; null sends nothing.
 */
export type MailJob =
  | {
      kind:
        | 'password-link'
        | 'password-changed'
        | 'passkey-added'
        | 'authenticator-app-added'
        | 'authenticator-app-removed'
        | 'email-confirmation';
      userId: string | null;
      subject: string | null;
    }
  | { kind: 'token-created' | 'message-place-added'; userId: string }
  | { kind: 'recap'; userId: string; weekStart: Day }
  | { kind: 'invitation'; userId: string; to: string };

/** `forgetUser` finds a user's jobs by `userId`. */
export interface Jobs {
  'sync-connection': { userId: string; connectionId: string; runId: number | null };
  'sync-due-connections': NoData;
  'create-due-occurrences': NoData;
  'close-weeks': NoData;
  'notify-of-kept-weeks': NoData;
  'remove-expired': NoData;
  'back-up': NoData;
  /** `subscriptionId` is the SHA-256 of its endpoint, base64url. */
  'send-push': { userId: string; notificationId: number; subscriptionId: string };
  'send-message': { userId: string; notificationId: number; placeId: string };
  'send-mail': MailJob;
  /** Works without the user's rows. The token is sealed for `connectionId`. */
  'remove-connection': { provider: string; connectionId: string; sealedToken: string; keyId: string };
  /** Ends what a deleted user's link session connects until `endsAt` (ISO 8601). Queued jobs of older versions have this shape. */
  'remove-link': { provider: string; linkToken: string; endsAt: string };
  'delete-issuer-account': { subject: string };
  /** The mirror's row of a friendship follows the keeper's. The inviter is notified. */
  'mirror-friendship': { keeperId: string; mirrorId: string; inviterId: string | null };
  'forget-deleted-user': { deletedUserId: string };
  /** Links the banks of a session whose tab was closed. `stateHash` is base64url. */
  'collect-link': { userId: string; stateHash: string };
}

export type JobName = keyof Jobs;

/** The signal is aborted when another worker gets the job. */
export type JobHandlers = { [N in JobName]: (data: Jobs[N], signal: AbortSignal) => Promise<void> };

export interface QueueSettings {
  policy: 'standard' | 'short';
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  retryDelayMax?: number;
  /** Two weeks by default. */
  retentionSeconds?: number;
  workers: number;
  batchSize?: number;
  /** How long a try may take; 15 minutes by default. */
  expireSeconds?: number;
  /** This error means too early, not a failure. */
  tooEarly?: ErrorCode;
  /** Log level of a failed try; `warn` by default. */
  failureLevel?: 'warn' | 'error';
  /** Log level of the last try, after which the job is given up; the same by default. */
  givenUpLevel?: 'warn' | 'error';
}

interface Schedule {
  /** In UTC. */
  cron: string;
  atStart: boolean;
}

const EVERY_FIVE_MINUTES = '*/5 * * * *';
const EVERY_HOUR = '41 * * * *';
const EVERY_NIGHT = '23 4 * * *';

const HOUR_S = 60 * 60;
const YEAR_S = 365 * 24 * HOUR_S;

/** No other row has the data, so they are never given up. */
const UNTIL_IT_IS_DONE = {
  policy: 'standard',
  retryLimit: 1_000_000,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 4 * HOUR_S,
  retentionSeconds: 20 * YEAR_S,
  workers: 1,
  // Many are due after an outage of the provider.
  batchSize: 10,
  failureLevel: 'error',
} as const;

/** The next scheduled start repeats what failed. */
const AGAIN_SOON = {
  policy: 'short',
  retryLimit: 0,
  retryDelay: 0,
  retryBackoff: false,
  workers: 1,
} as const;

export const QUEUES: {
  [N in JobName]: QueueSettings & (Jobs[N] extends NoData ? { schedule: Schedule } : { schedule?: never });
} = {
  // Short: one waiting job per key. Most of the time, a sync waits for its provider.
  'sync-connection': { policy: 'short', retryLimit: 3, retryDelay: 5, retryBackoff: true, workers: 6 },
  'sync-due-connections': { ...AGAIN_SOON, schedule: { cron: EVERY_FIVE_MINUTES, atStart: false } },
  'create-due-occurrences': { ...AGAIN_SOON, schedule: { cron: EVERY_FIVE_MINUTES, atStart: true } },
  'close-weeks': { ...AGAIN_SOON, schedule: { cron: EVERY_FIVE_MINUTES, atStart: true } },
  'notify-of-kept-weeks': { ...AGAIN_SOON, schedule: { cron: EVERY_FIVE_MINUTES, atStart: true } },
  'remove-expired': {
    policy: 'short',
    retryLimit: 2,
    retryDelay: 600,
    retryBackoff: false,
    workers: 1,
    schedule: { cron: EVERY_NIGHT, atStart: true },
  },
  // Hourly, because a machine that sleeps misses times. It does nothing if the day has its backup.
  'back-up': {
    ...AGAIN_SOON,
    expireSeconds: 12 * HOUR_S,
    failureLevel: 'error',
    schedule: { cron: EVERY_HOUR, atStart: true },
  },
  // About an hour. On Monday morning a whole zone is due at once.
  'send-push': {
    policy: 'standard',
    retryLimit: 6,
    retryDelay: 30,
    retryBackoff: true,
    workers: 2,
    batchSize: 20,
  },
  // About a day. A place that fails waits longer each time, and one that is slow holds up few others.
  'send-message': {
    policy: 'standard',
    retryLimit: 12,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 4 * HOUR_S,
    workers: 2,
    batchSize: 20,
    tooEarly: 'RATE_LIMITED',
  },
  // About a day.
  'send-mail': {
    policy: 'standard',
    retryLimit: 13,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 4 * HOUR_S,
    workers: 2,
    batchSize: 5,
    givenUpLevel: 'error',
  },
  'remove-connection': UNTIL_IT_IS_DONE,
  'delete-issuer-account': UNTIL_IT_IS_DONE,
  'mirror-friendship': UNTIL_IT_IS_DONE,
  'forget-deleted-user': UNTIL_IT_IS_DONE,
  // Two hours: the session lasts one, its one-time tokens half an hour more.
  'remove-link': {
    policy: 'standard',
    retryLimit: 40,
    retryDelay: 180,
    retryBackoff: false,
    workers: 1,
    tooEarly: 'LINK_NOT_FINISHED',
    failureLevel: 'error',
  },
  // A one-time token lasts half an hour.
  'collect-link': {
    policy: 'standard',
    retryLimit: 9,
    retryDelay: 180,
    retryBackoff: false,
    workers: 1,
    tooEarly: 'LINK_NOT_FINISHED',
  },
};

export const JOB_NAMES = Object.keys(QUEUES) as JobName[];

/** Their jobs have a new id each time. */
export const CLOCK_QUEUES: readonly JobName[] = JOB_NAMES.filter((name) => 'schedule' in QUEUES[name]);
