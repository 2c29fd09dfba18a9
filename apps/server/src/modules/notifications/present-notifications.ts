import type { Notification, WantedNotifications } from '@oinkly/contract/notifications';
import type { RouteResponse } from '@oinkly/contract/endpoints';
import { displayName } from '@oinkly/domain/display-name';
import { notificationWords, type DeviceKind, type NotificationWords } from '@oinkly/domain/notifications';
import type { NotificationRow } from './notifications.queries.ts';
import type { Inbox } from './notifications.service.ts';

export function presentInbox(inbox: Inbox): RouteResponse<'listNotifications'> {
  return {
    notifications: inbox.notifications.map(presentNotification),
    unread: inbox.unread,
    wanted: presentWanted(inbox.kinds),
    recapMail: inbox.wantsRecapMail,
    devices: inbox.endpointHashes.map((hash) => hash.toString('base64url')),
    pushKey: inbox.pushKey,
  };
}

export function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    kind: row.event.kind,
    ...wordsOf(row),
    createdAt: row.createdAt.toISOString(),
    read: row.readAt !== null,
  };
}

export function presentWanted(kinds: readonly DeviceKind[]): WantedNotifications {
  const wants = (kind: DeviceKind) => kinds.includes(kind);
  return { budget: wants('budget'), bank: wants('bank'), result: wants('result'), friend: wants('friend') };
}

/** Texts of a notification, with the current names of the friends or the bank. */
export function wordsOf({ event, friendNames, bankName }: NotificationRow): NotificationWords {
  if (event.kind === 'friend') {
    const names = friendNames.map(displayName);
    return notificationWords(event, ...names.toSorted((a, b) => a.localeCompare(b, 'en-US')));
  }
  if (event.kind === 'place') return notificationWords(event, event.placeName);
  return notificationWords(event, (event.kind === 'import' ? event.fileName : undefined) ?? bankName ?? '');
}
