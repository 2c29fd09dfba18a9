import cookie from '@fastify/cookie';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod';
import { randomUUID } from 'node:crypto';
import { AppError } from './errors/app-error.ts';
import type { Deps } from './modules/deps.ts';
import { limitCalls, limitNetworks, shareConnections } from './http/allowances.ts';
import { boundClosing } from './http/bounded-close.ts';
import { compressAnswers } from './http/compression.ts';
import { answerClientError, answerErrors, answerFrameworkError, sendError } from './http/error-answers.ts';
import { refuseUndeclaredRoutes, serve } from './http/contract-routes.ts';
import { parseJsonBodies } from './http/json-bodies.ts';
import type { OwnCalls } from './http/own-calls.ts';
import { limitLinkGuesses } from './http/link-guess-limit.ts';
import { refuseOddTargets } from './http/request-target.ts';
import { setHeadersOfAll, setSecurityHeaders, type Hsts } from './http/security-headers.ts';
import { serveSite, type SiteConfig } from './http/static-site.ts';
import { forwardingOf, warnOfUnnamedProxy } from './http/unnamed-proxy.ts';
import { compileValidator } from './http/validation.ts';
import { describeError } from './log/log-errors.ts';
import { logLevelOf } from './log/log-level.ts';
import { accountRoutes } from './modules/account/index.ts';
import { assistantsRoutes } from './modules/assistants/index.ts';
import { bankingRoutes, webhooksRoutes, type BankingDeps } from './modules/banking/index.ts';
import { budgetRoutes } from './modules/budget/index.ts';
import { dataExportRoutes } from './modules/data-export/index.ts';
import { expenseImportRoutes } from './modules/expense-import/index.ts';
import { duplicatesRoutes, expensesRoutes, recurringRoutes, rulesRoutes } from './modules/expenses/index.ts';
import {
  cookieNames,
  guardAccess,
  identityRoutes,
  readSession,
  sessionsRoutes,
  type IdentityDeps,
} from './modules/identity/index.ts';
import { firstViewReader } from './modules/first-view/index.ts';
import {
  friendsRoutes,
  guestsRoutes,
  invitationPage,
  openGuestLink,
  pactsRoutes,
  readInvitation,
  recordSeenAnswers,
  seenRoutes,
} from './modules/friends/index.ts';
import { leaderboardRoutes } from './modules/leaderboard/index.ts';
import { mailRoutes } from './modules/mail/index.ts';
import { messagePlacesRoutes, type MessageDeps } from './modules/messages/index.ts';
import { notificationsRoutes, type PushDeps } from './modules/notifications/index.ts';
import { guardTokenRoutes, personalTokensRoutes, tokenRoutes } from './modules/personal-tokens/index.ts';
import { pictureDrawer } from './modules/pictures/index.ts';
import {
  readSharedCircle,
  readSharedMap,
  sharedCirclePage,
  sharedMapPage,
  sharingRoutes,
} from './modules/sharing/index.ts';
import { shareOutcome } from './monitoring/share-outcome.ts';
import { usersRoutes } from './modules/users/index.ts';
import { insightsRoutes } from './modules/insights/index.ts';
import { weekPromisesRoutes } from './modules/week-promises/index.ts';
import { weeksRoutes } from './modules/weeks/index.ts';
import type { LedgerDeps } from './modules/ledger/index.ts';

