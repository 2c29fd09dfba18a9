import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { CONFIRMATION_LINK_PATH } from './link-paths.ts';
import type { IdentityProviderOptions } from './options.ts';
import { BODY_LIMIT_BYTES, refuseForeignForm, sendPage } from './page-replies.ts';
import { confirmEmailPage, emailConfirmedPage } from './pages/confirm-email-page.ts';
import type { Site } from './pages/layout.ts';
import { brokenLinkPage } from './pages/message-pages.ts';
import { isSameOrigin } from './same-origin.ts';
import { findLink, spendConfirmationLink } from './storage/links.ts';
import { tellOfConfirmedEmail } from './tell-of-confirmed-email.ts';

interface ConfirmationLinkParts extends Pick<IdentityProviderOptions, 'clock' | 'onEmailConfirmed'> {
  pool: pg.Pool;
  site: Site;
  /** Forms from other origins are refused. */
  origin: string;
}

interface LinkRoute {
  Params: { token: string };
}

/** Serves one-time links that confirm an email. */
export function addConfirmationLinkRoutes(
  app: FastifyInstance,
  { pool, site, origin, clock, onEmailConfirmed }: ConfirmationLinkParts,
): void {
  const path = `${CONFIRMATION_LINK_PATH}/:token`;

  app.get<LinkRoute>(path, async (request, reply) => {
    const { token } = request.params;
    const account = await findLink(pool, 'email', token, clock());
    if (account === undefined) return sendPage(reply.code(410), brokenLinkPage(site));
    const action = `${site.basePath}${CONFIRMATION_LINK_PATH}/${encodeURIComponent(token)}`;
    return sendPage(reply, confirmEmailPage(site, { path: action, email: account.email }));
  });

  app.post<LinkRoute>(path, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (!isSameOrigin(request.headers, origin)) return refuseForeignForm(request, reply, site);
    const accountId = await spendConfirmationLink(pool, request.params.token, clock());
    if (accountId === undefined) return sendPage(reply.code(410), brokenLinkPage(site));
    await tellOfConfirmedEmail(onEmailConfirmed, accountId, request.log);
    return sendPage(reply, emailConfirmedPage(site));
  });
}
