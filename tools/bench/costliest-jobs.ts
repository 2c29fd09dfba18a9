import type { JobName, Jobs } from '@oinkly/server/jobs/job-list';
import { FORGOTTEN_SECRET } from '@oinkly/server/security/token-box';
import { randomUUID } from 'node:crypto';
import { GHOST } from './costliest-owner.ts';
import type { ContentWorld } from './costliest-things.ts';

/* The costliest allowed content of each kind of job (SEC-22, SEC-29). */

/** A kind of job without content does not compile. Each is sent as often as listed. */
export const COSTLIEST_JOBS: {
  [N in JobName]: Readonly<Record<string, (world: ContentWorld) => Jobs[N][] | Promise<Jobs[N][]>>>;
} = {
  'sync-connection': {
    'a bank that is gone': async ({ userId, find }) => [
      { userId, connectionId: String(await find('goneConnection')), runId: null },
    ],
  },
  'sync-due-connections': { 'all connections due': () => [{}] },
  'create-due-occurrences': { 'all series due': () => [{}] },
  'close-weeks': { 'a week of the user': () => [{}] },
  'notify-of-kept-weeks': { 'an evening of the user': () => [{}] },
  'remove-expired': { '': () => [{}] },
  'send-push': {
    'to all devices': async ({ userId, find }) => {
      const job = {
        userId,
        notificationId: Number(await find('notification')),
        subscriptionId: String(await find('device')),
      };
      return Array.from({ length: 100 }, () => job);
    },
  },
  'send-message': {
    'to all places': async ({ userId, find }) => {
      const job = {
        userId,
        notificationId: Number(await find('notification')),
        placeId: String(await find('messagePlace')),
      };
      return Array.from({ length: 60 }, () => job);
    },
  },
  'send-mail': {
    'a recap': async ({ userId, find }) => [{ kind: 'recap', userId, weekStart: String(await find('week')) }],
    'an invitation': ({ userId }) =>
      Array.from({ length: 10 }, () => ({
        kind: 'invitation' as const,
        userId,
        to: `${'a'.repeat(60)}@${'d'.repeat(60)}.example`,
      })),
    'a new token': ({ userId }) => [{ kind: 'token-created', userId }],
    'a new place': ({ userId }) => [{ kind: 'message-place-added', userId }],
  },
  'remove-connection': {
    'most connections': () =>
      Array.from({ length: 20 }, () => ({
        provider: 'simplefin',
        connectionId: randomUUID(),
        sealedToken: FORGOTTEN_SECRET.sealed.toString('base64'),
        keyId: FORGOTTEN_SECRET.keyId,
      })),
  },
  'remove-link': {
    'a session that ended': () => [
      { provider: 'plaid', linkToken: `link-sandbox-${randomUUID()}`, endsAt: '2026-01-01T00:00:00.000Z' },
    ],
  },
  'delete-issuer-account': {
    'accounts that are gone': () => Array.from({ length: 10 }, () => ({ subject: randomUUID() })),
  },
  'mirror-friendship': {
    'all friends': async ({ userId, find }) => {
      const job = { keeperId: userId, mirrorId: String(await find('lastFriend')), inviterId: userId };
      return Array.from({ length: 20 }, () => job);
    },
  },
  'forget-deleted-user': { 'a friend of all friends': () => [{ deletedUserId: GHOST }] },
  'collect-link': {
    'sessions that are gone': ({ userId }) =>
      Array.from({ length: 3 }, (_, index) => ({
        userId,
        stateHash: Buffer.alloc(32, index).toString('base64url'),
      })),
  },
  // Last: it reads what all others have written.
  'back-up': { '': () => [{}] },
};

/** The data of the jobs of a content. */
export async function costliestJobs(
  name: JobName,
  what: string,
  world: ContentWorld,
): Promise<readonly Jobs[JobName][]> {
  const contents: Readonly<
    Record<string, (given: ContentWorld) => Jobs[JobName][] | Promise<Jobs[JobName][]>>
  > = COSTLIEST_JOBS[name];
  const content = contents[what];
  if (!content) throw new Error(`The job ${name} has no content '${what}'`);
  return content(world);
}
