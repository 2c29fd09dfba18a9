import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import type { Deps } from '../deps.ts';
import { serve } from '../../http/contract-routes.ts';
import type { OpenLink } from '../../http/link-guess-limit.ts';
import { networkOf } from '../../http/rate-limit.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import {
  SESSION_ABSOLUTE_MS,
  LOGIN_ATTEMPT_MS,
  beginLogin,
  endSession,
  finishLogin,
} from './identity.service.ts';
import { cookieNames, cookieOptions } from './session-cookie.ts';
import type { IdentityDeps } from './identity-deps.ts';

/** How long the welcome page greets a user who signed out, where it is usually skipped. */
const SIGNED_OUT_MS = 5 * 60_000;

/** @param showsWelcomePage whether it is never skipped */
export function identityRoutes(
  app: FastifyInstance,
  deps: Deps & IdentityDeps,
  openInvite: OpenLink<Buffer>,
  showsWelcomePage: boolean,
): void {
  const { publicUrl } = deps;
  const names = cookieNames(publicUrl);
  const cookie = (maxAgeMs: number) => cookieOptions(publicUrl, maxAgeMs);

  serve(app, 'login', async ({ query, raw, reply }) => {
    // Cookies belong to one host, so begin where the issuer returns to. Once, because a proxy may rename the
    // host.
    if (raw.host !== publicUrl.host && query.moved === undefined) {
      const address = new URL(raw.url, publicUrl);
      address.searchParams.set('moved', '1');
      return reply.redirect(address.href);
    }
    const { url, token } = await beginLogin(deps, {
      returnTo: query.returnTo,
      again: query.again === undefined ? null : (raw.session?.user ?? null),
      isNew: query.create !== undefined,
      inviteHash: query.invite === undefined ? null : await openInvite(query.invite, raw),
    });
    return reply.setCookie(names.login, token, cookie(LOGIN_ATTEMPT_MS)).redirect(url.href);
  });

  serve(app, 'loginCallback', async ({ raw, reply }) => {
    const { sessionToken, returnTo, user } = await finishLogin(deps, {
      attemptToken: raw.cookies[names.login],
      search: new URL(raw.url, publicUrl).search,
      userAgent: raw.headers['user-agent'] ?? '',
      current: raw.session,
    }).catch((error: unknown) => {
      const code = error instanceof AppError ? error.code : 'INTERNAL_ERROR';
      raw.log.warn({ event: 'login_failed', code, network: networkOf(raw.ip) }, 'a login failed');
      throw error;
    });
    raw.log.info({ event: 'login', userId: user.id }, 'signed in');
    return reply
      .clearCookie(names.login, cookie(0))
      .setCookie(names.session, sessionToken, cookie(SESSION_ABSOLUTE_MS))
      .redirect(returnTo);
  });

  serve(app, 'logout', async ({ raw, reply }) => {
    requireSameOrigin(raw, publicUrl, true);
    reply.clearCookie(names.session, cookie(0));
    // Otherwise the issuer's own session would log the user in again at once.
    if (!showsWelcomePage) reply.setCookie(names.signedOut, '1', cookie(SIGNED_OUT_MS));
    if (!raw.session) return reply.redirect('/');
    const elsewhere = await endSession(deps, raw.session).catch((error: unknown) => {
      // A failing issuer must not leave the user on an error page.
      raw.log.warn({ err: error }, 'could not sign out at the issuer');
      return null;
    });
    return reply.redirect(elsewhere?.href ?? '/');
  });
}
