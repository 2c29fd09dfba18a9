import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import {
  afterFirstProof,
  endingWithFirstProof,
  findRemovable,
  readRemovals,
  removeOtherAccess,
} from './also-remove.ts';
import { reportChangedPassword } from './account-mail.ts';
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

type LinkedAccount = NonNullable<Awaited<ReturnType<typeof findLink>>>;

interface LinkRoute {
  Params: { token: string };
}

const LEAD = 'Choose one that only you know. You’ll be signed out everywhere.';
const newPassword = z.object({ password: z.string().catch('') }).catch({ password: '' });

/** Serves one-time links that set a new password. */
export function addPasswordLinkRoutes(app: FastifyInstance, parts: PasswordLinkParts): void {
  const { pool, site, origin, clock, mail, onLoginsEnded, onEmailConfirmed, otherAccess = [] } = parts;
  const path = `${PASSWORD_LINK_PATH}/:token`;
  const removableBy = async (confirmsEmail: boolean, accountId: string) => {
    const removable = await findRemovable(parts, accountId);
    return confirmsEmail ? afterFirstProof(removable, otherAccess) : removable;
  };
  const pageOf = async (
    { params }: FastifyRequest<LinkRoute>,
    { id, email, confirmsEmail }: LinkedAccount,
    entered: { removals?: Removals; error?: string } = {},
  ) =>
    newPasswordPage(site, {
      path: `${site.basePath}${PASSWORD_LINK_PATH}/${encodeURIComponent(params.token)}`,
      email,
      lead: LEAD,
      removable: await removableBy(confirmsEmail, id),
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
    const spent = await spendPasswordLink(pool, token, { ...removals, passwordHash, now: clock() });
    if (spent === undefined) return sendPage(reply.code(410), brokenLinkPage(site));
    const { accountId, confirmsEmail, removedPasskeys, isAppRemoved } = spent;
    let lead = 'You’re signed out everywhere. Log in with it now.';
    try {
      await onLoginsEnded?.(accountId, request);
    } catch (error) {
      request.log.error({ err: error, accountId }, 'The sessions before a new password were not ended');
      lead = 'Other devices may still be logged in. Log in, then sign them out under Security.';
      reply.code(500);
    }
    const chosen = removals.removesOtherAccess;
    const removesOtherAccess = [...chosen, ...(confirmsEmail ? endingWithFirstProof(otherAccess) : [])];
    const { removed, remaining } = await removeOtherAccess(
      otherAccess,
      { removesOtherAccess },
      accountId,
      request.log,
    );
    for (const name of removed.filter((name) => chosen.includes(name)))
      lead = `${lead} ${name} were removed.`;
    for (const name of remaining) lead = `${lead} ${name} may still work. Log in, then remove them.`;
    if (remaining.length > 0) reply.code(500);
    if (removedPasskeys > 0) lead = `${lead} The account’s passkeys were removed.`;
    if (isAppRemoved) lead = `${lead} The authenticator app was removed.`;
    await reportChangedPassword(mail, accountId, { isAppRemoved }, request.log);
    if (confirmsEmail) await tellOfConfirmedEmail(onEmailConfirmed, accountId, request.log);
    return sendPage(reply, passwordSavedPage(site, lead));
  });
}
