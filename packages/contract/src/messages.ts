import { MESSAGE_KINDS } from '@oinkly/domain/notifications';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { MAX_MESSAGE_PLACE_NAME_LENGTH } from './limits.ts';
import { storableText, success, visibleText } from './primitives.ts';

/* Places outside the app that get messages: a user's webhooks and ntfy topics. */

export const MESSAGE_PLACE_TYPES = ['webhook', 'ntfy'] as const;

/** Why a try failed. `refused` has a status. */
const MESSAGE_FAILURES = [
  'refused',
  'not-ntfy',
  'not-allowed',
  'private-address',
  'no-address',
  'certificate',
  'timeout',
  'unreachable',
] as const;

/** Why a place gets nothing more: a week of failures, a webhook's 410, or a secret whose key the operator lost. */
export const MESSAGE_END_REASONS = ['failing', 'gone', 'key-lost'] as const;

const messageAttempt = z.object({
  /** ISO 8601 */
  at: z.string(),
  /** What it was about. */
  kind: z.enum([...MESSAGE_KINDS, 'test']),
  /** Null without an answer. */
  status: z.number().nullable(),
  /** Null: the place took it. */
  failure: z.enum(MESSAGE_FAILURES).nullable(),
  /** The beginning of the answer. */
  answer: z.string(),
  tookMs: z.number(),
});

/** Without its address, which can be a secret. */
const messagePlace = z.object({
  id: z.string(),
  type: z.enum(MESSAGE_PLACE_TYPES),
  name: z.string(),
  /** Of the address, with a port that isn't the usual one. */
  host: z.string(),
  kinds: z.array(z.enum(MESSAGE_KINDS)),
  includesAmounts: z.boolean(),
  /** ISO 8601 */
  createdAt: z.string(),
  /** Null while it gets messages; `at` is ISO 8601. */
  ended: z.object({ at: z.string(), reason: z.enum(MESSAGE_END_REASONS) }).nullable(),
  /** The latest twenty, newest first. */
  attempts: z.array(messageAttempt),
});

const placeName = visibleText.max(MAX_MESSAGE_PLACE_NAME_LENGTH);
const chosenKinds = z.array(z.enum(MESSAGE_KINDS)).min(1).max(MESSAGE_KINDS.length);
const placeId = z.object({ id: z.guid() });

export const messagesEndpoints = {
  /** Oldest first. */
  listMessagePlaces: {
    method: 'GET',
    path: '/api/message-places',
    access: 'user',
    response: z.array(messagePlace),
  },
  /** Returns a webhook's secret for the only time. Needs a recent login (SEC-20). */
  addMessagePlace: {
    method: 'POST',
    path: '/api/message-places',
    access: 'user',
    body: z
      .strictObject({
        type: z.enum(MESSAGE_PLACE_TYPES),
        name: placeName,
        /** The webhook's, or the ntfy server's. */
        url: z.url({ protocol: /^https?$/ }).max(2048),
        topic: z
          .string()
          .regex(/^[-\w]{1,64}$/, 'Not a topic of ntfy')
          .optional(),
        /** An access token of ntfy. */
        token: storableText.regex(/^[!-~]{1,200}$/, 'Not an access token').optional(),
        /** All by default. */
        kinds: chosenKinds.default([...MESSAGE_KINDS]),
        includesAmounts: z.boolean().default(false),
      })
      .refine(({ type, topic }) => (type === 'ntfy') === (topic !== undefined), {
        path: ['topic'],
        message: 'Needed for ntfy, and only there',
      })
      .refine(({ type, url }) => type === 'webhook' || /^https?:\/\/[^/?#]+\/?$/i.test(url), {
        path: ['url'],
        message: 'A server of ntfy has no path',
      })
      .refine(({ type, token }) => type === 'ntfy' || token === undefined, {
        path: ['token'],
        message: 'Only for ntfy',
      }),
    response: messagePlace.extend({
      /** `whsec_…`; null for ntfy. */
      secret: z.string().nullable(),
    }),
  },
  /** Sending `on` makes a place that was switched off get messages again. */
  changeMessagePlace: {
    method: 'PUT',
    path: '/api/message-places/:id',
    access: 'user',
    params: placeId,
    body: z
      .strictObject({
        name: placeName.optional(),
        kinds: chosenKinds.optional(),
        includesAmounts: z.boolean().optional(),
        on: z.literal(true).optional(),
      })
      .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change'),
    response: messagePlace,
  },
  /** Replaces a webhook's secret at once. Needs a recent login (SEC-20). */
  renewMessageSecret: {
    method: 'POST',
    path: '/api/message-places/:id/secret',
    access: 'user',
    params: placeId,
    response: z.object({ secret: z.string() }),
  },
  /** Sends a message now and returns the answer. */
  testMessagePlace: {
    method: 'POST',
    path: '/api/message-places/:id/test',
    access: 'user',
    params: placeId,
    response: messageAttempt,
  },
  removeMessagePlace: {
    method: 'DELETE',
    path: '/api/message-places/:id',
    access: 'user',
    params: placeId,
    response: success,
  },
} as const satisfies Record<string, Endpoint>;

export type MessagePlace = z.output<typeof messagePlace>;
export type MessageAttempt = z.output<typeof messageAttempt>;
export type MessageFailure = (typeof MESSAGE_FAILURES)[number];
export type MessagePlaceType = (typeof MESSAGE_PLACE_TYPES)[number];
