import type { RouteName } from '@oinkly/contract/routes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BANK_EMULATOR_PATH, IDENTITY_PATH } from '../config.ts';
import type { DatabasePool } from '../db/database.ts';
import { LocalRateLimit, networkOf, RateLimit, type Allowance } from './rate-limit.ts';

/** A whole office behind one address signs in on a Monday. */
const LOGINS = { name: 'logins', times: 240 };
/** Every dashboard that opens asks for one. */
const SYNCS = { name: 'syncs', times: 60 };
/** A link session takes two or three calls. */
const LINKING = { name: 'linking', times: 30 };
/** Each reads all that there is of a person. */
const EXPORTS = { name: 'exports', times: 10 };

/** Who may call how often in a minute: a network for those who have not signed in, a user for the rest (SEC-13). */
export const networkAllowances: Partial<Record<RouteName, Allowance>> = {
  login: LOGINS,
  loginCallback: LOGINS,
};

export const userAllowances: Partial<Record<RouteName, Allowance>> = {
  autoImport: SYNCS,
  syncConnection: SYNCS,
  importCurrentYear: SYNCS,
  createLinkToken: LINKING,
  openLinkPages: LINKING,
  exchangeToken: LINKING,
  exchangeOAuth: LINKING,
  // Every correction of a file's layout checks for duplicates again.
  checkImport: { name: 'import-checks', times: 30 },
  // More files than a user can review.
  importExpenses: { name: 'imports', times: 10 },
  replaceInvite: { name: 'new-invitations', times: 20 },
  acceptInvitation: { name: 'accepted-invitations', times: 20 },
  exportExpenses: EXPORTS,
  exportEverything: EXPORTS,
  deleteAccount: { name: 'account-deletions', times: 10 },
};

/** What the app itself asks the programs beside it for, in the name of everybody. Who else asks for these shows a secret or gets nothing. */
const OWN_CALLS = [
  BANK_EMULATOR_PATH,
  ...['token', 'jwks', 'me', '.well-known'].map((name) => `${IDENTITY_PATH}/${name}`),
];

/**
 * Refuses everything from a network that sends more than `requestsPerMinute` to this process: pages, files and the programs beside the
 * app too. What servers send is left alone, that of banks and our own: news and sign-ins of many users come from few addresses. To be
 * called before anything else looks at a request.
 */
export function limitNetworks(server: FastifyInstance, requestsPerMinute: number): void {
  const limit = new LocalRateLimit(requestsPerMinute);
  server.addHook('onRequest', async ({ ip, url, routeOptions }) => {
    const isOfServer =
      routeOptions.config.access === 'provider' || OWN_CALLS.some((path) => isUnder(path, url));
    if (!isOfServer) await limit.spend(networkOf(ip));
  });
}

function isUnder(path: string, url: string): boolean {
  return url.startsWith(path) && ['', '/', '?'].includes(url.charAt(path.length));
}

/** Refuses calls beyond the allowances above, before their body is read. To be called when it is known who asks. */
export function limitCalls(app: FastifyInstance, db: DatabasePool): void {
  const byNetwork = limitsOf(db, networkAllowances);
  const byUser = limitsOf(db, userAllowances);
  app.addHook('onRoute', (route) => {
    const { routeName = '' } = route.config ?? {};
    const ofNetwork = byNetwork.get(routeName);
    const ofUser = byUser.get(routeName);
    if (!ofNetwork && !ofUser) return;
    const spend = async ({ ip, session }: FastifyRequest) => {
      await ofNetwork?.spend(networkOf(ip));
      if (session) await ofUser?.spend(session.user.id);
    };
    // A route's own hooks run after the app's, which know by then who asks.
    route.onRequest = [route.onRequest ?? [], spend].flat();
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
