import type { MessageKind } from '@oinkly/domain/notifications';

/** What each kind is about, for the switches that choose it. */
export const KIND_WORDS: Readonly<Record<MessageKind, { label: string; hint: string }>> = {
  budget: {
    label: 'My budget',
    hint: 'When 80% of this week’s budget is spent, and when all of it is.',
  },
  bank: { label: 'My banks', hint: 'When one needs you to log in again.' },
  result: {
    label: 'My week',
    hint: 'On Monday morning: last week’s result and what went well.',
  },
  friend: { label: 'My friends', hint: 'When someone joins you, and when you and a partner kept a week.' },
  import: { label: 'My imports', hint: 'When the purchases of a bank are on your list.' },
};
