import {
  budgetMarkReached,
  isDeviceKind,
  isMessageKind,
  type BudgetMark,
} from '@oinkly/domain/notifications';
import type { Highlight } from '@oinkly/domain/highlights';
import { startOfDayInZone, type Day } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import type { Transaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { findLatestBudgetChange } from '../budget/index.ts';
import type { LedgerListener } from '../ledger/index.ts';
import { todayOf } from '../time/index.ts';
import {
  deleteNotification,
  deleteNotificationsBefore,
  findRecipient,
  insertNotifications,
  hasAnyNotification,
  keepNewestNotifications,
  listMessagePlaces,
  type NewNotification,
  updateEvent,
} from './notifications.queries.ts';
import { listDevices } from './push-subscriptions.queries.ts';

/* Notifications are stored and queued in the transaction of their cause: they never report what did not happen, and an unreachable push
   service undoes nothing. They hold no amounts, because locked screens show them. All are stored; choices only say what is queued for devices and
   places (PD-86). */

export type NotifyDeps = Pick<Deps, 'clock' | 'queue'>;

/** From this hour in the user's zone, devices and places get the result of the ended week. */
const MORNING_HOUR = 8;

/** Older notifications are deleted. No event comes twice after that long. */
export const RETENTION_MS = 90 * 24 * 60 * 60_000;
/** A user's newest ones. Only the newest fifty are listed; the others keep their events from coming twice. */
const MAX_NOTIFICATIONS = 200;

/**
 * Each mark once a week, the higher of two at once. After a budget change, a mark notifies again only if
 * spending passes it now or no mark that high notified this week.
 */
export function notifyOfBudgetMarks(deps: NotifyDeps): LedgerListener {
  return async (tx, { userId, owner, now }) => {
    const weekStart = weekStartOf(todayOf(owner, () => now));
    return async (weeks) => {
      const rise = weeks.find(
        (week) => week.weekStart === weekStart && week.after.spentCents > week.before.spentCents,
      );
      if (!rise) return;
      const { before, after } = rise;
      await notifyOfBudget(deps, tx, userId, {
        weekStart,
        before: before.spentCents,
        after: after.spentCents,
      });
    };
  };
}

async function notifyOfBudget(
  deps: NotifyDeps,
  tx: Transaction,
  userId: string,
  { weekStart, before, after }: { weekStart: Day; before: number; after: number },
): Promise<void> {
  const budgetCents = (await findLatestBudgetChange(tx, userId))?.budgetCents ?? 0;
  const mark = budgetMarkReached(after, budgetCents);
  if (mark === null) return;
  const isPassedNow = budgetMarkReached(before, budgetCents) !== mark;
  const keyOf = (reached: BudgetMark, ofBudget: number | '%') =>
    `budget ${weekStart} ${reached} of ${ofBudget}`;
  // Once all is spent, four fifths is no news.
  const asMuch = (mark === 80 ? ([80, 100] as const) : ([100] as const)).map((reached) =>
    keyOf(reached, isPassedNow ? budgetCents : '%'),
  );
  if (await hasAnyNotification(tx, userId, asMuch)) return;
  await notifyUser(deps, tx, {
    userId,
    event: { kind: 'budget', mark, weekStart },
    eventKey: keyOf(mark, budgetCents),
  });
}

/** Notifies once until the bank can be read again. `healthyAt`: when it last could. */
export async function notifyOfBank(
  deps: NotifyDeps,
  tx: Transaction,
  { userId, connectionId, healthyAt }: { userId: string; connectionId: string; healthyAt: Date | null },
): Promise<void> {
  const eventKey = `bank ${connectionId} ${healthyAt?.toISOString() ?? 'never'}`;
  await notifyUser(deps, tx, { userId, event: { kind: 'bank' }, eventKey, connectionId });
}

/** Notifies once for each connection, whose purchases the user seldom waits for, and once for each run that the user asked for. */
export async function notifyOfBankImport(
  deps: NotifyDeps,
  tx: Transaction,
  bank: { userId: string; connectionId: string; runId: number | null; purchases: number },
): Promise<void> {
  const { userId, connectionId, runId, purchases } = bank;
  const eventKey = runId === null ? `import ${connectionId}` : `import ${connectionId} ${runId}`;
  await notifyUser(deps, tx, { userId, event: { kind: 'import', purchases }, eventKey, connectionId });
}

interface ImportedFile {
  userId: string;
  importId: string;
  fileName: string;
  purchases: number;
  /** More than `purchases` while some are missing. */
  purchasesInAll: number;
}

/** Stores it as read: the user saw the import end. */
export async function notifyOfFileImport(
  deps: NotifyDeps,
  tx: Transaction,
  { userId, importId, ...file }: ImportedFile,
): Promise<void> {
  await notifyUser(deps, tx, {
    userId,
    event: { kind: 'import', ...file },
    eventKey: fileKey(importId),
    readAt: deps.clock(),
  });
}

/** Updates the notification of an import that has more rows now. */
export async function correctFileImport(
  tx: Transaction,
  { userId, importId, ...file }: ImportedFile,
): Promise<void> {
  await updateEvent(tx, userId, fileKey(importId), { kind: 'import', ...file });
}

/** Deletes the notification of an import that is undone. */
export async function forgetFileImport(tx: Transaction, userId: string, importId: string): Promise<void> {
  await deleteNotification(tx, userId, fileKey(importId));
}

interface WeekOutcome {
  weekStart: Day;
  isUnder: boolean;
  highlight: Highlight;
}

/** A user's week that just ended in their zone: `endedOn` is the day after it. */
interface EndedWeek {
  userId: string;
  weekStart: Day;
  endedOn: Day;
  zone: string;
}

/** Notifies users of their ended weeks' results, at once in the app and, if they chose so, in the morning elsewhere. */
export async function notifyOfWeeks(
  deps: NotifyDeps,
  tx: Transaction,
  weeks: readonly (EndedWeek & WeekOutcome & { wantsResult: boolean })[],
): Promise<void> {
  const morning = mornings();
  await notify(
    deps,
    tx,
    weeks.map(({ userId, endedOn, zone, weekStart, isUnder, highlight, wantsResult }) => {
      const messageAt = morning(endedOn, zone);
      return {
        userId,
        event: { kind: 'result', weekStart, isUnder, highlight },
        eventKey: weekKey(weekStart),
        messageAt,
        pushAt: wantsResult ? messageAt : null,
      };
    }),
  );
  for (const { userId, weekStart, isUnder } of weeks)
    if (!isUnder) await deleteNotification(tx, userId, keptKey(weekStart));
}

/** Mails users their ended weeks' recaps in the morning. Leave out users who don't want it. */
export async function mailRecaps(
  { clock, queue }: NotifyDeps,
  tx: Transaction,
  weeks: readonly EndedWeek[],
): Promise<void> {
  const [now, morning] = [clock(), mornings()];
  const jobs = weeks.map(({ userId, weekStart, endedOn, zone }) => ({
    data: { kind: 'recap', userId, weekStart } as const,
    startAfterSeconds: secondsUntil(morning(endedOn, zone), now),
  }));
  await queue.sendAll('send-mail', jobs, { tx });
}

/** A zone's mornings, each worked out once: reading a zone's clock is slow. */
function mornings(): (day: Day, zone: string) => Date {
  const known = new Map<string, Date>();
  return (day, zone) => {
    const key = `${day} ${zone}`;
    const morning =
      known.get(key) ?? new Date(startOfDayInZone(day, zone).getTime() + MORNING_HOUR * 60 * 60_000);
    known.set(key, morning);
    return morning;
  };
}

/** Zero for an earlier moment. */
function secondsUntil(moment: Date, now: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}

/** Updates the notification of a corrected week without sending it again (PD-24). */
export async function correctNotification(
  tx: Transaction,
  userId: string,
  result: WeekOutcome,
): Promise<void> {
  await updateEvent(tx, userId, weekKey(result.weekStart), { kind: 'result', ...result });
  if (!result.isUnder) await deleteNotification(tx, userId, keptKey(result.weekStart));
}

export async function notifyOfFriend(
  deps: NotifyDeps,
  tx: Transaction,
  { userId, friendId }: { userId: string; friendId: string },
): Promise<void> {
  const eventKey = `friend ${friendId}`;
  await notifyUser(deps, tx, { userId, event: { kind: 'friend' }, eventKey, friendId });
}

/**
 * Devices and places get one a day, so joining and leaving again and again reaches no one. What says that it was sent is never shown, and stays when
 * the guest leaves.
 */
export async function notifyOfGuest(
  deps: NotifyDeps,
  tx: Transaction,
  { userId, guestId }: { userId: string; guestId: string },
): Promise<void> {
  const now = deps.clock();
  const event = { kind: 'friend', isGuest: true } as const;
  const sent = { userId, event, eventKey: `guests ${now.toISOString().slice(0, 10)}`, readAt: now };
  const isFirstToday = (await insertNotifications(tx, [sent], now)).length > 0;
  const added = { userId, event, eventKey: `guest ${guestId}`, guestId };
  await notifyUser(deps, tx, added, { leavesApp: isFirstToday });
}

/** Notifies of each friend's proposal, and of each pact, once a month at most: proposing again and again reaches no one. */
export async function notifyOfPact(
  deps: NotifyDeps,
  tx: Transaction,
  { userId, friendId, pact }: { userId: string; friendId: string; pact: 'received' | 'made' },
): Promise<void> {
  const month = deps.clock().toISOString().slice(0, 7);
  const eventKey = `pact ${pact} ${friendId} ${month}`;
  await notifyUser(deps, tx, { userId, event: { kind: 'friend', pact }, eventKey, friendId });
}

/** Notifies that the user and these partners are within budget, once a week. */
export async function notifyOfKeptWeek(
  deps: NotifyDeps,
  tx: Transaction,
  { userId, weekStart, partnerIds }: { userId: string; weekStart: Day; partnerIds: string[] },
): Promise<void> {
  const event = { kind: 'friend', pact: 'kept', weekStart, partnerIds } as const;
  const [friendId] = partnerIds;
  await notifyUser(deps, tx, { userId, event, eventKey: keptKey(weekStart), ...(friendId && { friendId }) });
}

/** Notifies that a place was switched off. */
export async function notifyOfPlace(
  deps: NotifyDeps,
  tx: Transaction,
  place: { userId: string; placeId: string; placeName: string; reason: 'failing' | 'gone'; endedAt: Date },
): Promise<void> {
  const { userId, placeId, placeName, reason, endedAt } = place;
  const eventKey = `place ${placeId} ${endedAt.toISOString()}`;
  await notifyUser(deps, tx, { userId, event: { kind: 'place', placeName, reason }, eventKey });
}

function keptKey(weekStart: Day): string {
  return `kept ${weekStart}`;
}

function weekKey(weekStart: Day): string {
  return `week ${weekStart}`;
}

function fileKey(importId: string): string {
  return `file ${importId}`;
}

async function notifyUser(
  deps: NotifyDeps,
  tx: Transaction,
  added: NewNotification,
  { leavesApp } = { leavesApp: true },
): Promise<void> {
  const recipient = await findRecipient(tx, added.userId);
  // Deleted meanwhile.
  if (!recipient) return;
  const { kind } = added.event;
  const now = deps.clock();
  const isWanted = leavesApp && isDeviceKind(kind) && recipient.kinds.includes(kind);
  // What the user saw happen is no news to them.
  const isMessage = leavesApp && added.readAt === undefined;
  await notify(deps, tx, [{ ...added, pushAt: isWanted ? now : null, messageAt: isMessage ? now : null }]);
  await keepNewestNotifications(tx, added.userId, MAX_NOTIFICATIONS);
}

type Sending = NewNotification & { pushAt: Date | null; messageAt: Date | null };

/** Notifies each user of one event. Devices get it at `pushAt`, places at `messageAt`; null: never. */
async function notify(deps: NotifyDeps, tx: Transaction, all: readonly Sending[]): Promise<void> {
  if (all.length === 0) return;
  const now = deps.clock();
  const added = await insertNotifications(tx, all, now);
  if (added.length === 0) return;
  const oldest = new Date(now.getTime() - RETENTION_MS);
  await deleteNotificationsBefore(
    tx,
    added.map(({ userId }) => userId),
    oldest,
  );
  const sendingOf = new Map(all.map((sending) => [sending.userId, sending]));
  const stored = added.flatMap(({ userId, id: notificationId }) => {
    const sending = sendingOf.get(userId);
    return sending ? [{ ...sending, notificationId }] : [];
  });
  await queuePushes(deps, tx, stored);
  await queueMessages(deps, tx, stored);
}

type StoredSending = Sending & { notificationId: number };

async function queuePushes(
  { clock, queue }: NotifyDeps,
  tx: Transaction,
  stored: readonly StoredSending[],
): Promise<void> {
  const due = stored.flatMap((sending) =>
    sending.pushAt ? [{ ...sending, startAfterSeconds: secondsUntil(sending.pushAt, clock()) }] : [],
  );
  if (due.length === 0) return;
  const devices = await listDevices(
    tx,
    due.map(({ userId }) => userId),
  );
  const devicesOf = Map.groupBy(devices, ({ userId }) => userId);
  const jobs = due.flatMap(({ userId, notificationId, startAfterSeconds }) =>
    (devicesOf.get(userId) ?? []).map(({ endpointHash }) => ({
      data: { userId, notificationId, subscriptionId: endpointHash.toString('base64url') },
      startAfterSeconds,
    })),
  );
  await queue.sendAll('send-push', jobs, { tx });
}

async function queueMessages(
  { clock, queue }: NotifyDeps,
  tx: Transaction,
  stored: readonly StoredSending[],
): Promise<void> {
  const due = stored.flatMap(({ userId, notificationId, event: { kind }, messageAt }) =>
    messageAt && isMessageKind(kind)
      ? [{ userId, notificationId, kind, startAfterSeconds: secondsUntil(messageAt, clock()) }]
      : [],
  );
  if (due.length === 0) return;
  const places = await listMessagePlaces(
    tx,
    due.map(({ userId }) => userId),
  );
  const placesOf = Map.groupBy(places, ({ userId }) => userId);
  const jobs = due.flatMap(({ userId, notificationId, kind, startAfterSeconds }) =>
    (placesOf.get(userId) ?? [])
      .filter(({ kinds }) => kinds.includes(kind))
      .map(({ id: placeId }) => ({ data: { userId, notificationId, placeId }, startAfterSeconds })),
  );
  await queue.sendAll('send-message', jobs, { tx });
}
