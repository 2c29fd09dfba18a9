import { addDays, type Day } from '@oinkly/test-banks/day';
import type { StepResult } from './bench.ts';
import { dinner, plaidDinner } from './pending-rows.ts';
import type { PlaidBank } from './plaid-bank.ts';
import { passDays, type Scenario } from './scenario.ts';
import type { SimplefinBank } from './simplefin-bank.ts';

/** A week, so that apps notice. */
const STALE_DAYS = 7;

const noAnswer = (said: string) => ({ isRight: null, said });

async function breakOneBank(bank: SimplefinBank): Promise<StepResult> {
  const { token_id, connections } = await bank.token();
  if (connections.length < 2) {
    await bank.bench.simplefin('/connections/add', { token_id, bank: 'tartan', history_days: 30 });
  }
  const { conn_id } = await bank.connection();
  const message = 'Please <b>log in</b> to this bank again';
  await bank.bench.simplefin('/problems/add', { conn_id, code: 'con.auth', message });
  return bank.changeOther({ op: 'add', transaction_id: bank.id('dinner'), ...dinner });
}

/** Midnight UTC, which has passed wherever the banks are. */
const startOf = (day: Day) => new Date(`${day}T00:00:00Z`);

async function dateUpdate(bank: PlaidBank, day: Day): Promise<StepResult> {
  const updated = { item_id: await bank.itemId(), last_successful_update: startOf(day).toISOString() };
  await bank.bench.plaid('/item/set_last_update', updated);
  return {};
}

async function dateBalances(bank: SimplefinBank, day: Day): Promise<StepResult> {
  const { conn_id, accounts } = await bank.connection();
  const balance_date = startOf(day).getTime() / 1000;
  for (const { account_id } of accounts) {
    await bank.bench.simplefin('/accounts/change', { conn_id, account_id, balance_date });
  }
  return {};
}

/** Banks and services that don't answer, or not all of it. */
export const outages: readonly Scenario[] = [
  {
    id: 'one-bank-needs-attention',
    title: 'One bank of several needs a login',
    bankDoes: 'One of the user’s banks wants a new login. Another one reports a dinner.',
    rightAppDoes: 'It names that one bank, keeps its purchases, and keeps importing the others.',
    steps: {
      plaid: [
        {
          title: 'Let one login expire',
          run: async (bank) => {
            const changes = [{ op: 'add', transaction_id: bank.id('dinner'), ...plaidDinner }];
            await bank.bench.plaid('/transactions/change', { item_id: await bank.otherItemId(), changes });
            const body = { item_id: await bank.itemId(), error_code: 'ITEM_LOGIN_REQUIRED' };
            await bank.bench.plaid('/item/set_error', body);
            return {};
          },
        },
        {
          title: 'Repair it',
          run: async (bank) => {
            await bank.bench.plaid('/item/set_error', { item_id: await bank.itemId(), error_code: null });
            return {};
          },
        },
      ],
      simplefin: [
        { title: 'Let the login of the first bank expire', run: breakOneBank },
        { title: 'Repair it', run: (bank) => bank.clearProblems() },
      ],
    },
  },
  {
    id: 'slow-and-broken-answers',
    title: 'Slow and broken answers',
    bankDoes:
      'The service answers with a proxy’s error page, then with half of its JSON, then late, then never.',
    rightAppDoes:
      'It waits up to two minutes for SimpleFIN, says that the service has a problem, keeps what it has, and sends at most twelve requests in all.',
    steps: {
      plaid: [
        {
          title: 'Answer once with an error page',
          run: (bank) => bank.fail({ kind: 'html', status: 504 }, 1),
        },
        { title: 'Answer once with half of the JSON', run: (bank) => bank.fail({ kind: 'truncated' }, 1) },
        {
          title: 'Answer once after two seconds',
          run: (bank) => bank.fail({ kind: 'latency', ms: 2000 }, 1),
        },
        { title: 'Don’t answer once', run: (bank) => bank.fail({ kind: 'hang' }, 1) },
      ],
      simplefin: [
        {
          title: 'Answer once with an error page',
          run: async (bank) => {
            await bank.watch();
            return bank.fail({ kind: 'html', status: 524 }, 1);
          },
        },
        { title: 'Answer once with half of the JSON', run: (bank) => bank.fail({ kind: 'invalid_json' }, 1) },
        {
          title: 'Answer once after 100 seconds',
          run: (bank) => bank.fail({ kind: 'hang', delay_ms: bank.bench.slowAnswerMs }, 1),
        },
        { title: 'Don’t answer once', run: (bank) => bank.fail({ kind: 'hang' }, 1) },
      ],
    },
    check: (requests) => {
      if (requests.length === 0) return noAnswer('Your app has sent no request since.');
      return requests.length <= 12
        ? { isRight: true, said: `Your app sent ${requests.length} requests.` }
        : { isRight: false, said: `Your app sent ${requests.length} requests: it asks again and again.` };
    },
  },
  {
    id: 'outage-for-days',
    title: 'A bank is down for days',
    bankDoes: 'It is down until further notice, while a week passes. Then it is back.',
    rightAppDoes: 'It never shows old data as current: it says since when it has heard nothing.',
    steps: {
      plaid: [
        {
          title: 'Go down',
          run: (bank) => bank.fail({ kind: 'error', error_code: 'INSTITUTION_DOWN' }),
        },
        passDays('Stay down for a week', STALE_DAYS),
        { title: 'Come back', run: (bank) => bank.mend() },
      ],
      simplefin: [
        {
          title: 'Go down',
          run: async (bank) => {
            const { conn_id } = await bank.connection();
            const problem = { conn_id, code: 'con.', message: 'The bank is down', hides_accounts: true };
            await bank.bench.simplefin('/problems/add', problem);
            return {};
          },
        },
        passDays('Stay down for a week', STALE_DAYS),
        { title: 'Come back', run: (bank) => bank.clearProblems() },
      ],
    },
  },
  {
    id: 'healthy-but-stale',
    title: 'Healthy, but nothing new',
    bankDoes: 'It reports no problem, but its last update was a week ago.',
    rightAppDoes: 'It shows when the bank last had news, and not just “OK”.',
    steps: {
      plaid: [
        {
          title: 'Report a last update of a week ago',
          run: (bank) => dateUpdate(bank, addDays(bank.bench.today(), -STALE_DAYS)),
        },
        { title: 'Report one of today', run: (bank) => dateUpdate(bank, bank.bench.today()) },
      ],
      simplefin: [
        {
          title: 'Report balances of a week ago',
          run: (bank) => dateBalances(bank, addDays(bank.bench.today(), -STALE_DAYS)),
        },
        { title: 'Report those of today', run: (bank) => dateBalances(bank, bank.bench.today()) },
      ],
    },
  },
];
