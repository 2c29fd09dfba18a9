import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type pg from 'pg';
import { z } from 'zod';
import type { AttemptLog } from './attempt-log.ts';
import { isEmail, normalizeEmail } from './email-address.ts';
import type { CurrentProvider } from './oidc/current-provider.ts';
import type { AccountMail } from './options.ts';
import { BODY_LIMIT_BYTES, refuseByLimit, refuseForeignForm, sendPage } from './page-replies.ts';
import { EMAIL_ERRORS } from './pages/email-field.ts';
import { forgotPasswordPage, linkSentPage } from './pages/forgot-password-page.ts';
import type { Site } from './pages/layout.ts';
import type { RateLimits } from './rate-limits.ts';
import { isSameOrigin } from './same-origin.ts';
import { findAccountByEmail } from './storage/accounts.ts';

interface ForgotPasswordParts {
  provider: CurrentProvider;
  pool: pg.Pool;
  limits: RateLimits;
  attempts: AttemptLog;
  site: Site;
  /** Forms from other origins are refused. */
  origin: string;
  mail: AccountMail;
}

interface PageRoute {
  Params: { uid: string };
}

const typed = z.object({ email: z.string().catch('') }).catch({ email: '' });

/** Serves the login step that sends a link for a new password. Its answers reveal no accounts. */
export function addForgotPasswordRoutes(
  app: FastifyInstance,
  { provider, pool, limits, attempts, site, origin, mail }: ForgotPasswordParts,
): void {
  const path = '/interaction/:uid/forgot-password';

  app.get<PageRoute>(path, async (request, reply) => {
    const { logInPath, hint } = await open(request, reply);
    return sendPage(reply, forgotPasswordPage(site, { logInPath, email: hint }));
  });

  app.post<PageRoute>(path, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (!isSameOrigin(request.headers, origin)) return refuseForeignForm(request, reply, site);
    const { logInPath } = await open(request, reply);
    const entered = typed.parse(request.body).email.trim();
    const email = normalizeEmail(entered);
    if (!isEmail(email)) {
      const error = email === '' ? EMAIL_ERRORS.missing : EMAIL_ERRORS.malformed;
      return sendPage(reply.code(422), forgotPasswordPage(site, { logInPath, email: entered, error }));
    }
    const attempt = await limits.passwordLink({ email, address: request.ip });
    if (!attempt.allowed) {
      const problem = refuseByLimit(reply, attempt.retryAfterSeconds);
      return sendPage(reply, forgotPasswordPage(site, { logInPath, email: entered, problem }));
    }
    await mail.passwordLink((await findAccountByEmail(pool, email))?.id);
    request.log.info(
      { event: 'password_link_requested', ...attempts.describe(request, email) },
      'A link for a new password was requested',
    );
    return sendPage(reply, linkSentPage(site, { logInPath, email: entered }));
  });

  /** Throws unless it is this browser's interaction; its cookie must match the address. */
  async function open(
    request: FastifyRequest<PageRoute>,
    reply: FastifyReply,
  ): Promise<{ logInPath: string; hint: string }> {
    const { uid, params } = await (await provider.get()).interactionDetails(request.raw, reply.raw);
    if (uid !== request.params.uid) throw new errors.SessionNotFound('another interaction');
    const { login_hint: hint } = params;
    return {
      logInPath: `${site.basePath}/interaction/${uid}`,
      hint: typeof hint === 'string' ? hint : '',
    };
  }
}
