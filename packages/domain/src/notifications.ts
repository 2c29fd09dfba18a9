import type { Day } from './days.ts';
import { highlightWords, type Highlight } from './highlights.ts';

/** What devices get, if chosen. None is on by default. */
export const DEVICE_KINDS = ['budget', 'bank', 'result', 'friend'] as const;

export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** All of them are in the list, whatever was chosen (PD-86). */
export const NOTIFICATION_KINDS = [...DEVICE_KINDS, 'import'] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export function isDeviceKind(kind: NotificationKind): kind is DeviceKind {
  return DEVICE_KINDS.some((one) => one === kind);
}

/** The percentages of the weekly budget that trigger a notification, ascending. */
const BUDGET_MARKS = [80, 100] as const;

export type BudgetMark = (typeof BUDGET_MARKS)[number];

/** Never contains an amount: locked screens show it. */
export type NotificationEvent =
  | { kind: 'budget'; mark: BudgetMark; weekStart: Day }
  /** A bank needs the user to log in again. */
  | { kind: 'bank' }
  /** A week was closed. `highlight` is what went well in it (PD-74). */
  | { kind: 'result'; weekStart: Day; isUnder: boolean; highlight: Highlight }
  /** Another user accepted the invitation, proposes a pact, or agreed to one. */
  | { kind: 'friend'; pact?: 'received' | 'made' }
  /** A bank's first purchases or, as the user asked, this year's were read, or a file's were added. `purchases` are those that count now; of a file, `purchasesInAll` are more if its import ended in the middle. */
  | { kind: 'import'; purchases: number; purchasesInAll?: number; fileName?: string };

export interface NotificationWords {
  title: string;
  body: string;
  path: string;
}

/** Null below the first mark or without a budget. */
export function budgetMarkReached(spentCents: number, budgetCents: number): BudgetMark | null {
  if (budgetCents <= 0) return null;
  return BUDGET_MARKS.findLast((mark) => spentCents * 100 >= budgetCents * mark) ?? null;
}

/** Writes a notification without amounts. `name` is the friend, the bank or the file, isolated from the surrounding text's direction. */
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
      return {
        title: event.isUnder ? 'Last week stayed under budget' : 'Last week went over budget',
        body: highlightWords(event.highlight),
        path: '/',
      };
    case 'friend':
      if (event.pact === 'received')
        return {
          title: `${who} proposes a pact`,
          body: 'You would both keep your weeks.',
          path: '/friends',
        };
      if (event.pact === 'made')
        return {
          title: `${who} and you have a pact`,
          body: 'You both keep your weeks now.',
          path: '/friends',
        };
      return {
        title: `${who} accepted your invitation`,
        body: 'You’re on each other’s boards now.',
        path: '/friends',
      };
    case 'import': {
      const { purchases, purchasesInAll = purchases, fileName } = event;
      return {
        title: purchases < purchasesInAll ? `${who} is partly imported` : `${who} is imported`,
        body: importWords(purchases, purchasesInAll),
        path: fileName === undefined ? '/expenses' : '/expenses/import',
      };
    }
  }
}

function importWords(purchases: number, purchasesInAll: number): string {
  if (purchases === 0) return 'It had no new purchases.';
  const count = purchases.toLocaleString('en-US');
  if (purchases < purchasesInAll)
    return `${count} of ${purchasesInAll.toLocaleString('en-US')} purchases ${purchases === 1 ? 'is' : 'are'} on your list now.`;
  return purchases === 1 ? '1 purchase is on your list now.' : `${count} purchases are on your list now.`;
}
