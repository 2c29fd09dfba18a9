import { addDays } from '@oinkly/test-banks/day';
import { noonOf } from '../clock.ts';
import type { Scenario } from './scenario.ts';

const cinema = { amount: '-18.53', description: 'ORBIT CINEMA', payee: 'Orbit Cinema', mcc: '7832' };

/** Dates that no one should believe, or read in the wrong zone. */
export const wrongDates: readonly Scenario[] = [
  {
    id: 'date-a-year-off',
    title: 'A date that is a year off',
    bankDoes:
      'Among the rows of the last days it sends one that is dated a year ago. Later it corrects the date.',
    rightAppDoes:
      'It does not believe a day that it did not ask for, says so, and takes the row once it is right.',
    steps: {
      simplefin: [
        {
          title: 'Report a row of a year ago',
          run: (bank) => {
            const posted = noonOf(addDays(bank.bench.today(), -365));
            return bank.change({ op: 'add', transaction_id: bank.id('cinema'), ...cinema, raw: { posted } });
          },
        },
        {
          title: 'Correct its date',
          run: (bank) => {
            const posted = noonOf(addDays(bank.bench.today(), -1));
            return bank.change({ op: 'modify', transaction_id: bank.id('cinema'), posted, raw: { posted } });
          },
        },
      ],
    },
  },
  {
    id: 'near-midnight',
    title: 'Rows near midnight',
    bankDoes: 'It sends one row of the first minute of a UTC day, and one of its last minute.',
    rightAppDoes: 'It puts both on that day, wherever the user is: SimpleFIN’s times are days, not moments.',
    steps: {
      simplefin: [
        {
          title: 'Report both rows',
          run: (bank) => {
            const noon = noonOf(addDays(bank.bench.today(), -2));
            return bank.change(
              { op: 'add', ...cinema, transaction_id: bank.id('first'), posted: noon - 43_200 },
              {
                op: 'add',
                ...cinema,
                transaction_id: bank.id('last'),
                posted: noon + 43_199,
                amount: '-19.53',
              },
            );
          },
        },
      ],
    },
  },
];
