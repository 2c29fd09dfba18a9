import type { PgTable } from 'drizzle-orm/pg-core';
import * as user from '../db/users.tables.ts';
import { readable } from '../db/writable-table.ts';
import * as rateLimit from '../http/rate-limits.tables.ts';
import * as job from '../jobs/job-starts.tables.ts';
import * as banking from './banking/banking.tables.ts';
import * as budget from './budget/budget.tables.ts';
import * as expenseImport from './expense-import/expense-import.tables.ts';
import * as expensesModule from './expenses/expenses.tables.ts';
import * as friends from './friends/friends.tables.ts';
import * as identity from './identity/identity.tables.ts';
import * as leaderboard from './leaderboard/leaderboard.tables.ts';
import * as ledger from './ledger/ledger.tables.ts';
import * as mail from './mail/mail.tables.ts';
import * as notifications from './notifications/notifications.tables.ts';
import * as personalTokens from './personal-tokens/personal-tokens.tables.ts';
import * as sharing from './sharing/sharing.tables.ts';
import * as signUp from './sign-up/sign-up.tables.ts';

/* What a module may do with the tables of others: read them (ADR 38). */

export const users = readable(user.users);
export const bankAccounts = readable(banking.bankAccounts);
export const connections = readable(banking.connections);
export const recurringSeries = readable(expensesModule.recurringSeries);
export const expenseImports = readable(expenseImport.expenseImports);
export const bankTransactions = readable(ledger.bankTransactions);
export const expenses = readable(ledger.expenses);
export const stagedChanges = readable(ledger.stagedChanges);
export const weeklyTotals = readable(ledger.weeklyTotals);

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
  notifications,
  personalTokens,
  sharing,
  signUp,
].flatMap((tables) => Object.values<PgTable>(tables).map(readable));
