import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { errors } from 'oidc-provider';
import type pg from 'pg';
import { z } from 'zod';
import { hasHiddenCharacters, isEmail, normalizeEmail } from './email-address.ts';
import type { AttemptLog } from './attempt-log.ts';
import type { AuthenticatorApps } from './authenticator-apps/authenticator-apps.ts';
import { finishLogIn, keepHalfLogIn, METHODS } from './log-in-result.ts';
import type { SignUpGate } from './options.ts';
import type { CurrentProvider } from './oidc/current-provider.ts';
import { BODY_LIMIT_BYTES, refuseByLimit, refuseForeignForm, sendPage } from './page-replies.ts';
import { type FormProblems, PASSWORD_MISSING } from './pages/credentials-form.ts';
import { EMAIL_ERRORS } from './pages/email-field.ts';
import { confirmPage, logInPage } from './pages/log-in-page.ts';
import type { Site } from './pages/layout.ts';
import { signUpPage, signUpRefusedPage } from './pages/sign-up-page.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { Passkeys } from './passkeys/passkeys.ts';
import { hashPassword, verifyPassword } from './passwords/password-hash.ts';
import { findPasswordFlaw, MAX_PASSWORD_LENGTH, passwordLength } from './passwords/password-rules.ts';
import { describePasswordFlaw } from './passwords/password-messages.ts';
import type { RateLimits } from './rate-limits.ts';
import { isSameOrigin } from './same-origin.ts';
import {
  type Account,
  confirmProof,
  createAccount,
  findAccount,
  findAccountByEmail,
} from './storage/accounts.ts';

export interface InteractionParts {
  provider: CurrentProvider;
  pool: pg.Pool;
  limits: RateLimits;
  knownBrowsers: KnownBrowsers;
  attempts: AttemptLog;
  passkeys: Passkeys;
  authenticatorApps: AuthenticatorApps;
  site: Site;
  signUp: SignUpGate;
  /** Forms from other origins are refused. */
  origin: string;
  clock: () => Date;
}

/** A value that is not a string counts as empty. */
const credentials = z
  .object({ email: z.string().catch(''), password: z.string().catch('') })
  .catch({ email: '', password: '' });
const passkeyAnswer = z.object({ answer: z.string() }).catch({ answer: '' });

/** As long as a login counts as recent. */
const HALF_LOG_IN_MS = 10 * 60_000;

interface PageRoute {
  Params: { uid: string };
  Querystring: { as?: unknown };
}
type PageRequest = FastifyRequest<PageRoute>;

interface OpenInteraction {
  path: string;
  /** The `login_hint`, or ''. */
  hint: string;
  /** Must log in again; undefined when any user may. */
  confirms: { account: Account; canSwitchUser: boolean } | undefined;
}

