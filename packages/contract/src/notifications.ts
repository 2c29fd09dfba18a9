import { type DeviceKind, NOTIFICATION_KINDS } from '@oinkly/domain/notifications';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { storableText, success } from './primitives.ts';

/* The list, and what reaches devices and mailboxes. */

/** What devices get. The list has everything (PD-86). */
const wantedNotifications = z.object({
  budget: z.boolean(),
  bank: z.boolean(),
  /** The last week's result, on Mondays. */
  result: z.boolean(),
  friend: z.boolean(),
}) satisfies z.ZodType<Record<DeviceKind, boolean>>;

const notification = z.object({
  id: z.number(),
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  body: z.string(),
  /** The page that it opens. */
  path: z.string(),
  /** ISO 8601 */
  createdAt: z.string(),
  read: z.boolean(),
});

/** A fixed number of bytes in base64url, without padding. */
const base64url = (sizeBytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{${Math.ceil((sizeBytes * 4) / 3)}}$`), `Not ${sizeBytes} bytes in base64url`);

export const notificationsEndpoints = {
  listNotifications: {
    method: 'GET',
    path: '/api/notifications',
    access: 'user',
    response: z.object({
      /** The latest fifty, newest first. */
      notifications: z.array(notification),
      unread: z.number(),
      wanted: wantedNotifications,
      /** Whether the last week's result also comes by mail. */
      recapMail: z.boolean(),
      devices: z.array(z.string()),
      /**
       * VAPID, base64url; null if this server cannot send. Sent in advance: Safari forgets a click while it
       * waits.
       */
      pushKey: z.string().nullable(),
    }),
  },
  /** Marks notifications as read: some, ignoring unknown ids, or all of a kind. */
  readNotifications: {
    method: 'POST',
    path: '/api/notifications/read',
    access: 'user',
    body: z
      .strictObject({
        ids: z.array(z.int().positive()).min(1).max(50).optional(),
        kind: z.enum(NOTIFICATION_KINDS).optional(),
      })
      .refine(({ ids, kind }) => (ids === undefined) !== (kind === undefined), 'Either ids or a kind'),
    response: success,
  },
  chooseNotifications: {
    method: 'PUT',
    path: '/api/notifications/kinds',
    access: 'user',
    body: z
      .strictObject(wantedNotifications.partial().shape)
      .refine((patch) => Object.keys(patch).length > 0, 'Nothing to change'),
    response: wantedNotifications,
  },
  chooseRecapMail: {
    method: 'PUT',
    path: '/api/notifications/recap-mail',
    access: 'user',
    body: z.strictObject({ recapMail: z.boolean() }),
    response: z.object({ recapMail: z.boolean() }),
  },
  /** Ends the recap by mail. Idempotent. A form's body is ignored (RFC 8058). */
  unsubscribeFromMail: {
    method: 'POST',
    path: '/unsubscribe/:token',
    access: 'mail-program',
    params: z.object({ token: storableText.min(1).max(128) }),
    response: success,
  },
  /** Registers a browser's `PushSubscription`. Idempotent. */
  subscribeToPush: {
    method: 'POST',
    path: '/api/push/subscriptions',
    access: 'user',
    body: z.strictObject({
      endpoint: z.url().max(2048),
      keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
    }),
    response: z.object({ id: z.string() }),
  },
  /** Removes a subscription. The id is the SHA-256 of its endpoint, base64url. */
  unsubscribeFromPush: {
    method: 'DELETE',
    path: '/api/push/subscriptions/:id',
    access: 'user',
    params: z.object({ id: base64url(32) }),
    response: success,
  },
} as const satisfies Record<string, Endpoint>;

export type Notification = z.output<typeof notification>;
export type WantedNotifications = z.output<typeof wantedNotifications>;
