import { endpoints } from '@oinkly/contract/endpoints';
import type { FirstAnswer, FirstCall } from '@oinkly/contract/first-view';
import { MAX_LISTED_EXPENSES } from '@oinkly/contract/limits';
import type { Database } from '../../db/database.ts';
import { presentSettings, type BudgetSettings } from '../budget/index.ts';
import {
  cursorText,
  listExpenses,
  listOffers,
  listRefunds,
  presentExpense,
  presentOffer,
  presentRecurring,
  presentRefund,
  readRecurring,
} from '../expenses/index.ts';
import { presentCircle, presentInvite, presentPact, readCircle, readPacts } from '../friends/index.ts';
import type { OwnInvite } from '../friends/index.ts';
import type { UserRow } from '../identity/index.ts';
import { presentLeaderboard, readLeaderboard } from '../leaderboard/index.ts';
import { presentWeeks, readWeeks } from '../weeks/index.ts';

/** What calls of one user are answered from. Ended weeks are closed. */
export interface Source {
  db: Database;
  clock: () => Date;
  hasGuests: boolean;
  user: UserRow;
  settings: Promise<BudgetSettings>;
  /** Null unless a call asks for it. */
  invite: OwnInvite | null;
}

type Answer = Pick<FirstAnswer, 'body' | 'nextCursor'>;

/** As the routes answer them. */
const ANSWERS: Partial<Record<FirstCall['name'], (source: Source, call: FirstCall) => Promise<Answer>>> = {
  getSettings: async ({ settings }) => ({ body: presentSettings(await settings) }),
  listWeeks: async (source, { query }) => ({
    body: presentWeeks(await readWeeks(source, source.user, endpoints.listWeeks.query.parse(query))),
  }),
  listExpenses: async (source, call) => {
    const {
      from,
      to,
      counted,
      category,
      source: origin,
      type,
      limit = MAX_LISTED_EXPENSES,
    } = endpoints.listExpenses.query.parse(call.query);
    const filter = { from, to, counted, category, source: origin, type, limit };
    const { rows, next } = await listExpenses(source, source.user.id, filter);
    return { body: rows.map(presentExpense), ...(next && { nextCursor: cursorText(next) }) };
  },
  listRefunds: async (source) => ({
    body: { refunds: (await listRefunds(source, source.user.id)).map(presentRefund) },
  }),
  listRecurring: async (source) => ({ body: presentRecurring(await readRecurring(source, source.user)) }),
  listDuplicates: async (source) => ({
    body: { offers: (await listOffers(source, source.user.id)).map(presentOffer) },
  }),
  getLeaderboard: async (source) => ({
    body: presentLeaderboard(await readLeaderboard(source, source.user)),
  }),
  listFriends: async (source) => ({ body: presentCircle(await readCircle(source, source.user.id)) }),
  listPacts: async (source) => ({ body: { pacts: (await readPacts(source, source.user)).map(presentPact) } }),
  getInvite: async ({ invite }) => ({ body: invite && presentInvite(invite) }),
};

export async function answerTo(source: Source, call: FirstCall): Promise<FirstAnswer> {
  const { name, url } = call;
  const answer = ANSWERS[name];
  if (!answer) throw new Error(`No page carries the answer of ${name}`);
  return { name, url, ...(await answer(source, call)) };
}
