import type { PgTable } from 'drizzle-orm/pg-core';
import * as user from './users.tables.ts';
import { readable } from '../writable-table.ts';
import * as rateLimit from './rate-limits.tables.ts';
import * as job from './job-starts.tables.ts';
import * as banking from './banking.tables.ts';
import * as budget from './budget.tables.ts';
import * as expenseImport from './expense-import.tables.ts';
import * as expensesModule from './expenses.tables.ts';
import * as friends from './friends.tables.ts';
import * as identity from './identity.tables.ts';
import * as leaderboard from './leaderboard.tables.ts';
import * as ledger from './ledger.tables.ts';
import * as mail from './mail.tables.ts';
import * as messages from './messages.tables.ts';
import * as notifications from './notifications.tables.ts';
import * as personalTokens from './personal-tokens.tables.ts';
import * as sharing from './sharing.tables.ts';
import * as signUp from './sign-up.tables.ts';

/* What a module may do with the tables of others: read them (ADR 38). */

export const users = readable(user.users);
export const bankAccounts = readable(banking.bankAccounts);
export const connections = readable(banking.connections);
export const recurringSeries = readable(expensesModule.recurringSeries);
export const expenseImports = readable(expenseImport.expenseImports);
export const bankTransactions = readable(ledger.bankTransactions);
export const expenses = readable(ledger.expenses);
export const stagedChanges = readable(ledger.stagedChanges);
export const friendships = readable(friends.friendships);
export const guests = readable(friends.guests);
export const guestTaps = readable(friends.guestTaps);
export const tappedWeeks = readable(friends.tappedWeeks);
export const weeklyTotals = readable(ledger.weeklyTotals);
export const messagePlaces = readable(messages.messagePlaces);

/** All tables of the schema `public`. */
export const TABLES = [
  user,
  rateLimit,
  job,
  banking,
  budget,
  expenseImport,
  expensesModule,
  friends,
  identity,
  leaderboard,
  ledger,
  mail,
  messages,
  notifications,
  personalTokens,
  sharing,
  signUp,
].flatMap((tables) => Object.values<PgTable>(tables).map(readable));
