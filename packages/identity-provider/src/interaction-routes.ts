import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Provider } from 'oidc-provider';
import type pg from 'pg';
import { z } from 'zod';
import { isEmail, normalizeEmail } from './email-address.ts';
import type { FormProblems } from './pages/credentials-form.ts';
import { logInPage } from './pages/log-in-page.ts';
import type { Site } from './pages/layout.ts';
import { expiredPage, problemPage } from './pages/message-pages.ts';
import { signUpPage } from './pages/sign-up-page.ts';
import { hashPassword, verifyPassword } from './passwords/password-hash.ts';
import { findPasswordFlaw, MAX_PASSWORD_LENGTH, passwordLength } from './passwords/password-rules.ts';
import { describePasswordFlaw } from './passwords/password-messages.ts';
import type { RateLimits } from './rate-limits.ts';
import { isSameOrigin } from './same-origin.ts';
import { createAccount, findAccount, findAccountByEmail } from './storage/accounts.ts';

export interface InteractionParts {
  provider: Provider;
  pool: pg.Pool;
  limits: RateLimits;
  site: Site;
  /** The issuer's origin, the only one that forms are taken from. */
  origin: string;
  clock: () => Date;
}

/** What the forms send; anything that is not text counts as not filled in. */
const form = z
  .object({ email: z.string().catch(''), password: z.string().catch('') })
  .catch({ email: '', password: '' });

/** Larger bodies are refused; a form of ours has a few hundred bytes. */
const BODY_LIMIT_BYTES = 64 * 1024;

interface Params {
  uid: string;
}
type PageRequest = FastifyRequest<{ Params: Params }>;

