import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { mailOwner } from '../account-mail.ts';
import { findRemovable, readRemovals } from '../also-remove.ts';
import type { AttemptLog } from '../attempt-log.ts';
import type { CurrentProvider } from '../oidc/current-provider.ts';
import { BODY_LIMIT_BYTES, refuseByLimit, refuseForeignForm, sendPage } from '../page-replies.ts';
import { type AccountDeed, accountPage, halfDonePage } from '../pages/account-page.ts';
import type { Site } from '../pages/layout.ts';
import { problemPage } from '../pages/message-pages.ts';
import { passkeyPage } from '../pages/passkey-page.ts';
import { CURRENT_PASSWORD_MISSING, type PasswordErrors, passwordPage } from '../pages/password-page.ts';
import type { IdentityProviderOptions } from '../options.ts';
import type { KnownBrowsers } from '../known-browsers.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts';
import { describePasswordFlaw } from '../passwords/password-messages.ts';
import { findPasswordFlaw, MAX_PASSWORD_LENGTH, passwordLength } from '../passwords/password-rules.ts';
import type { RateLimits } from '../rate-limits.ts';
import { isSameOrigin } from '../same-origin.ts';
import { changePassword, confirmProof, findAccountByEmail } from '../storage/accounts.ts';
import { findPasskey, listPasskeys, removePasskey, renamePasskey } from '../storage/passkeys.ts';
import { type AccountLogin, findAccountLogin, accountLoginUrl } from './account-login.ts';

export interface AccountParts {
  provider: CurrentProvider;
  pool: pg.Pool;
  limits: RateLimits;
  knownBrowsers: KnownBrowsers;
  attempts: AttemptLog;
  passkeys: Passkeys;
  site: Site;
  issuer: URL;
  onLoginsEnded: IdentityProviderOptions['onLoginsEnded'];
  otherAccess: IdentityProviderOptions['otherAccess'];
  mail: IdentityProviderOptions['mail'];
}

const MAX_PASSKEYS = 20;
const MAX_NAME_LENGTH = 60;

const deed = z.enum([
  'password-changed',
  'password-changed-and-more',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
]);
const passwords = z
  .object({ current: z.string().catch(''), password: z.string().catch('') })
  .catch({ current: '', password: '' });
const passkeyAnswer = z.object({ answer: z.string() }).catch({ answer: '' });
const naming = z.object({ name: z.string().trim().max(MAX_NAME_LENGTH) }).catch({ name: '' });

