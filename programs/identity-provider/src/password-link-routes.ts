import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { findRemovable, readRemovals } from './also-remove.ts';
import { mailOwner } from './account-mail.ts';
import type { IdentityProviderOptions } from './options.ts';
import { BODY_LIMIT_BYTES, refuseForeignForm, sendPage } from './page-replies.ts';
import type { Removals } from './pages/also-remove-fields.ts';
import type { Site } from './pages/layout.ts';
import { brokenLinkPage, passwordSavedPage } from './pages/message-pages.ts';
import { newPasswordPage } from './pages/new-password-page.ts';
import { PASSWORD_LINK_PATH } from './link-paths.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { describePasswordFlaw } from './passwords/password-messages.ts';
import { findPasswordFlaw } from './passwords/password-rules.ts';
import { isSameOrigin } from './same-origin.ts';
import type { Account } from './storage/accounts.ts';
import { findLink, spendPasswordLink } from './storage/links.ts';
import { tellOfConfirmedEmail } from './tell-of-confirmed-email.ts';

interface PasswordLinkParts extends Pick<
  IdentityProviderOptions,
  'clock' | 'mail' | 'onLoginsEnded' | 'onEmailConfirmed' | 'otherAccess'
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
export function addPasswordLinkRoutes(app: FastifyInstance, parts: PasswordLinkParts): void {
  const { pool, site, origin, clock, mail, onLoginsEnded, onEmailConfirmed, otherAccess } = parts;
  const path = `${PASSWORD_LINK_PATH}/:token`;
  const pageOf = async (
    { params }: FastifyRequest<LinkRoute>,
    { id, email }: Account,
    entered: { removals?: Removals; error?: string } = {},
  ) =>
    newPasswordPage(site, {
      path: `${site.basePath}${PASSWORD_LINK_PATH}/${encodeURIComponent(params.token)}`,
      email,
      lead: LEAD,
      removable: await findRemovable(parts, id),
      ...entered,
    });

  app.get<LinkRoute>(path, async (request, reply) => {
    const account = await findLink(pool, 'password', request.params.token, clock());
    return account === undefined
      ? sendPage(reply.code(410), brokenLinkPage(site))
      : sendPage(reply, await pageOf(request, account));
  });

  app.post<LinkRoute>(path, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (!isSameOrigin(request.headers, origin)) return refuseForeignForm(request, reply, site);
    const { token } = request.params;
    const account = await findLink(pool, 'password', token, clock());
    if (account === undefined) return sendPage(reply.code(410), brokenLinkPage(site));
    const { password } = newPassword.parse(request.body);
    const removals = readRemovals(request.body);
    const flaw = findPasswordFlaw(password, account.email);
    if (flaw !== undefined) {
      const error = describePasswordFlaw(flaw, password);
      return sendPage(reply.code(422), await pageOf(request, account, { removals, error }));
    }
    const passwordHash = await hashPassword(password);
    const { removesPasskeys } = removals;
    const spent = await spendPasswordLink(pool, token, { passwordHash, now: clock(), removesPasskeys });
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
    if (removals.removesOtherAccess && otherAccess) {
      try {
        await otherAccess.remove(accountId);
        lead = `${lead} ${otherAccess.name} were removed.`;
      } catch (error) {
        request.log.error({ err: error, accountId }, 'The application could not remove other access');
        lead = `${lead} ${otherAccess.name} may still work. Log in, then remove them under Security.`;
        reply.code(500);
      }
    }
    if (removedPasskeys > 0) lead = `${lead} The account’s passkeys were removed.`;
    await mailOwner(mail, 'passwordChanged', accountId, request.log);
    if (confirmsEmail) await tellOfConfirmedEmail(onEmailConfirmed, accountId, 'password-link', request.log);
    return sendPage(reply, passwordSavedPage(site, lead));
  });
}