export interface AppOptions {
  webDir: string | null;
  runtimeConfig: SiteConfig;
  trustedProxies?: string[];
  /** `on` by default. */
  hsts?: Hsts;
  /** Per network and process; unlimited by default. */
  requestsPerMinute?: number;
  /** Calls of the app to the programs beside it, which no limit counts. */
  ownCalls?: OwnCalls;
  /** Per user and process, without those that have an allowance of their own; unlimited by default. */
  changesPerMinute?: number;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | null;
  /** Limit for a request's headers and body (SEC-14); shorter in tests. */
  receiveTimeoutMs?: number;
  /** Whether to serve the API reference at `/api/docs`; development only (SEC-19). */
  servesApiDocs?: boolean;
  /** Throws SERVICE_UNAVAILABLE while this process can't serve users; always ready by default. */
  checkReadiness?: () => Promise<string[]>;
  /** True if absent. */
  showsWelcomePage?: boolean;
  /** Tells this installation from others. */
  instance?: string;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const RECEIVE_TIMEOUT_MS = 15_000;
const MAX_PARAM_LENGTH = 200;
/** Short beside the interval of any probe. */
const READINESS_AGE_MS = 1_000;

export function buildServer(
  options: Pick<AppOptions, 'logLevel' | 'trustedProxies' | 'receiveTimeoutMs'>,
): FastifyInstance {
  const { receiveTimeoutMs = RECEIVE_TIMEOUT_MS } = options;
  const server = Fastify({
    // Only trusted proxies may name a request's origin (SEC-16).
    trustProxy: options.trustedProxies ?? false,
    logger:
      options.logLevel === null
        ? false
        : {
            ...logLevelOf(options.logLevel),
            timestamp: () => `,"time":"${new Date().toISOString()}"`,
            serializers: { err: describeError },
          },
    // Failures, refusals and security events are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: receiveTimeoutMs,
    // A start that takes over ten seconds is slow, not stuck.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    genReqId: () => randomUUID(),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // By default, Node looks for late requests every 30 s.
    http: { headersTimeout: receiveTimeoutMs, connectionsCheckingInterval: receiveTimeoutMs / 5 },
  });
  boundClosing(server);
  return server;
}

export type AppDeps = Deps & IdentityDeps & BankingDeps & LedgerDeps & PushDeps & MessageDeps;

export async function buildApp(deps: AppDeps, options: AppOptions): Promise<FastifyInstance> {
  const server = buildServer(options);
  await mountApp(server, deps, options);
  return server;
}

/** Mounts the app's routes, and sets the rules for what is mounted later. */
export async function mountApp(
  server: FastifyInstance,
  deps: AppDeps,
  options: Omit<AppOptions, 'logLevel' | 'trustedProxies' | 'receiveTimeoutMs'>,
): Promise<void> {
  const widgets = Array.from(
    deps.providers.values(),
    ({ capabilities }) => capabilities.widget?.sources,
  ).filter((sources) => sources !== undefined);
  refuseOddTargets(server, deps.clock);
  warnOfUnnamedProxy(server);
  setHeadersOfAll(server, deps.publicUrl, options.hsts ?? 'on');
  if (options.requestsPerMinute !== undefined)
    limitNetworks(server, options.requestsPerMinute, options.ownCalls);
  await server.register(async (app) => {
    app.setValidatorCompiler(compileValidator);
    app.setSerializerCompiler(serializerCompiler);
    answerErrors(app, deps.clock);
    parseJsonBodies(app);
    // First, because its own routes are not part of the contract.
    if (options.servesApiDocs) await serveApiDocs(app);
    refuseUndeclaredRoutes(app);
    setSecurityHeaders(app, deps.publicUrl, widgets);
    await compressAnswers(app);
    await app.register(cookie);
    guardAccess(app, deps);
    guardTokenRoutes(app, deps);
    limitCalls(app, deps.db, options.changesPerMinute);
    shareConnections(app);
    recordSeenAnswers(app, deps);

    serveProbes(app, options);
    const openSignUpInvite = limitLinkGuesses(deps.db, 'INVITE_NOT_FOUND', (token) =>
      deps.signUps.openInvite(token),
    );
    identityRoutes(app, deps, openSignUpInvite, options.showsWelcomePage ?? true);
    sessionsRoutes(app, deps);
    usersRoutes(app, deps);
    budgetRoutes(app, deps);
    expensesRoutes(app, deps);
    weeksRoutes(app, deps);
    insightsRoutes(app, deps);
    dataExportRoutes(app, deps);
    expenseImportRoutes(app, deps);
    recurringRoutes(app, deps);
    rulesRoutes(app, deps);
    duplicatesRoutes(app, deps);
    leaderboardRoutes(app, deps);
    const openInvite = limitLinkGuesses(deps.db, 'INVITE_NOT_FOUND', async (code, request) => {
      const session = request.session ?? (await readSession(deps, request));
      return readInvitation(deps, code, session?.user ?? null);
    });
    friendsRoutes(app, deps, openInvite);
    pactsRoutes(app, deps);
    weekPromisesRoutes(app, deps);
    seenRoutes(app, deps);
    const openGuest = limitLinkGuesses(deps.db, 'GUEST_NOT_FOUND', (token) => openGuestLink(deps, token));
    guestsRoutes(app, deps, openInvite, openGuest);
    const openMap = limitLinkGuesses(deps.db, 'NOT_FOUND', (token) => readSharedMap(deps, token));
    const openCircle = limitLinkGuesses(deps.db, 'NOT_FOUND', (token) => readSharedCircle(deps, token));
    const drawPicture = pictureDrawer(app, deps.db);
    sharingRoutes(app, deps, { openMap, openCircle }, drawPicture);
    personalTokensRoutes(app, deps);
    tokenRoutes(app, deps, drawPicture);
    assistantsRoutes(app, deps);
    notificationsRoutes(app, deps);
    messagePlacesRoutes(app, deps);
    await mailRoutes(app, deps);
    bankingRoutes(app, deps);
    await webhooksRoutes(app, deps);
    accountRoutes(app, deps);

    app.setNotFoundHandler((request, reply) =>
      sendError(reply, request, new AppError('NOT_FOUND'), deps.clock()),
    );
    if (options.webDir !== null) {
      const { webDir, runtimeConfig } = options;
      const { session, signedOut } = cookieNames(deps.publicUrl);
      const hasSession = (request: FastifyRequest) => request.cookies[session] !== undefined;
      const skipsWelcomePage = ({ cookies }: FastifyRequest) =>
        options.showsWelcomePage === false && cookies[signedOut] === undefined;
      const pages = [
        sharedMapPage(deps, openMap),
        sharedCirclePage(deps, openCircle),
        invitationPage(deps, openInvite),
      ];
      await serveSite(app, {
        webDir,
        runtimeConfig,
        needsNonce: widgets.some(({ writesIntoPage }) => writesIntoPage),
        hasSession,
        skipsWelcomePage,
        readFirstView: firstViewReader(deps),
        origin: deps.publicUrl.origin,
        pages,
        clock: deps.clock,
      });
    }
  });
}

/** Probes read no session, and many cost one look at the database. */
function serveProbes(
  app: FastifyInstance,
  { instance, checkReadiness }: Pick<AppOptions, 'instance' | 'checkReadiness'>,
): void {
  const config = { readsNoSession: true };
  serve(
    app,
    'health',
    async ({ raw }) => ({ status: 'ok' as const, instance, forwarded: forwardingOf(raw) }),
    { config },
  );
  const check = shareOutcome(async () => checkReadiness?.() ?? [], {
    ageMs: READINESS_AGE_MS,
    now: () => performance.now(),
  });
  serve(
    app,
    'ready',
    async () => {
      const problems = await check();
      return { status: 'ready' as const, ...(problems.length > 0 && { problems }) };
    },
    { config },
  );
}

/** Describes only routes registered later. */
async function serveApiDocs(app: FastifyInstance): Promise<void> {
  // The built server lacks these.
  const { default: swagger } = await import('@fastify/swagger');
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: `${PRODUCT_NAME} API`, version: '1' } },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
}
