import { isCalendarScope, isTokenAccess } from '@oinkly/contract/token-scopes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import { networkOf, RateLimit } from '../../http/rate-limit.ts';
import type { UserRow } from '../identity/index.ts';
import { recognizeToken, type CurrentToken } from './personal-tokens.service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    personalToken: CurrentToken | null;
  }
}

/** More than any widget or automation needs. */
const CALLS = { name: 'token-calls', times: 60 };
/** Per network: a forgotten program may ask every few seconds. */
const WRONG_TOKENS = { name: 'wrong-tokens', times: 60 };

/**
 * Takes only a token, with the scope that the route may need (PD-78, SEC-24). No cookie opens these routes, so a request may
 * come from anywhere.
 */
export function guardTokenRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = new RateLimit(deps.db, CALLS);
  const wrongTokens = new RateLimit(deps.db, WRONG_TOKENS);
  app.decorateRequest('personalToken', null);
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || !isTokenAccess(access)) return;
    reply.header('www-authenticate', 'Bearer');
    const secret = isCalendarScope(access) ? addressedIn(request) : bearerOf(request);
    if (secret === null) throw new AppError('TOKEN_INVALID');
    const found = await recognizeToken(deps, secret);
    if (!found) {
      // 256 bits can't be guessed, so the network's valid tokens keep working.
      await wrongTokens.spend(networkOf(request.ip));
      throw new AppError('TOKEN_INVALID');
    }
    reply.removeHeader('www-authenticate');
    const { token, user } = found;
    // The user's id at the end deletes the counter with the account.
    await calls.spend(`${token.id}:${user.id}`);
    const isAllowed =
      access === 'token' ? !token.scopes.some(isCalendarScope) : token.scopes.includes(access);
    if (!isAllowed) throw new AppError('TOKEN_SCOPE_MISSING');
    request.personalToken = found;
  });
}

export function tokenOf(request: FastifyRequest): CurrentToken {
  if (!request.personalToken) throw new AppError('TOKEN_INVALID');
  return request.personalToken;
}

export function tokenUserOf(request: FastifyRequest): UserRow {
  return tokenOf(request).user;
}

function addressedIn({ params }: FastifyRequest): string | null {
  return (params as { token?: string }).token ?? null;
}

function bearerOf({ headers }: FastifyRequest): string | null {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}
