import { passDays, type Scenario } from './scenario.ts';

export const dinner = { amount: '-41.37', description: 'JUNIPER TABLE', payee: 'Juniper Table', mcc: '5812' };
export const plaidDinner = { amount: 41.37, name: 'Juniper Table', category: 'FOOD_AND_DRINK_RESTAURANT' };

/** Rows that are pending before they post, or never do. */
export const pendingRows: readonly Scenario[] = [
  {
    id: 'pending-counted-twice',
    title: 'A pending purchase posts',
    bankDoes: 'It reports a dinner as pending, then as posted under another id with the tip added.',
    rightAppDoes:
      'It shows one dinner all the time, with the day of the purchase and in the end with the tip.',
    steps: {
      plaid: [
        {
          title: 'Report the dinner as pending',
          run: (bank) =>
            bank.change({ op: 'add', transaction_id: bank.id('dinner'), pending: true, ...plaidDinner }),
        },
        {
          title: 'Post it with a tip',
          run: (bank) => bank.change({ op: 'post', transaction_id: bank.id('dinner'), amount: 48 }),
        },
      ],
      simplefin: [
        {
          title: 'Report the dinner as pending',
          run: (bank) =>
            bank.change({ op: 'add', transaction_id: bank.id('dinner'), pending: true, ...dinner }),
        },
        {
          title: 'Post it with a tip',
          run: (bank) => bank.change({ op: 'post', transaction_id: bank.id('dinner'), amount: '-48' }),
        },
      ],
    },
  },
  {
    id: 'posted-without-a-link',
    title: 'The posted row doesn’t name the pending one',
    bankDoes: 'It removes a pending row and adds the posted one under a new id that refers to nothing.',
    rightAppDoes: 'It recognizes the purchase by account, amount and day, and keeps what the user edited.',
    steps: {
      plaid: [
        {
          title: 'Report the dinner as pending',
          run: (bank) =>
            bank.change({ op: 'add', transaction_id: bank.id('dinner'), pending: true, ...plaidDinner }),
        },
        {
          title: 'Post it without a link',
          run: (bank) => bank.change({ op: 'post', transaction_id: bank.id('dinner'), matched: false }),
        },
      ],
      simplefin: [
        {
          title: 'Report the dinner as pending',
          run: (bank) =>
            bank.change({ op: 'add', transaction_id: bank.id('dinner'), pending: true, ...dinner }),
        },
        {
          title: 'Post it without a link',
          run: (bank) =>
            bank.change({
              op: 'post',
              transaction_id: bank.id('dinner'),
              new_transaction_id: bank.id('posted'),
              // Nothing that would tell when it was bought.
              transacted_at: null,
            }),
        },
      ],
    },
  },
  {
    id: 'pending-beside-posted',
    title: 'Pending and posted at the same time',
    bankDoes: 'For a while, it reports a purchase both as pending and as posted, under two ids.',
    rightAppDoes: 'It counts the purchase once, as posted, and keeps it when the pending row goes.',
    steps: {
      simplefin: [
        {
          title: 'Report the dinner as pending',
          run: (bank) =>
            bank.change({ op: 'add', transaction_id: bank.id('dinner'), pending: true, ...dinner }),
        },
        {
          title: 'Report it as posted too',
          run: (bank) => bank.change({ op: 'post', transaction_id: bank.id('dinner'), keeps_pending: true }),
        },
        {
          title: 'Remove the pending row',
          run: (bank) => bank.change({ op: 'remove', transaction_id: bank.id('dinner') }),
        },
      ],
    },
  },
  {
    id: 'pending-without-a-date',
    title: 'A pending row without any date',
    bankDoes: 'It sends a pending row with `posted` 0 and without `transacted_at`. Later the row posts.',
    rightAppDoes: 'It shows the purchase on the day of the sync, never in 1970, and leaves it there.',
    steps: {
      simplefin: [
        {
          title: 'Report the dinner without a date',
          run: (bank) =>
            bank.change({
              op: 'add',
              transaction_id: bank.id('dinner'),
              pending: true,
              transacted_at: null,
              ...dinner,
            }),
        },
        {
          title: 'Post it',
          run: (bank) => bank.change({ op: 'post', transaction_id: bank.id('dinner') }),
        },
      ],
    },
  },
  {
    id: 'pending-for-weeks',
    title: 'A pending row that never posts',
    bankDoes: 'It keeps a failed card authorization as pending for weeks, and then drops it.',
    rightAppDoes: 'It marks the purchase as pending, however old, and drops it when the bank does.',
    steps: {
      plaid: [
        {
          title: 'Report a hold',
          run: (bank) =>
            bank.change({ op: 'add', transaction_id: bank.id('hold'), pending: true, ...plaidDinner }),
        },
        passDays('Keep it for twelve days', 12),
        {
          title: 'Drop it',
          run: (bank) => bank.change({ op: 'remove', transaction_id: bank.id('hold') }),
        },
      ],
      simplefin: [
        {
          title: 'Report a hold',
          run: (bank) =>
            bank.change({ op: 'add', transaction_id: bank.id('hold'), pending: true, ...dinner }),
        },
        passDays('Keep it for twelve days', 12),
        {
          title: 'Drop it',
          run: (bank) => bank.change({ op: 'remove', transaction_id: bank.id('hold') }),
        },
      ],
    },
  },
  {
    id: 'gone-between-pending-and-posted',
    title: 'A row that is gone between pending and posted',
    bankDoes:
      'It drops a pending row, leaves the purchase out twice, and reports the posted row the day after.',
    rightAppDoes:
      'It continues the same purchase when the posted row comes, with everything the user edited.',
    steps: {
      plaid: [
        {
          title: 'Report the dinner as pending',
          run: (bank) =>
            bank.change({ op: 'add', transaction_id: bank.id('dinner'), pending: true, ...plaidDinner }),
        },
        {
          title: 'Report neither row',
          run: (bank) => bank.change({ op: 'remove', transaction_id: bank.id('dinner') }),
        },
        passDays('Report neither the next day', 1),
        {
          title: 'Report it as posted',
          run: (bank) => bank.change({ op: 'add', transaction_id: bank.id('posted'), ...plaidDinner }),
        },
      ],
      simplefin: [
        {
          title: 'Report the dinner as pending',
          run: (bank) =>
            bank.change({ op: 'add', transaction_id: bank.id('dinner'), pending: true, ...dinner }),
        },
        {
          title: 'Report neither row',
          run: (bank) => bank.change({ op: 'remove', transaction_id: bank.id('dinner') }),
        },
        passDays('Report neither the next day', 1),
        {
          title: 'Report it as posted',
          run: (bank) => bank.change({ op: 'add', transaction_id: bank.id('posted'), ...dinner }),
        },
      ],
    },
  },
];
