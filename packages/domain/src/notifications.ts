import type { Day } from './days.ts';

/** The events that a user can be notified of. By default there are none. */
export const NOTIFICATION_KINDS = ['budget', 'bank', 'result', 'friend'] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The shares of the weekly budget, in percent, that notify a user, the lower first. */
const BUDGET_MARKS = [80, 100] as const;

export type BudgetMark = (typeof BUDGET_MARKS)[number];

/** What a notification says; never an amount. */
export type NotificationEvent =
  /** So much of the budget of a week is spent. */
  | { kind: 'budget'; mark: BudgetMark; weekStart: Day }
  /** A bank cannot be read before the person has logged in there. */
  | { kind: 'bank' }
  /** A week has been settled. */
  | { kind: 'result'; weekStart: Day; isUnder: boolean }
  /** Another user has accepted the user's invitation. */
  | { kind: 'friend' };

/** A notification in words, and the page of the app that it leads to. */
export interface NotificationWords {
  title: string;
  body: string;
  path: string;
}

/** The highest mark that the spending has reached; null before the first, and without a budget of which there could be a share. */
export function budgetMarkReached(spentCents: number, budgetCents: number): BudgetMark | null {
  if (budgetCents <= 0) return null;
  return BUDGET_MARKS.findLast((mark) => spentCents * 100 >= budgetCents * mark) ?? null;
}

/**
 * A notification in words. They pass through the service that delivers them, though encrypted, and lie open on a locked screen: they hold
 * no sum. `name` is that of the friend or the bank; it is kept apart from the text around it, in whichever direction it runs.
 */
export function notificationWords(event: NotificationEvent, name: string): NotificationWords {
  const who = `\u2068${name}\u2069`;
  switch (event.kind) {
    case 'budget':
      return event.mark === 80
        ? {
            title: 'You have spent 80% of this week’s budget',
            body: 'Make the rest last until Sunday.',
            path: '/',
          }
        : {
            title: 'You have spent all of this week’s budget',
            body: 'Your budget starts fresh on Monday.',
            path: '/',
          };
    case 'bank':
      return {
        title: `${who} needs you to log in`,
        body: 'Log in again to keep importing your purchases.',
        path: '/accounts',
      };
    case 'result':
      return event.isUnder
        ? { title: 'Last week stayed under budget', body: 'Well done. Here’s to this week.', path: '/' }
        : { title: 'Last week went over budget', body: 'This week is a fresh start.', path: '/' };
    case 'friend':
      return {
        title: `${who} accepted your invitation`,
        body: 'You’re on each other’s boards now.',
        path: '/friends',
      };
  }
}
