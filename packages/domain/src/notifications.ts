import type { Day } from './days.ts';
import { highlightWords, type Highlight } from './highlights.ts';

/** What devices get, if chosen. None is on by default. */
export const DEVICE_KINDS = ['budget', 'bank', 'result', 'friend'] as const;

export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** What places outside the app get, unless chosen otherwise (PD-108). */
export const MESSAGE_KINDS = [...DEVICE_KINDS, 'import'] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** All of them are in the list, whatever was chosen (PD-86). */
export const NOTIFICATION_KINDS = [...MESSAGE_KINDS, 'place'] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export function isDeviceKind(kind: NotificationKind): kind is DeviceKind {
  return DEVICE_KINDS.some((one) => one === kind);
}

export function isMessageKind(kind: NotificationKind): kind is MessageKind {
  return MESSAGE_KINDS.some((one) => one === kind);
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
  /** A guest joined by the invitation (PD-103). */
  | { kind: 'friend'; pact?: never; isGuest: true }
  /** On the week's last evening: the user and these partners of pacts are within budget (PD-106). */
  | { kind: 'friend'; pact: 'kept'; weekStart: Day; partnerIds: string[] }
  /** A bank's first purchases or, as the user asked, this year's were read, or a file's were added. `purchases` are those that count now; of a file, `purchasesInAll` are more if its import ended in the middle. */
  | { kind: 'import'; purchases: number; purchasesInAll?: number; fileName?: string }
  /** A place outside the app was switched off (PD-109). */
  | { kind: 'place'; placeName: string; reason: 'failing' | 'gone' };

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

/**
 * Writes a notification without amounts. The names are of the friends, the bank, the file or the place, isolated from the surrounding text's
 * direction. Cost: n in the names.
 */
export function notificationWords(event: NotificationEvent, ...names: string[]): NotificationWords {
  const isolated = names.map((name) => `\u2068${name}\u2069`);
  const [who = ''] = isolated;
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
      if (event.pact === 'kept')
        return {
          title: `${LIST.format(['You', ...isolated])}${isolated.length === 1 ? ' both' : ''} made it`,
          // Purchases may still come.
          body: 'You were within budget on Sunday evening.',
          path: '/friends',
        };
      if ('isGuest' in event)
        return {
          title: `${who} joined as a guest`,
          body: 'You’ll find them on your friends page.',
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
    case 'place':
      return {
        title: `${who} is switched off`,
        body:
          event.reason === 'gone'
            ? 'It answered that it no longer exists.'
            : 'It failed for a week. You can turn it on again.',
        path: '/notifications',
      };
  }
}

const LIST = new Intl.ListFormat('en-US');

function importWords(purchases: number, purchasesInAll: number): string {
  if (purchases === 0) return 'It had no new purchases.';
  const count = purchases.toLocaleString('en-US');
  if (purchases < purchasesInAll)
    return `${count} of ${purchasesInAll.toLocaleString('en-US')} purchases ${purchases === 1 ? 'is' : 'are'} on your list now.`;
  return purchases === 1 ? '1 purchase is on your list now.' : `${count} purchases are on your list now.`;
}
