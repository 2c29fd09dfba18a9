import type { RouteName } from '@oinkly/contract/routes';
import type { FastifyInstance } from 'fastify';
import type { DatabasePool } from '../db/database.ts';
import { LocalRateLimit, networkOf, RateLimit, type Allowance } from './rate-limit.ts';

/** A whole office behind one address signs in on a Monday. */
const SIGN_INS = { name: 'sign-ins', times: 240 };
/** Every dashboard that opens asks for one. */
const SYNCS = { name: 'syncs', times: 60 };
/** A visit to a bank takes two or three calls. */
const LINKING = { name: 'linking', times: 30 };
/** Each reads all that there is of a person. */
const EXPORTS = { name: 'exports', times: 10 };

/** Who may call how often in a minute: a network for those who have not signed in, a user for the rest (SEC-13). */
export const networkAllowances: Partial<Record<RouteName, Allowance>> = {
  login: SIGN_INS,
  loginCallback: SIGN_INS,
};

export const userAllowances: Partial<Record<RouteName, Allowance>> = {
  autoImport: SYNCS,
  syncConnection: SYNCS,
  importCurrentYear: SYNCS,
  createLinkToken: LINKING,
  openHostedLink: LINKING,
  exchangeToken: LINKING,
  exchangeOAuth: LINKING,
  // Every correction of how a file is read looks up anew what is there.
  checkImport: { name: 'import-checks', times: 30 },
  // Nobody looks through more files than that.
  importExpenses: { name: 'imports', times: 10 },
  replaceInvite: { name: 'new-invitations', times: 20 },
  acceptInvitation: { name: 'accepted-invitations', times: 20 },
  exportExpenses: EXPORTS,
  exportEverything: EXPORTS,
  deleteAccount: { name: 'account-deletions', times: 10 },
};

/**
 * Refuses everything from a network that sends more than `requestsPerMinute` to this process, pages and files too. What banks' servers
 * send is left alone: the news of many users come from few addresses. To be called before anything else looks at a request.
 */
export function limitNetworks(app: FastifyInstance, requestsPerMinute: number): void {
  const limit = new LocalRateLimit(requestsPerMinute);
  app.addHook('onRequest', async ({ ip, routeOptions }) => {
    if (routeOptions.config.access !== 'provider') await limit.spend(networkOf(ip));
  });
}

/** Refuses calls beyond the allowances above, before their body is read. To be called when it is known who asks. */
export function limitCalls(app: FastifyInstance, db: DatabasePool): void {
  const byNetwork = limitsOf(db, networkAllowances);
  const byUser = limitsOf(db, userAllowances);
  app.addHook('onRequest', async ({ ip, routeOptions, session }) => {
    const { routeName } = routeOptions.config;
    if (routeName === undefined) return;
    await byNetwork.get(routeName)?.spend(networkOf(ip));
    if (session) await byUser.get(routeName)?.spend(session.user.id);
  });
}

/** The limit of each call that has an allowance. */
function limitsOf(
  db: DatabasePool,
  allowances: Partial<Record<RouteName, Allowance>>,
): ReadonlyMap<string, RateLimit> {
  return new Map(
    Object.entries(allowances).map(([routeName, allowance]) => [routeName, new RateLimit(db, allowance)]),
  );
}
