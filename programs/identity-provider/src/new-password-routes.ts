import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type pg from 'pg';
import { z } from 'zod';
import { findRemovable, readRemovals, removeOtherAccess } from './also-remove.ts';
import { reportChangedPassword } from './account-mail.ts';
import type { AccountMail, OtherAccess } from './options.ts';
import { NEW_PASSWORD } from './oidc/create-provider.ts';
import type { CurrentProvider } from './oidc/current-provider.ts';
import { BODY_LIMIT_BYTES, refuseByLimit, refuseForeignForm, sendPage } from './page-replies.ts';
import type { Site } from './pages/layout.ts';
import { newPasswordPage } from './pages/new-password-page.ts';
import { hashPassword, verifyPassword } from './passwords/password-hash.ts';
import { describePasswordFlaw } from './passwords/password-messages.ts';
import { findPasswordFlaw } from './passwords/password-rules.ts';
import type { RateLimits } from './rate-limits.ts';
import { isSameOrigin } from './same-origin.ts';
import { changePassword, findAccount, findAccountByEmail } from './storage/accounts.ts';

interface NewPasswordParts {
  provider: CurrentProvider;
  pool: pg.Pool;
  limits: RateLimits;
  site: Site;
  /** Forms from other origins are refused. */
  origin: string;
  mail: AccountMail | undefined;
  otherAccess: readonly OtherAccess[];
}

interface PageRoute {
  Params: { uid: string };
}

const LEAD = 'You logged in with a temporary password. Replace it with one that only you know.';

const newPassword = z.object({ password: z.string().catch('') }).catch({ password: '' });

/** Serves the login step that replaces a password set by an administrator. */
export function addNewPasswordRoutes(
  app: FastifyInstance,
  { provider, pool, limits, site, origin, mail, otherAccess }: NewPasswordParts,
): void {
  const path = '/interaction/:uid/new-password';

  app.get<PageRoute>(path, async (request, reply) => {
    const { account } = await open(request, reply);
    return account.mustChangePassword
      ? sendPage(
          reply,
          newPasswordPage(site, {
            path: pathOf(request),
            email: account.email,
            lead: LEAD,
            removable: await findRemovable({ pool, otherAccess }, account.id),
          }),
        )
      : goOn(request, reply);
  });

  app.post<PageRoute>(path, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (!isSameOrigin(request.headers, origin)) return refuseForeignForm(request, reply, site);
    const { account, sessionUid } = await open(request, reply);
    // The form was sent twice.
    if (!account.mustChangePassword) return goOn(request, reply);
    const { password } = newPassword.parse(request.body);
    const removals = readRemovals(request.body);
    const show = async (error: string) =>
      sendPage(
        reply,
        newPasswordPage(site, {
          path: pathOf(request),
          email: account.email,
          lead: LEAD,
          removable: await findRemovable({ pool, otherAccess }, account.id),
          removals,
          error,
        }),
      );

    const flaw = findPasswordFlaw(password, account.email);
    if (flaw !== undefined) {
      reply.code(422);
      return show(describePasswordFlaw(flaw, password));
    }
    const attempt = await limits.temporaryPasswordChange(account.id);
    if (!attempt.allowed) return show(refuseByLimit(reply, attempt.retryAfterSeconds));
    const current = await findAccountByEmail(pool, account.email);
    if (current === undefined) throw new errors.SessionNotFound('the account was deleted');
    if (await verifyPassword(password, current.passwordHash)) {
      reply.code(422);
      return show('That’s the temporary password. Choose another one.');
    }
    const to = await hashPassword(password);
    // First: the administrator has ended all sessions, and after a failure the form can be sent again.
    const { remaining } = await removeOtherAccess(otherAccess, removals, account.id, request.log);
    if (remaining.length > 0) throw new Error(`${remaining.join(', ')} could not be removed`);
    const changed = await changePassword(pool, account.id, {
      ...removals,
      from: current.passwordHash,
      to,
      exceptSessionUid: sessionUid,
    });
    if (changed) await reportChangedPassword(mail, account.id, changed, request.log);
    return goOn(request, reply);
  });

  /** Returns this browser's interaction and account; its cookie must match the address. */
  async function open(request: FastifyRequest<PageRoute>, reply: FastifyReply) {
    const current = await provider.get();
    const { uid, prompt, session } = await current.interactionDetails(request.raw, reply.raw);
    if (uid !== request.params.uid || prompt.name !== NEW_PASSWORD || session === undefined) {
      throw new errors.SessionNotFound('another interaction');
    }
    const account = await findAccount(pool, session.accountId);
    if (account === undefined) throw new errors.SessionNotFound('the account was deleted');
    return { account, sessionUid: session.uid };
  }

  async function goOn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const current = await provider.get();
    const returnTo = await current.interactionResult(request.raw, reply.raw, { [NEW_PASSWORD]: {} });
    return reply.redirect(returnTo, 303);
  }

  function pathOf({ params }: FastifyRequest<PageRoute>): string {
    return `${site.basePath}/interaction/${params.uid}/new-password`;
  }
}
