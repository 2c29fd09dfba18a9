import { getTableName, isTable } from 'drizzle-orm';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as schema from './schema.ts';

const MODULES = fileURLToPath(new URL('../modules/', import.meta.url));

/** Nothing else changes a table's rows. */
const WRITERS: Record<string, string> = {
  expenses: 'ledger',
  bank_transactions: 'ledger',
  staged_changes: 'ledger',
  weekly_totals: 'ledger',
  refund_matches: 'ledger',
  separate_expenses: 'ledger',
  recurring_series: 'expenses',
  monthly_merchants: 'expenses',
  rule_changes: 'ledger',
  rules: 'expenses',
  expense_imports: 'expense-import',
  import_layouts: 'expense-import',
  budget_changes: 'budget',
  connections: 'banking',
  bank_accounts: 'banking',
  sync_runs: 'banking',
  bank_consents: 'banking',
  link_sessions: 'banking',
  provider_requests: 'banking',
  provider_links: 'banking',
  account_twins: 'banking',
  weekly_results: 'leaderboard',
  friendships: 'friends',
  blocks: 'friends',
  friend_invites: 'friends',
  map_shares: 'sharing',
  notifications: 'notifications',
  push_keys: 'notifications',
  identities: 'identity',
  sessions: 'identity',
  login_attempts: 'identity',
  sign_up_invites: 'sign-up',
  first_sign_up: 'sign-up',
  unsubscribe_tokens: 'mail',
  personal_tokens: 'personal-tokens',
  // Ending a session by hand also ends its browser's notifications.
  push_subscriptions: 'identity, notifications',
  users: 'account, budget, friends, identity, leaderboard, mail, notifications, users',
  // Written by `jobs/unfinished-jobs.ts`.
  job_starts: '',
  // Written by `http/rate-limit.ts`.
  rate_limits: '',
};

test('each table is written by the module that owns it', () => {
  const files = readdirSync(MODULES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({
      module: dirname(file).split(sep)[0],
      text: readFileSync(join(MODULES, file), 'utf8'),
    }));
  const writers = Object.entries(schema).flatMap(([key, table]) => {
    if (!isTable(table)) return [];
    const name = getTableName(table);
    const write = new RegExp(
      String.raw`\.(insert|update|delete)\(${key}\)|(insert into|update|delete from) (\$\{${key}\}|${name})\b`,
      'i',
    );
    const modules = files.filter(({ text }) => write.test(text)).map(({ module }) => module);
    return [[name, [...new Set(modules)].toSorted().join(', ')]];
  });
  expect(Object.fromEntries(writers)).toEqual(WRITERS);
});
