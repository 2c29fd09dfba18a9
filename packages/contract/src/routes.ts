import type { TokenScope } from './token-scopes.ts';

/**
 * Every call of the API. The browser imports it without a validator, so it holds no schema. `access`: `user`
 * answers 401 without a session; `provider` is for a bank-linking provider's server, which signs what it
 * sends; `mail-program` is for any program with a link from a mail, also without a session. A scope takes only personal tokens with that scope, from anywhere, and no session.
 */
export const routes = {
  getCurrentUser: { method: 'GET', path: '/api/auth/user', access: 'user' },
  login: { method: 'GET', path: '/api/login', access: 'anyone' },
  checkRecentLogin: { method: 'GET', path: '/api/auth/recent-login', access: 'user' },
  listSessions: { method: 'GET', path: '/api/sessions', access: 'user' },
  endSession: { method: 'DELETE', path: '/api/sessions/:id', access: 'user' },
  endOtherSessions: { method: 'DELETE', path: '/api/sessions', access: 'user' },
  sendConfirmation: { method: 'POST', path: '/api/auth/email-confirmation', access: 'user' },
  listTokens: { method: 'GET', path: '/api/tokens', access: 'user' },
  createToken: { method: 'POST', path: '/api/tokens', access: 'user' },
  revokeToken: { method: 'DELETE', path: '/api/tokens/:id', access: 'user' },
  loginCallback: { method: 'GET', path: '/api/login/callback', access: 'anyone' },
  logout: { method: 'GET', path: '/api/logout', access: 'anyone' },

  updateUser: { method: 'PUT', path: '/api/users', access: 'user' },
  deleteAccount: { method: 'DELETE', path: '/api/user/account', access: 'user' },
  getSettings: { method: 'GET', path: '/api/settings', access: 'user' },
  updateSettings: { method: 'PUT', path: '/api/settings', access: 'user' },

  listExpenses: { method: 'GET', path: '/api/expenses', access: 'user' },
  sumExpenses: { method: 'GET', path: '/api/expenses/total', access: 'user' },
  listWeeks: { method: 'GET', path: '/api/weeks', access: 'user' },
  getInsights: { method: 'GET', path: '/api/insights', access: 'user' },
  createExpense: { method: 'POST', path: '/api/expenses', access: 'user' },
  updateExpense: { method: 'PUT', path: '/api/expenses/:id', access: 'user' },
  deleteExpense: { method: 'DELETE', path: '/api/expenses/:id', access: 'user' },
  restoreExpense: { method: 'POST', path: '/api/expenses/:id/restore', access: 'user' },
  exportExpenses: { method: 'GET', path: '/api/export/expenses.csv', access: 'user' },
  exportEverything: { method: 'GET', path: '/api/export/everything.json', access: 'user' },
  listImports: { method: 'GET', path: '/api/imports', access: 'user' },
  checkImport: { method: 'POST', path: '/api/imports/check', access: 'user' },
  importExpenses: { method: 'POST', path: '/api/imports', access: 'user' },
  undoImport: { method: 'DELETE', path: '/api/imports/:id', access: 'user' },
  listRecurring: { method: 'GET', path: '/api/recurring', access: 'user' },
  updateRecurring: { method: 'PUT', path: '/api/recurring/:id', access: 'user' },
  endRecurring: { method: 'DELETE', path: '/api/recurring/:id', access: 'user' },
  restoreRecurring: { method: 'POST', path: '/api/recurring/:id/restore', access: 'user' },
  answerMonthly: { method: 'POST', path: '/api/recurring/merchants', access: 'user' },
  listRules: { method: 'GET', path: '/api/rules', access: 'user' },
  listMerchants: { method: 'GET', path: '/api/rules/merchants', access: 'user' },
  saveRule: { method: 'PUT', path: '/api/rules', access: 'user' },
  applyRule: { method: 'POST', path: '/api/rules/changes', access: 'user' },
  undoRuleChange: { method: 'DELETE', path: '/api/rules/changes/:id', access: 'user' },
  removeRule: { method: 'DELETE', path: '/api/rules', access: 'user' },
  listRefunds: { method: 'GET', path: '/api/refunds', access: 'user' },
  matchRefund: { method: 'PUT', path: '/api/refunds/:id/match', access: 'user' },
  dismissRefund: { method: 'PUT', path: '/api/refunds/:id/dismissal', access: 'user' },
  listDuplicates: { method: 'GET', path: '/api/duplicates', access: 'user' },
  answerDuplicate: { method: 'POST', path: '/api/duplicates', access: 'user' },
  undoMerge: { method: 'DELETE', path: '/api/expenses/:id/merge', access: 'user' },

  getLeaderboard: { method: 'GET', path: '/api/leaderboard', access: 'user' },
  dismissLastWeek: { method: 'POST', path: '/api/leaderboard/weeks/:week/seen', access: 'user' },
  listFriends: { method: 'GET', path: '/api/friends', access: 'user' },
  endFriendship: { method: 'DELETE', path: '/api/friends/:id', access: 'user' },
  blockFriend: { method: 'POST', path: '/api/friends/:id/block', access: 'user' },
  unblock: { method: 'DELETE', path: '/api/friends/:id/block', access: 'user' },
  getInvite: { method: 'GET', path: '/api/invite', access: 'user' },
  replaceInvite: { method: 'POST', path: '/api/invite', access: 'user' },
  mailInvite: { method: 'POST', path: '/api/invite/mail', access: 'user' },
  getInvitation: { method: 'GET', path: '/api/invites/:code', access: 'anyone' },
  acceptInvitation: { method: 'POST', path: '/api/invites/:code/accept', access: 'user' },

  getMapShare: { method: 'GET', path: '/api/map-share', access: 'user' },
  shareMap: { method: 'POST', path: '/api/map-share', access: 'user' },
  unshareMap: { method: 'DELETE', path: '/api/map-share', access: 'user' },
  drawMap: { method: 'GET', path: '/api/map-share/picture.png', access: 'user' },
  getSharedMap: { method: 'GET', path: '/api/maps/:token', access: 'anyone' },
  drawSharedMap: { method: 'GET', path: '/api/maps/:token/picture.png', access: 'anyone' },
  listNotifications: { method: 'GET', path: '/api/notifications', access: 'user' },
  readNotifications: { method: 'POST', path: '/api/notifications/read', access: 'user' },
  chooseNotifications: { method: 'PUT', path: '/api/notifications/kinds', access: 'user' },
  chooseRecapMail: { method: 'PUT', path: '/api/notifications/recap-mail', access: 'user' },
  unsubscribeFromMail: { method: 'POST', path: '/unsubscribe/:token', access: 'mail-program' },
  subscribeToPush: { method: 'POST', path: '/api/push/subscriptions', access: 'user' },
  unsubscribeFromPush: { method: 'DELETE', path: '/api/push/subscriptions/:id', access: 'user' },

  autoImport: { method: 'POST', path: '/api/auto-import-transactions', access: 'user' },
  listAccounts: { method: 'GET', path: '/api/:provider/accounts', access: 'user' },
  listConnections: { method: 'GET', path: '/api/:provider/connections', access: 'user' },
  getTransactionStats: { method: 'GET', path: '/api/:provider/transaction-stats', access: 'user' },
  getSyncStatus: { method: 'GET', path: '/api/:provider/sync-status', access: 'user' },
  syncConnection: { method: 'POST', path: '/api/:provider/item/:itemId/sync', access: 'user' },
  disconnect: { method: 'DELETE', path: '/api/:provider/disconnect/:itemId', access: 'user' },
  importCurrentYear: { method: 'POST', path: '/api/:provider/sync-transactions', access: 'user' },
  getLinkLimit: { method: 'GET', path: '/api/:provider/link-limit', access: 'user' },
  createLinkToken: { method: 'POST', path: '/api/:provider/create-link-token', access: 'user' },
  openLinkPages: { method: 'GET', path: '/api/:provider/create-link-token', access: 'user' },
  exchangeToken: { method: 'POST', path: '/api/:provider/exchange-token', access: 'user' },
  listBankTwins: { method: 'GET', path: '/api/bank-twins', access: 'user' },
  chooseBankTwin: { method: 'POST', path: '/api/bank-twins/:id', access: 'user' },
  exchangeOAuth: { method: 'POST', path: '/api/:provider/oauth-exchange', access: 'user' },

  addExpenseByToken: { method: 'POST', path: '/api/v1/expenses', access: 'expenses:add' },
  getWeekByToken: { method: 'GET', path: '/api/v1/week', access: 'week:read' },
  drawWeekByToken: { method: 'GET', path: '/api/v1/week.png', access: 'week:read' },

  receiveWebhook: { method: 'POST', path: '/api/:provider/webhook', access: 'provider' },

  health: { method: 'GET', path: '/api/health', access: 'anyone' },
  ready: { method: 'GET', path: '/api/ready', access: 'anyone' },
} as const satisfies Record<string, Route>;

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for parameters. */
  path: string;
  access: 'anyone' | 'user' | 'provider' | 'mail-program' | TokenScope;
}

export type RouteName = keyof typeof routes;
