import {
  budgetMarkReached,
  type BudgetMark,
  type NotificationEvent,
  type NotificationKind,
} from '@oinkly/domain/notifications';
import type { Highlight } from '@oinkly/domain/highlights';
import { startOfDayInZone, type Day } from '@oinkly/domain/days';
import { weekStartOf } from '@oinkly/domain/weeks';
import type { Transaction } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { findLatestBudgetChange } from '../budget/index.ts';
import type { LedgerListener } from '../ledger/index.ts';
import { todayOf } from '../time/index.ts';
import {
  deleteNotificationsBefore,
  findListener,
  insertNotification,
  hasAnyNotification,
  updateEvent,
} from './notifications.queries.ts';
import { listEndpointHashes } from './push-subscriptions.queries.ts';

/* Notifications are stored and queued in the transaction of their cause: they never report what did not happen, and an unreachable push
   service undoes nothing (ADR 16). */

export type NotifyDeps = Pick<Deps, 'clock' | 'queue'>;

/** From this hour in the user's zone, devices get the result of the ended week. */
const MORNING_HOUR = 8;

/** Older notifications are deleted. No event comes twice after that long. */
export const KEPT_MS = 90 * 24 * 60 * 60_000;

/**
 * Each mark once a week, the higher of two at once. After a budget change, a mark notifies again only if
 * spending passes it now or no mark that high notified this week.
 */
export function notifyOfBudgetMarks(deps: NotifyDeps): LedgerListener {
  return async (tx, { userId, owner, now }) => {
    if (!owner.notificationKinds.includes('budget')) return undefined;
    return async (weeks) => {
      const rises = weeks.filter(({ before, after }) => after.spentCents > before.spentCents);
      if (rises.length === 0) return;
      const listener = await findListener(tx, userId);
      if (!listener) return;
      const weekStart = weekStartOf(todayOf(listener, () => now));
      const rise = rises.find((week) => week.weekStart === weekStart);
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
  await notify(deps, tx, userId, {
    event: { kind: 'budget', mark, weekStart },
    eventKey: keyOf(mark, budgetCents),
  });
}

/** Once until the bank can be read again. `healthyAt`: when it last could. */
export async function notifyOfBank(
  deps: NotifyDeps,
  tx: Transaction,
  { userId, connectionId, healthyAt }: { userId: string; connectionId: string; healthyAt: Date | null },
): Promise<void> {
  await notify(deps, tx, userId, {
    event: { kind: 'bank' },
    eventKey: `bank ${connectionId} ${healthyAt?.toISOString() ?? 'never'}`,
    connectionId,
  });
}

interface WeekOutcome {
  weekStart: Day;
  isUnder: boolean;
  highlight: Highlight;
}

/** Notifies of the ended week's result, at once in the app and in the morning on devices. */
export async function notifyOfWeek(
  deps: NotifyDeps,
  tx: Transaction,
  userId: string,
  { endedOn, zone, ...result }: WeekOutcome & { endedOn: Day; zone: string },
): Promise<void> {
  await notify(deps, tx, userId, {
    event: { kind: 'result', ...result },
    eventKey: weekKey(result.weekStart),
    pushAt: morningOf(endedOn, zone),
  });
}

/** Sends the ended week's recap by mail in the morning. */
export async function mailRecap(
  { clock, queue }: NotifyDeps,
  tx: Transaction,
  userId: string,
  { weekStart, endedOn, zone }: { weekStart: Day; endedOn: Day; zone: string },
): Promise<void> {
  const startAfterSeconds = secondsUntil(morningOf(endedOn, zone), clock());
  await queue.send('send-mail', { kind: 'recap', userId, weekStart }, { tx, startAfterSeconds });
}

function morningOf(day: Day, zone: string): Date {
  return new Date(startOfDayInZone(day, zone).getTime() + MORNING_HOUR * 60 * 60_000);
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
}

export async function notifyOfFriend(
  deps: NotifyDeps,
  tx: Transaction,
  { userId, friendId }: { userId: string; friendId: string },
): Promise<void> {
  await notify(deps, tx, userId, { event: { kind: 'friend' }, eventKey: `friend ${friendId}`, friendId });
}

function weekKey(weekStart: Day): string {
  return `week ${weekStart}`;
}

interface NewNotification {
  event: NotificationEvent;
  eventKey: string;
  friendId?: string;
  connectionId?: string;
  pushAt?: Date;
}

async function notify(
  { clock, queue }: NotifyDeps,
  tx: Transaction,
  userId: string,
  { pushAt, ...added }: NewNotification,
): Promise<void> {
  if (!(await wants(tx, userId, added.event.kind))) return;
  const now = clock();
  const notificationId = await insertNotification(tx, { userId, ...added, createdAt: now });
  if (notificationId === undefined) return;
  await deleteNotificationsBefore(tx, userId, new Date(now.getTime() - KEPT_MS));
  const startAfterSeconds = pushAt ? secondsUntil(pushAt, now) : 0;
  for (const hash of await listEndpointHashes(tx, userId)) {
    const subscriptionId = hash.toString('base64url');
    await queue.send('send-push', { userId, notificationId, subscriptionId }, { tx, startAfterSeconds });
  }
}

async function wants(tx: Transaction, userId: string, kind: NotificationKind): Promise<boolean> {
  return (await findListener(tx, userId))?.kinds.includes(kind) ?? false;
}