/** The pages that a person sees in the middle of a flow: log in first, sign up beside it. */
export function addInteractionRoutes(app: FastifyInstance, parts: InteractionParts): void {
  const { provider, pool, limits, site, origin, clock } = parts;
  const path = '/interaction/:uid';
  const pathOf = (request: PageRequest): string => `${site.basePath}/interaction/${request.params.uid}`;

  app.get<{ Params: Params }>(path, async (request, reply) => {
    const { hint, again } = await openInteraction(request, reply);
    return page(reply, logInPage(site, { path: pathOf(request), email: hint, again }));
  });

  app.get<{ Params: Params }>(`${path}/sign-up`, async (request, reply) => {
    const { hint } = await openInteraction(request, reply);
    return page(reply, signUpPage(site, { path: pathOf(request), email: hint }));
  });

  app.post<{ Params: Params }>(path, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (!isSameOrigin(request.headers, origin)) return refuseForeignForm(request, reply);
    const { again } = await openInteraction(request, reply);
    const sent = form.parse(request.body);
    const email = normalizeEmail(sent.email);
    const show = (problems: FormProblems): FastifyReply =>
      page(reply, logInPage(site, { path: pathOf(request), email: sent.email.trim(), again, ...problems }));

    if (!isEmail(email) || sent.password === '') {
      reply.code(422);
      return show({
        errors: {
          email: emailError(email),
          password: sent.password === '' ? 'Enter your password.' : undefined,
        },
      });
    }
    const attempt = await limits.logIn(email, request.ip);
    if (!attempt.allowed) {
      reply.code(429).header('retry-after', attempt.retryAfterSeconds);
      request.log.warn({ event: 'login_locked' }, 'Too many failed log-ins');
      return show({ problem: tooManyTries(attempt.retryAfterSeconds) });
    }
    const account = await findAccountByEmail(pool, email);
    // Nobody has a longer one, and hashing a book takes time; the dummy keeps the answer the same.
    const tooLong = passwordLength(sent.password) > MAX_PASSWORD_LENGTH;
    const matches = await verifyPassword(tooLong ? '' : sent.password, account?.passwordHash);
    if (account === undefined || !matches) {
      request.log.warn({ event: 'login_failed' }, 'Failed log-in');
      reply.code(422);
      return show({ errors: { password: 'Email or password is wrong. Check both and try again.' } });
    }
    await attempt.succeeded();
    request.log.info({ event: 'login', accountId: account.id }, 'Log-in');
    return finish(request, reply, account.id);
  });

  app.post<{ Params: Params }>(`${path}/sign-up`, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (!isSameOrigin(request.headers, origin)) return refuseForeignForm(request, reply);
    await openInteraction(request, reply);
    const sent = form.parse(request.body);
    const email = normalizeEmail(sent.email);
    const show = (problems: FormProblems): FastifyReply =>
      page(reply, signUpPage(site, { path: pathOf(request), email: sent.email.trim(), ...problems }));

    const flaw = findPasswordFlaw(sent.password, email);
    if (!isEmail(email) || flaw !== undefined) {
      reply.code(422);
      const password = flaw === undefined ? undefined : describePasswordFlaw(flaw, sent.password);
      return show({ errors: { email: emailError(email), password } });
    }
    const attempt = await limits.signUp(request.ip);
    if (!attempt.allowed) {
      reply.code(429).header('retry-after', attempt.retryAfterSeconds);
      return show({ problem: tooManyTries(attempt.retryAfterSeconds) });
    }
    const account = await createAccount(pool, {
      email,
      passwordHash: await hashPassword(sent.password),
      createdAt: clock(),
    });
    if (account === undefined) {
      const again = await resultOfDoubleClick(request, reply, email);
      if (again !== undefined) return reply.redirect(again, 303);
      reply.code(422);
      // Said openly: without mail there is no other way to tell somebody who forgot, and the limit above keeps it from being
      // a way to try out lists of addresses.
      return show({ errors: { email: 'You already have an account with this email. Log in below.' } });
    }
    request.log.info({ event: 'sign_up', accountId: account.id }, 'Account created');
    return finish(request, reply, account.id);
  });

  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof errors.SessionNotFound) {
      reply.code(400);
      return page(reply, expiredPage(site));
    }
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'A page of the identity provider failed');
    reply.code(status);
    const lead = status >= 500 ? 'That’s on us. Try again in a moment.' : 'What was sent could not be read.';
    return page(reply, problemPage(site, lead));
  });

  /** The interaction of this browser; its cookie must belong to the very one in the address. */
  async function openInteraction(
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<{ hint: string; again: boolean }> {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    if (interaction.uid !== request.params.uid) throw new errors.SessionNotFound('another interaction');
    const accountId = interaction.session?.accountId;
    const known = accountId === undefined ? undefined : await findAccount(pool, accountId);
    const { login_hint: hint } = interaction.params;
    return { hint: known?.email ?? (typeof hint === 'string' ? hint : ''), again: known !== undefined };
  }

  /** Where to go on when this very interaction has just created the account with this e-mail: the form was sent twice. */
  async function resultOfDoubleClick(
    request: PageRequest,
    reply: FastifyReply,
    email: string,
  ): Promise<string | undefined> {
    const [interaction, existing] = await Promise.all([
      provider.interactionDetails(request.raw, reply.raw),
      findAccountByEmail(pool, email),
    ]);
    const loggedIn = interaction.result?.login?.accountId;
    return loggedIn !== undefined && loggedIn === existing?.id ? interaction.returnTo : undefined;
  }

  async function finish(request: PageRequest, reply: FastifyReply, accountId: string): Promise<FastifyReply> {
    const returnTo = await provider.interactionResult(
      request.raw,
      reply.raw,
      { login: { accountId, amr: ['pwd'], remember: true } },
      { mergeWithLastSubmission: false },
    );
    return reply.redirect(returnTo, 303);
  }

  function refuseForeignForm(request: PageRequest, reply: FastifyReply): FastifyReply {
    request.log.warn({ event: 'cross_site_form' }, 'A form from another site was refused');
    reply.code(403);
    return page(reply, problemPage(site, 'This form was sent from another site.'));
  }
}

function page(reply: FastifyReply, document: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(document);
}

function emailError(email: string): string | undefined {
  if (email === '') return 'Enter your email.';
  return isEmail(email) ? undefined : 'That doesn’t look like an email. Check it for a slip.';
}

function tooManyTries(retryAfterSeconds: number): string {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`;
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 ? status : 500;
}
