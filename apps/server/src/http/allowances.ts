import type { RouteName } from '@oinkly/contract/endpoints';
import { MAX_IMPORT_LINES, MAX_IMPORT_ROWS } from '@oinkly/domain/statements/limits';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { DatabasePool } from '../db/database.ts';
import { asRequestOf } from '../db/fair-shares.ts';
import type { OwnCalls } from './own-calls.ts';
import { LocalRateLimit, networkOf, RateLimit, type Allowance } from './rate-limit.ts';

/** A whole office may log in from one address. */
const LOGINS = { name: 'logins', times: 240 };
/** Every opened dashboard asks for one. */
const SYNCS = { name: 'syncs', times: 60 };
/** A link session takes two or three calls. */
const LINKING = { name: 'linking', times: 30 };
/** A household may share an address. */
const GUEST_CHANGES = { name: 'guest-changes', times: 30 };
const ACCEPTED = { name: 'accepted-invitations', times: 20 };
const NEW_MESSAGE_PLACES = { name: 'new-message-places', times: 20 };
const EXPORTS = { name: 'exports', times: 10 };

/** The longest file is checked and imported in so many requests. */
const REQUESTS_PER_FILE = MAX_IMPORT_LINES / MAX_IMPORT_ROWS;

const HOUR_S = 60 * 60;

/** Calls per minute, unless it says otherwise (SEC-13): per network before login, per user after. */
export const networkAllowances: Partial<Record<RouteName, Allowance>> = {
  joinAsGuest: { name: 'new-guests', times: 20, windowSeconds: HOUR_S },
  getGuestPage: { name: 'guest-pages', times: 120 },
  tapWeek: GUEST_CHANGES,
  replaceGuestLink: GUEST_CHANGES,
  leaveAsGuest: GUEST_CHANGES,
  promiseWeekByMail: { name: 'mailed-promises', times: 30 },
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
  // Every correction of a layout checks again.
  checkImport: { name: 'import-checks', times: 30 * REQUESTS_PER_FILE },
  // More files than a user can review.
  importExpenses: { name: 'imports', times: 10 * REQUESTS_PER_FILE },
  createToken: { name: 'new-tokens', times: 20 },
  addMessagePlace: NEW_MESSAGE_PLACES,
  renewMessageSecret: NEW_MESSAGE_PLACES,
  // Each calls another server.
  testMessagePlace: { name: 'message-tests', times: 20, windowSeconds: HOUR_S },
  replaceInvite: { name: 'new-invitations', times: 20 },
  sendConfirmation: { name: 'confirmation-mails', times: 3, windowSeconds: HOUR_S },
  // So few that a mistyped address should use up none.
  mailInvite: {
    name: 'invitation-mails',
    times: 10,
    windowSeconds: 24 * HOUR_S,
    countsAfterValidation: true,
  },
  acceptInvitation: ACCEPTED,
  becomeFriend: ACCEPTED,
  // Counting fixed bills differently changes every one of them.
  updateUser: { name: 'profile-changes', times: 60, windowSeconds: HOUR_S },
  undoImport: { name: 'undone-imports', times: 10 },
  // Each looks at the neighbors of the expenses that it changes.
  listDuplicates: { name: 'duplicate-lists', times: 60 },
  exportExpenses: EXPORTS,
  exportEverything: EXPORTS,
  deleteAccount: { name: 'account-deletions', times: 10 },
};

/** They cost next to nothing, and a load balancer must not take a flood for an outage. */
const PROBES: ReadonlySet<string | undefined> = new Set(['health', 'ready'] satisfies RouteName[]);

/**
 * Counts all requests but the app's own, probes, and webhooks, which come for many users from few addresses. Call it first.
 */
export function limitNetworks(server: FastifyInstance, requestsPerMinute: number, ownCalls?: OwnCalls): void {
  const limit = new LocalRateLimit(requestsPerMinute);
  server.addHook('onRequest', async (request) => {
    const { access, routeName } = request.routeOptions.config;
    const isFree = access === 'provider' || PROBES.has(routeName) || ownCalls?.includes(request);
    if (!isFree) await limit.spend(networkOf(request.ip));
  });
}

/**
 * Limits calls before their body is read, unless their allowance says otherwise. Changes without an allowance of their own share one, which
 * each process counts for itself. Call it after authentication.
 */
export function limitCalls(
  app: FastifyInstance,
  db: DatabasePool,
  changesPerMinute: number | undefined,
): void {
  const byNetwork = limitsOf(db, networkAllowances);
  const byUser = limitsOfUsers(db);
  const changes = changesPerMinute === undefined ? null : new LocalRateLimit(changesPerMinute);
  const spendChange = async ({ session }: FastifyRequest) => {
    if (session) await changes?.spend(session.user.id);
  };
  app.addHook('onRoute', (route) => {
    const { routeName } = route.config ?? {};
    if (routeName === undefined) return;
    const ofNetwork = byNetwork.get(routeName);
    const ofUser = byUser.get(routeName);
    if (!ofNetwork && !ofUser) {
      if (changes && isChangeOfUser(route)) route.onRequest = [route.onRequest ?? [], spendChange].flat();
      return;
    }
    const spend = async ({ ip, session }: FastifyRequest) => {
      await ofNetwork?.spend(networkOf(ip));
      if (session) await ofUser?.spend(session.user.id);
    };
    // Both run after the app's hooks, which know the user.
    if (userAllowances[routeName]?.countsAfterValidation === true)
      route.preHandler = [route.preHandler ?? [], spend].flat();
    else route.onRequest = [route.onRequest ?? [], spend].flat();
  });
}

function isChangeOfUser({ method, config }: RouteOptions): boolean {
  return config?.access === 'user' && !['GET', 'HEAD'].includes(String(method));
}

/** Makes a user's requests wait for each other before they take database connections (SEC-31). Call it after authentication. */
export function shareConnections(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const { user } = request.session ?? request.personalToken ?? {};
    if (user) asRequestOf(user.id, done);
    else done();
  });
}

/** By the name of a call. */
export function limitsOfUsers(db: DatabasePool): ReadonlyMap<string, RateLimit> {
  return limitsOf(db, userAllowances);
}

function limitsOf(
  db: DatabasePool,
  allowances: Partial<Record<RouteName, Allowance>>,
): ReadonlyMap<string, RateLimit> {
  return new Map(
    Object.entries(allowances).map(([routeName, allowance]) => [routeName, new RateLimit(db, allowance)]),
  );
}