interface PasskeyRoute {
  Params: { id: string };
}
type Handler<R extends object = object> = (
  login: AccountLogin,
  request: FastifyRequest<R>,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Serves the pages where users see and change how they log in. All require a recent login. */
export function addAccountRoutes(app: FastifyInstance, parts: AccountParts): void {
  const {
    provider,
    pool,
    limits,
    knownBrowsers,
    attempts,
    passkeys,
    site,
    issuer,
    onLoginsEnded,
    otherAccess,
    mail,
  } = parts;
  const home = `${site.basePath}/account`;

  app.get<{ Querystring: { done?: unknown } }>(
    '/account',
    withLogin(async (login, request, reply) =>
      showAccount(login, reply, { deed: deed.safeParse(request.query.done).data }),
    ),
  );

  // The login returns here. Only the session counts, so the query needs no check.
  app.get<{ Querystring: { error?: unknown } }>('/account/logged-in', async (request, reply) =>
    request.query.error === undefined
      ? reply.redirect(home, 303)
      : sendPage(reply.code(400), problemPage(site, 'We couldn’t log you in. Try again.')),
  );

  app.get(
    '/account/password',
    withLogin(async ({ account }, _request, reply) =>
      sendPage(
        reply,
        passwordPage(site, { email: account.email, removable: await findRemovable(parts, account.id) }),
      ),
    ),
  );

  app.post(
    '/account/password',
    { bodyLimit: BODY_LIMIT_BYTES },
    withLogin(async (login, request, reply) => {
      const { session, account } = login;
      const sent = passwords.parse(request.body);
      const removals = readRemovals(request.body);
      const show = async (errors: PasswordErrors, problem?: string): Promise<FastifyReply> => {
        const removable = await findRemovable(parts, account.id);
        return sendPage(
          reply,
          passwordPage(site, { email: account.email, removable, removals, errors, problem }),
        );
      };

      const flaw = findPasswordFlaw(sent.password, account.email);
      if (sent.current === '' || flaw !== undefined) {
        reply.code(422);
        return show({
          current: sent.current === '' ? CURRENT_PASSWORD_MISSING : undefined,
          password: flaw && describePasswordFlaw(flaw, sent.password),
        });
      }
      const knownBrowser = await knownBrowsers.find(request, account.id);
      const attempt = await limits.passwordChange({
        accountId: account.id,
        email: account.email,
        address: request.ip,
        knownBrowser,
      });
      if (!attempt.allowed) {
        request.log.warn(
          {
            event: 'password_change_locked',
            accountId: account.id,
            ...attempts.describe(request, account.email),
          },
          'Too many password changes',
        );
        return show({}, refuseByLimit(reply, attempt.retryAfterSeconds));
      }
      const known = await findAccountByEmail(pool, account.email);
      const tooLong = passwordLength(sent.current) > MAX_PASSWORD_LENGTH;
      const matches = await verifyPassword(tooLong ? '' : sent.current, known?.passwordHash);
      const proven = known && matches ? await confirmProof(pool, known) : undefined;
      if (known === undefined || proven === undefined) {
        request.log.warn(
          {
            event: 'password_change_failed',
            accountId: account.id,
            ...attempts.describe(request, account.email),
          },
          'Wrong password',
        );
        reply.code(422);
        return show({ current: 'That password is wrong. Check it and try again.' });
      }
      await attempt.succeeded();
      const isChanged = await changePassword(pool, account.id, {
        from: known.passwordHash,
        to: await hashPassword(sent.password),
        exceptSessionUid: session.uid,
        removesPasskeys: removals.removesPasskeys,
      });
      if (!isChanged) return reply.redirect(home, 303);
      request.log.info({ event: 'password_changed', accountId: account.id }, 'Password changed');
      await mailOwner(mail, 'passwordChanged', account.id, request.log);
      // The old password has just proven the user.
      const removesMore = removals.removesPasskeys || removals.removesOtherAccess;
      return doneEverywhere(login, request, reply, {
        deed: removesMore ? 'password-changed-and-more' : 'password-changed',
        loginTs: proven.loginAt,
        removesOtherAccess: removals.removesOtherAccess,
      });
    }),
  );

  app.post(
    '/account/passkeys',
    { bodyLimit: BODY_LIMIT_BYTES },
    withLogin(async (login, request, reply) => {
      const { session, account } = login;
      const { answer } = passkeyAnswer.parse(request.body);
      const isAdded =
        (await listPasskeys(pool, account.id)).length < MAX_PASSKEYS &&
        (await passkeys.add(answer, {
          boundTo: session.uid,
          account,
          userAgent: request.headers['user-agent'] ?? '',
        }));
      if (!isAdded) {
        reply.code(422);
        return showAccount(login, reply, { problem: 'We couldn’t add that passkey. Try again.' });
      }
      request.log.info({ event: 'passkey_added', accountId: account.id }, 'Passkey added');
      await mailOwner(mail, 'passkeyAdded', account.id, request.log);
      return done(reply, 'passkey-added');
    }),
  );

  app.get<PasskeyRoute>(
    '/account/passkeys/:id',
    withLogin(async ({ account }, request, reply) => {
      const passkey = await findPasskey(pool, account.id, request.params.id);
      return passkey === undefined ? passkeyMissing(reply) : sendPage(reply, passkeyPage(site, { passkey }));
    }),
  );

  app.post<PasskeyRoute>(
    '/account/passkeys/:id',
    { bodyLimit: BODY_LIMIT_BYTES },
    withLogin(async ({ account }, request, reply) => {
      const { id } = request.params;
      const { name } = naming.parse(request.body);
      const passkey = await findPasskey(pool, account.id, id);
      if (passkey === undefined) return passkeyMissing(reply);
      if (name === '') {
        const error = `Enter a name of at most ${MAX_NAME_LENGTH} characters.`;
        return sendPage(reply.code(422), passkeyPage(site, { passkey, error }));
      }
      await renamePasskey(pool, account.id, id, name);
      return done(reply, 'passkey-renamed');
    }),
  );

  app.post<PasskeyRoute>(
    '/account/passkeys/:id/remove',
    { bodyLimit: BODY_LIMIT_BYTES },
    withLogin(async (login, request, reply) => {
      const { session, account } = login;
      const { id } = request.params;
      const isRemoved = await removePasskey(pool, account.id, { id, exceptSessionUid: session.uid });
      if (!isRemoved) return passkeyMissing(reply);
      request.log.info({ event: 'passkey_removed', accountId: account.id }, 'Passkey removed');
      return doneEverywhere(login, request, reply, { deed: 'passkey-removed', loginTs: session.loginTs });
    }),
  );

  /** Requires a recent login and a form from these pages; otherwise sends the user to log in first. */
  function withLogin<R extends object>(handler: Handler<R>) {
    return async (request: FastifyRequest<R>, reply: FastifyReply): Promise<FastifyReply> => {
      if (request.method === 'POST' && !isSameOrigin(request.headers, issuer.origin)) {
        return refuseForeignForm(request, reply, site);
      }
      const login = await findAccountLogin({ provider: await provider.get(), pool }, request, reply);
      return login === undefined
        ? reply.redirect(accountLoginUrl(issuer.href), 303)
        : handler(login, request, reply);
    };
  }

  async function showAccount(
    { session, account }: AccountLogin,
    reply: FastifyReply,
    shown: { deed?: AccountDeed | undefined; problem?: string },
  ): Promise<FastifyReply> {
    const list = await listPasskeys(pool, account.id);
    const canAdd = passkeys.obstacle === undefined && list.length < MAX_PASSKEYS;
    return sendPage(
      reply,
      accountPage(site, {
        email: account.email,
        passkeys: list,
        obstacle: passkeys.obstacle,
        addingOptions: canAdd ? await passkeys.addingOptions(session.uid, account) : undefined,
        ...shown,
      }),
    );
  }

  async function keep(session: AccountLogin['session'], loginTs: number | undefined): Promise<void> {
    session.loginTs = loginTs;
    session.authorizations = {};
    await session.persist();
  }

  /**
   * Lets the application end its sessions, and keeps this one. The change stands even if either fails.
   * @param made the change, and the login time in seconds since 1970
   */
  async function doneEverywhere(
    { session, account }: AccountLogin,
    request: FastifyRequest,
    reply: FastifyReply,
    made: { deed: AccountDeed; loginTs: number | undefined; removesOtherAccess?: boolean },
  ): Promise<FastifyReply> {
    const problems: string[] = [];
    const attempt = async (work: () => Promise<void> | undefined, failure: string, problem: string) => {
      try {
        await work();
      } catch (error) {
        request.log.error({ err: error, accountId: account.id }, failure);
        problems.push(problem);
      }
    };
    // First, because it runs once, while an unsaved session stays unchanged.
    await attempt(
      () => onLoginsEnded?.(account.id, request),
      'The application could not end its sessions',
      `Other devices may still be logged in to ${site.productName}. Sign them out under My Account.`,
    );
    if (made.removesOtherAccess === true && otherAccess) {
      await attempt(
        () => otherAccess.remove(account.id),
        'The application could not remove other access',
        `${otherAccess.name} may still work. Remove them under My Account.`,
      );
    }
    await attempt(
      () => keep(session, made.loginTs),
      'The session of a change was not written down',
      'You may need to log in again in this browser.',
    );
    return problems.length === 0
      ? done(reply, made.deed)
      : sendPage(reply.code(500), halfDonePage(site, { email: account.email, deed: made.deed, problems }));
  }

  function done(reply: FastifyReply, what: AccountDeed): FastifyReply {
    return reply.redirect(`${home}?done=${what}`, 303);
  }

  /** The passkey was removed in another tab, or belongs to another account. */
  function passkeyMissing(reply: FastifyReply): FastifyReply {
    return reply.redirect(home, 303);
  }
}