export function addInteractionRoutes(app: FastifyInstance, parts: InteractionParts): void {
  const { provider, pool, limits, knownBrowsers, attempts, passkeys, authenticatorApps } = parts;
  const { site, signUp, origin, clock } = parts;
  const path = '/interaction/:uid';

  app.get<PageRoute>(path, async (request, reply) => {
    const interaction = await open(request, reply);
    if (request.query.as === 'new') return reply.redirect(`${interaction.path}/sign-up`, 303);
    return showLogIn(request, reply, interaction);
  });

  app.get<PageRoute>(`${path}/sign-up`, async (request, reply) => {
    const interaction = await open(request, reply);
    const refusal = await signUp.refusalOf(request);
    if (refusal !== undefined) return refuseSignUp(request, reply, interaction, refusal);
    return sendPage(reply, signUpPage(site, { path: interaction.path, email: interaction.hint }));
  });

  app.post<PageRoute>(path, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (!isSameOrigin(request.headers, origin)) return refuseForeignForm(request, reply, site);
    const interaction = await open(request, reply);
    const sent = credentials.parse(request.body);
    const entered = interaction.confirms?.account.email ?? sent.email.trim();
    const email = normalizeEmail(entered);
    const show = (problems: FormProblems): Promise<FastifyReply> =>
      showLogIn(request, reply, interaction, { email: entered, ...problems });

    if (!isEmail(email) || sent.password === '') {
      reply.code(422);
      return show({
        errors: {
          email: emailError(email),
          password: sent.password === '' ? PASSWORD_MISSING : undefined,
        },
      });
    }
    const named = await findAccountByEmail(pool, email);
    const knownBrowser = await knownBrowsers.find(request, named?.id);
    const attempt = await limits.password({ email, address: request.ip, knownBrowser });
    if (!attempt.allowed) {
      request.log.warn(
        { event: 'login_locked', ...attempts.describe(request, email) },
        'Too many failed logins',
      );
      return show({ problem: refuseByLimit(reply, attempt.retryAfterSeconds) });
    }
    // A very long password takes time; the dummy hash keeps the answer the same.
    const tooLong = passwordLength(sent.password) > MAX_PASSWORD_LENGTH;
    const matches = await verifyPassword(tooLong ? '' : sent.password, named?.passwordHash);
    const account = named && matches ? await confirmProof(pool, named) : undefined;
    if (account === undefined) {
      request.log.warn({ event: 'login_failed', ...attempts.describe(request, email) }, 'Failed login');
      reply.code(422);
      return show({ errors: { password: wrongPassword(interaction) } });
    }
    await attempt.succeeded();
    if (account.resetExpiresAt !== null && account.resetExpiresAt <= clock()) {
      request.log.warn(
        { event: 'login_failed', reason: 'expired', ...attempts.describe(request, email) },
        'Expired password',
      );
      reply.code(422);
      return show({ errors: { password: 'This temporary password has expired. Ask for a new one.' } });
    }
    if ((await authenticatorApps.addedAt(account.id)) !== undefined) {
      request.log.info({ event: 'login_code_asked', accountId: account.id }, 'A code is asked for');
      const expiresAt = clock().getTime() + HALF_LOG_IN_MS;
      const half = { accountId: account.id, loginAt: account.loginAt, expiresAt };
      await keepHalfLogIn(provider, request, reply, half);
      return reply.redirect(`${interaction.path}/code`, 303);
    }
    request.log.info({ event: 'login', accountId: account.id, by: 'password' }, 'Login');
    return finishLogIn(parts, request, reply, { ...account, amr: METHODS.password });
  });

  app.post<PageRoute>(`${path}/passkey`, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (!isSameOrigin(request.headers, origin)) return refuseForeignForm(request, reply, site);
    const interaction = await open(request, reply);
    const attempt = await limits.passkey(request.ip);
    if (!attempt.allowed) {
      request.log.warn({ event: 'login_locked', ...attempts.describe(request) }, 'Too many failed logins');
      return showLogIn(request, reply, interaction, {
        problem: refuseByLimit(reply, attempt.retryAfterSeconds),
      });
    }
    const { answer } = passkeyAnswer.parse(request.body);
    const passkey = await passkeys.checkLogIn(answer, request.params.uid);
    const isAsked =
      interaction.confirms === undefined || passkey?.accountId === interaction.confirms.account.id;
    if (passkey === undefined || !isAsked) {
      request.log.warn(
        { event: 'login_failed', ...attempts.describe(request) },
        'Failed login with a passkey',
      );
      reply.code(422);
      return showLogIn(request, reply, interaction, {
        problem: 'That passkey didn’t work here. Try again, or use your password.',
      });
    }
    await attempt.succeeded();
    request.log.info({ event: 'login', accountId: passkey.accountId, by: 'passkey' }, 'Login');
    return finishLogIn(parts, request, reply, {
      id: passkey.accountId,
      loginAt: passkey.loginAt,
      amr: METHODS.passkey,
      // With an authenticator app, a known browser is one that has shown a code.
      remembersBrowser: (await authenticatorApps.addedAt(passkey.accountId)) === undefined,
    });
  });

  app.post<PageRoute>(`${path}/sign-up`, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (!isSameOrigin(request.headers, origin)) return refuseForeignForm(request, reply, site);
    const interaction = await open(request, reply);
    const sent = credentials.parse(request.body);
    const email = normalizeEmail(sent.email);
    const show = (problems: FormProblems): FastifyReply =>
      sendPage(reply, signUpPage(site, { path: interaction.path, email: sent.email.trim(), ...problems }));
    const refuse = async (refusal: string): Promise<FastifyReply> => {
      const again = await resultOfDoubleClick(request, reply, email);
      return again === undefined
        ? refuseSignUp(request, reply, interaction, refusal)
        : reply.redirect(again, 303);
    };

    // First, so that strangers learn nothing about accounts.
    const refusal = await signUp.refusalOf(request);
    if (refusal !== undefined) return refuse(refusal);
    const flaw = findPasswordFlaw(sent.password, email);
    // An older account keeps its email.
    const hidden = hasHiddenCharacters(email)
      ? 'Type the email again, without hidden characters.'
      : undefined;
    if (!isEmail(email) || hidden !== undefined || flaw !== undefined) {
      reply.code(422);
      const password = flaw === undefined ? undefined : describePasswordFlaw(flaw, sent.password);
      return show({ errors: { email: emailError(email) ?? hidden, password } });
    }
    const attempt = await limits.signUp(request.ip);
    if (!attempt.allowed) return show({ problem: refuseByLimit(reply, attempt.retryAfterSeconds) });
    const passwordHash = await hashPassword(sent.password);
    const answer = await signUp.admit(request, () =>
      createAccount(pool, { email, passwordHash, createdAt: clock() }),
    );
    if ('refusal' in answer) return refuse(answer.refusal);
    const account = answer.created;
    if (account === undefined) {
      const again = await resultOfDoubleClick(request, reply, email);
      if (again !== undefined) return reply.redirect(again, 303);
      reply.code(422);
      // Reveals that the account exists (ADR 34). The limit prevents testing lists of addresses.
      return show({ errors: { email: 'You already have an account with this email. Log in below.' } });
    }
    request.log.info({ event: 'sign_up', accountId: account.id }, 'Account created');
    return finishLogIn(parts, request, reply, { ...account, amr: METHODS.password });
  });

  /** Returns this browser's interaction; its cookie must match the address. */
  async function open(request: PageRequest, reply: FastifyReply): Promise<OpenInteraction> {
    const { uid } = request.params;
    const interaction = await (await provider.get()).interactionDetails(request.raw, reply.raw);
    if (interaction.uid !== uid) throw new errors.SessionNotFound('another interaction');
    const { login_hint: hint, id_token_hint: idToken } = interaction.params;
    // The library has verified the signature.
    const named = typeof idToken === 'string' ? decodeJwt(idToken).sub : undefined;
    const asked = named ?? (request.query.as === 'another-user' ? undefined : interaction.session?.accountId);
    const account = asked === undefined ? undefined : await findAccount(pool, asked);
    return {
      path: `${site.basePath}/interaction/${uid}`,
      hint: typeof hint === 'string' ? hint : '',
      confirms: account && { account, canSwitchUser: named === undefined },
    };
  }

  function refuseSignUp(
    request: PageRequest,
    reply: FastifyReply,
    { path: at }: OpenInteraction,
    refusal: string,
  ): FastifyReply {
    request.log.warn({ event: 'sign_up_refused', ...attempts.describe(request) }, 'Sign-up refused');
    return sendPage(reply.code(403), signUpRefusedPage(site, { path: at, refusal }));
  }

  async function showLogIn(
    request: PageRequest,
    reply: FastifyReply,
    { path: at, hint, confirms }: OpenInteraction,
    { email = hint, ...problems }: FormProblems & { email?: string } = {},
  ): Promise<FastifyReply> {
    const passkeyOptions =
      passkeys.obstacle === undefined
        ? await passkeys.logInOptions(request.params.uid, confirms?.account)
        : undefined;
    if (confirms === undefined) {
      const as = request.query.as === 'another-user' ? '?as=another-user' : '';
      return sendPage(reply, logInPage(site, { path: at, query: as, email, passkeyOptions, ...problems }));
    }
    const { account, canSwitchUser } = confirms;
    return sendPage(
      reply,
      confirmPage(site, {
        path: at,
        email: account.email,
        passkeyOptions: passkeyOptions?.allowCredentials?.length ? passkeyOptions : undefined,
        canSwitchUser,
        ...problems,
      }),
    );
  }

  /** This interaction has just created the account: the form was sent twice. */
  async function resultOfDoubleClick(
    request: PageRequest,
    reply: FastifyReply,
    email: string,
  ): Promise<string | undefined> {
    const current = await provider.get();
    const [interaction, existing] = await Promise.all([
      current.interactionDetails(request.raw, reply.raw),
      findAccountByEmail(pool, email),
    ]);
    const loggedIn = interaction.result?.login?.accountId;
    return loggedIn !== undefined && loggedIn === existing?.id ? interaction.returnTo : undefined;
  }
}

function emailError(email: string): string | undefined {
  if (email === '') return EMAIL_ERRORS.missing;
  return isEmail(email) ? undefined : EMAIL_ERRORS.malformed;
}

function wrongPassword({ confirms }: OpenInteraction): string {
  return confirms === undefined
    ? 'Email or password is wrong. Check both and try again.'
    : 'That password is wrong. Check it and try again.';
}
