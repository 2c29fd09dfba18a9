import { addDays } from '@oinkly/test-banks/day';
import { ScenarioRefused, type StepResult } from './bench.ts';
import { passDays, type Scenario } from './scenario.ts';
import type { Connection, SimplefinBank } from './simplefin-bank.ts';

/** Before any bank's history. */
const EVER = '2000-01-01';

const changeAccount = (bank: SimplefinBank, { conn_id }: Connection, account_id: string, changed: object) =>
  bank.bench.simplefin('/accounts/change', { conn_id, account_id, ...changed });

async function relinkAtSimplefin(bank: SimplefinBank): Promise<StepResult> {
  const connection = await bank.connection();
  const { conn_id, accounts } = connection;
  const changes = [{ op: 'reissue', from: EVER, to: bank.bench.today() }];
  for (const { account_id } of accounts) {
    await bank.bench.simplefin('/transactions/change', { conn_id, account_id, changes });
    await changeAccount(bank, connection, account_id, { new_account_id: bank.id(account_id) });
  }
  return {};
}

/** A new card as the control API takes it: `change` moves the purchases to it, `replace` leaves them at the old one. */
async function giveNewCard(bank: SimplefinBank, call: 'change' | 'replace'): Promise<StepResult> {
  const { conn_id, accounts } = await bank.connection();
  const card = accounts.find(({ role }) => role === 'card');
  if (card === undefined) throw new ScenarioRefused('The first bank has no card. Make a token for Platypus.');
  const { account_id, name } = card;
  const given = { new_account_id: bank.id(account_id), name: name.replace(/\d{4}/, '0417') };
  await bank.bench.simplefin(`/accounts/${call}`, { conn_id, account_id, ...given });
  return {};
}

/** The two accounts that a test of names is about. */
async function twoAccounts(bank: SimplefinBank): Promise<[Connection, Connection['accounts']]> {
  const connection = await bank.connection();
  return [connection, connection.accounts.slice(0, 2)];
}

/** The same purchases, accounts and banks under other ids. */
export const newIds: readonly Scenario[] = [
  {
    id: 'reissued-under-new-ids',
    title: 'Posted rows get new ids',
    bankDoes: 'It reports the posted rows of the last 30 days again under new ids. The old ids are gone.',
    rightAppDoes: 'It takes them for the same purchases: nothing doubles, and edits and deletions stay.',
    steps: {
      simplefin: [
        {
          title: 'Give the rows of 30 days new ids',
          run: (bank) => {
            const to = bank.bench.today();
            return bank.change({ op: 'reissue', from: addDays(to, -30), to });
          },
        },
      ],
    },
  },
  {
    id: 'relinked-under-new-ids',
    title: 'A bank is linked again',
    bankDoes: 'After a new login, the same accounts and rows have new ids.',
    rightAppDoes: 'It recognizes each account, and takes over its history once, with all edits.',
    steps: {
      plaid: [
        {
          title: 'Link the same login again',
          run: async (bank) => {
            const { public_token } = await bank.bench.plaid('/item/relink', { item_id: await bank.itemId() });
            return { public_token: String(public_token) };
          },
        },
      ],
      simplefin: [{ title: 'Give accounts and rows new ids', run: relinkAtSimplefin }],
    },
  },
  {
    id: 'new-bank-on-an-old-token',
    title: 'A new bank behind an old token',
    bankDoes: 'The user adds a bank at SimpleFIN. It appears behind the token that the app already has.',
    rightAppDoes: 'It reads the new bank’s whole history, although the other banks have theirs.',
    steps: {
      simplefin: [
        {
          title: 'Add a bank with 120 days of history',
          run: async (bank) => {
            const { token_id, connections } = await bank.token();
            const isNew = (key: string) => connections.every((one) => one.bank !== key);
            const key = ['houndstooth', 'tattersall', 'gingham', 'tartan', 'platypus'].find(isNew);
            const added = { token_id, bank: key ?? 'platypus-oauth', history_days: 120 };
            await bank.watch();
            await bank.bench.simplefin('/connections/add', added);
            return {};
          },
        },
      ],
    },
    check: (requests) => {
      if (requests.length === 0) return { isRight: null, said: 'Your app has sent no request since.' };
      // A longer range is cut at its start, so only its end says what it reaches.
      const asksForOlder = requests.some(({ at, query }) => {
        const end = new URLSearchParams(query).get('end-date');
        return end !== null && Number(end) <= Date.parse(at) / 1000 - 90 * 86_400;
      });
      return asksForOlder
        ? { isRight: true, said: 'Your app asked for the days before the last 90 too.' }
        : { isRight: false, said: 'Your app asked for none of the days before the last 90.' };
    },
  },
  {
    id: 'card-replaced',
    title: 'A card is replaced',
    bankDoes:
      'After fraud, there is a new card, at first without purchases. The old one stays and is never used again.',
    rightAppDoes: 'It asks whether the new card replaces the old one, and keeps the purchases of both.',
    steps: {
      simplefin: [
        { title: 'Report a new card beside the old one', run: (bank) => giveNewCard(bank, 'replace') },
        passDays('Let two weeks pass', 14),
      ],
    },
  },
  {
    id: 'card-renumbered',
    title: 'A card gets a new number',
    bankDoes: 'The card has a new number and a new account id. Its purchases move to it.',
    rightAppDoes: 'It takes the new card for the old one, with its purchases and the user’s edits.',
    steps: { simplefin: [{ title: 'Renumber the card', run: (bank) => giveNewCard(bank, 'change') }] },
  },
  {
    id: 'accounts-of-the-same-name',
    title: 'Two accounts of the same name',
    bankDoes: 'Two accounts of one bank get the same name. Then both get new ids.',
    rightAppDoes: 'It tells them apart by more than their name, so each keeps its own purchases.',
    steps: {
      simplefin: [
        {
          title: 'Give both the same name',
          run: async (bank) => {
            const [connection, accounts] = await twoAccounts(bank);
            for (const { account_id } of accounts) {
              await changeAccount(bank, connection, account_id, { name: 'Everyday account' });
            }
            return {};
          },
        },
        {
          title: 'Give both new ids',
          run: async (bank) => {
            const [connection, accounts] = await twoAccounts(bank);
            for (const { account_id } of accounts) {
              await changeAccount(bank, connection, account_id, { new_account_id: bank.id(account_id) });
            }
            return {};
          },
        },
      ],
    },
  },
];
