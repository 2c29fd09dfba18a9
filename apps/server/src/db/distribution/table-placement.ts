/**
 * Where a cluster with Citus keeps a table (ADR 36): `by-user` divides it among the nodes, `everywhere` copies it to
 * all of them, and `coordinator` leaves it where it is.
 */
export type Placement = 'by-user' | 'everywhere' | 'coordinator';

/** Every table of the schema `public`. The job queue and the log-in pages stay on the coordinator. */
export const TABLE_PLACEMENT = {
  users: 'by-user',
  account_twins: 'by-user',
  bank_accounts: 'by-user',
  bank_consents: 'by-user',
  bank_transactions: 'by-user',
  blocks: 'by-user',
  budget_changes: 'by-user',
  connections: 'by-user',
  expense_imports: 'by-user',
  expenses: 'by-user',
  friendships: 'by-user',
  guest_taps: 'by-user',
  guests: 'by-user',
  import_layouts: 'by-user',
  link_sessions: 'by-user',
  message_places: 'by-user',
  monthly_merchants: 'by-user',
  notifications: 'by-user',
  personal_tokens: 'by-user',
  push_subscriptions: 'by-user',
  recurring_series: 'by-user',
  refund_matches: 'by-user',
  rules: 'by-user',
  separate_expenses: 'by-user',
  rule_changes: 'by-user',
  sessions: 'by-user',
  staged_changes: 'by-user',
  sync_runs: 'by-user',
  tapped_weeks: 'by-user',
  weekly_results: 'by-user',
  weekly_totals: 'by-user',
  // Small, and looked up before the user is known.
  circle_shares: 'everywhere',
  friend_invites: 'everywhere',
  identities: 'everywhere',
  map_shares: 'everywhere',
  unsubscribe_tokens: 'everywhere',
  first_sign_up: 'coordinator',
  job_starts: 'coordinator',
  // A copy everywhere would refuse every login while one server is down.
  login_attempts: 'coordinator',
  provider_links: 'coordinator',
  provider_requests: 'coordinator',
  push_keys: 'coordinator',
  rate_limits: 'coordinator',
  sign_up_invites: 'coordinator',
} as const satisfies Record<string, Placement>;

/** Undefined for a table of another schema. */
export function placementOf(table: string): Placement | undefined {
  return new Map<string, Placement>(Object.entries(TABLE_PLACEMENT)).get(table);
}

/** The column that decides on which node a row of a table `by-user` is. */
export function distributionColumnOf(table: string): string {
  return table === 'users' ? 'id' : 'user_id';
}
