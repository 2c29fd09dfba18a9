import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { mailOwner } from './account-mail.ts';
import type { IdentityProviderOptions } from './options.ts';
import { BODY_LIMIT_BYTES, refuseForeignForm, sendPage } from './page-replies.ts';
import type { Site } from './pages/layout.ts';
import { brokenLinkPage, passwordSavedPage } from './pages/message-pages.ts';
import { newPasswordPage } from './pages/new-password-page.ts';
import { PASSWORD_LINK_PATH } from './link-paths.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { describePasswordFlaw } from './passwords/password-messages.ts';
import { findPasswordFlaw } from './passwords/password-rules.ts';
import { isSameOrigin } from './same-origin.ts';
import { findLink, spendPasswordLink } from './storage/links.ts';
import { tellOfConfirmedEmail } from './tell-of-confirmed-email.ts';

interface PasswordLinkParts extends Pick<
  IdentityProviderOptions,
  'clock' | 'networkOf' | 'mail' | 'onLoginsEnded' | 'onEmailConfirmed'
> {
  pool: pg.Pool;
  site: Site;
  /** Forms from other origins are refused. */
  origin: string;
}

interface LinkRoute {
  Params: { token: string };
}

const LEAD = 'Choose one that only you know. You’ll be signed out everywhere.';
const newPassword = z.object({ password: z.string().catch('') }).catch({ password: '' });

/** Serves one-time links that set a new password. */
export function addPasswordLinkRoutes(
  app: FastifyInstance,
  { pool, site, origin, clock, networkOf, mail, onLoginsEnded, onEmailConfirmed }: PasswordLinkParts,
): void {
  const path = `${PASSWORD_LINK_PATH}/:token`;
  const pageOf = (request: FastifyRequest<LinkRoute>, email: string, error?: string) =>
    newPasswordPage(site, {
      path: `${site.basePath}${PASSWORD_LINK_PATH}/${encodeURIComponent(request.params.token)}`,
      email,
      lead: LEAD,
      error,
    });

  app.get<LinkRoute>(path, async (request, reply) => {
    const account = await findLink(pool, 'password', request.params.token, clock());
    return account === undefined
      ? sendPage(reply.code(410), brokenLinkPage(site))
      : sendPage(reply, pageOf(request, account.email));
  });

  app.post<LinkRoute>(path, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (!isSameOrigin(request.headers, origin)) return refuseForeignForm(request, reply, site);
    const { token } = request.params;
    const account = await findLink(pool, 'password', token, clock());
    if (account === undefined) return sendPage(reply.code(410), brokenLinkPage(site));
    const { password } = newPassword.parse(request.body);
    const flaw = findPasswordFlaw(password, account.email);
    if (flaw !== undefined) {
      return sendPage(reply.code(422), pageOf(request, account.email, describePasswordFlaw(flaw, password)));
    }
    const passwordHash = await hashPassword(networkOf(request.ip), password);
    const spent = await spendPasswordLink(pool, token, { passwordHash, now: clock() });
    if (spent === undefined) return sendPage(reply.code(410), brokenLinkPage(site));
    const { accountId, confirmsEmail, removedPasskeys } = spent;
    request.log.info({ event: 'password_changed', accountId }, 'Password changed');
    let lead = 'You’re signed out everywhere. Log in with it now.';
    try {
      await onLoginsEnded?.(accountId, request);
    } catch (error) {
      request.log.error({ err: error, accountId }, 'The sessions before a new password were not ended');
      lead = 'Other devices may still be logged in. Log in, then sign them out under Security.';
      reply.code(500);
    }
    if (removedPasskeys > 0) lead = `${lead} The account’s passkeys were removed.`;
    await mailOwner(mail, 'passwordChanged', accountId, request.log);
    if (confirmsEmail) await tellOfConfirmedEmail(onEmailConfirmed, accountId, 'password-link', request.log);
    return sendPage(reply, passwordSavedPage(site, lead));
  });
}
