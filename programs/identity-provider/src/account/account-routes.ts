import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { mailOwner, reportChangedPassword } from '../account-mail.ts';
import { findRemovable, readRemovals } from '../also-remove.ts';
import type { AttemptLog } from '../attempt-log.ts';
import { BODY_LIMIT_BYTES, refuseByLimit, sendPage } from '../page-replies.ts';
import { ACCOUNT_DEEDS, type AccountDeed, accountPage } from '../pages/account-page.ts';
import type { Removable } from '../pages/also-remove-fields.ts';
import type { Site } from '../pages/layout.ts';
import { problemPage } from '../pages/message-pages.ts';
import { passkeyPage } from '../pages/passkey-page.ts';
import { CURRENT_PASSWORD_MISSING, type PasswordErrors, passwordPage } from '../pages/password-page.ts';
import type { IdentityProviderOptions, OtherAccess } from '../options.ts';
import type { KnownBrowsers } from '../known-browsers.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts';
import { describePasswordFlaw } from '../passwords/password-messages.ts';
import { findPasswordFlaw, MAX_PASSWORD_LENGTH, passwordLength } from '../passwords/password-rules.ts';
import type { RateLimits } from '../rate-limits.ts';
import { changePassword, confirmProof, findAccountByEmail } from '../storage/accounts.ts';
import { findAuthenticatorApp } from '../storage/authenticator-apps.ts';
import { findPasskey, listPasskeys, removePasskey, renamePasskey } from '../storage/passkeys.ts';
import type { AccountHandlers } from './account-handlers.ts';
import type { AccountLogin } from './account-login.ts';

export interface AccountParts {
  handlers: AccountHandlers;
  pool: pg.Pool;
  limits: RateLimits;
  knownBrowsers: KnownBrowsers;
  attempts: AttemptLog;
  passkeys: Passkeys;
  site: Site;
  otherAccess: readonly OtherAccess[];
  mail: IdentityProviderOptions['mail'];
}

const MAX_PASSKEYS = 20;
const MAX_NAME_LENGTH = 60;

const deed = z.enum(ACCOUNT_DEEDS);
const passwords = z
  .object({ current: z.string().catch(''), password: z.string().catch('') })
  .catch({ current: '', password: '' });
const passkeyAnswer = z.object({ answer: z.string() }).catch({ answer: '' });
const naming = z.object({ name: z.string().trim().max(MAX_NAME_LENGTH) }).catch({ name: '' });

interface PasskeyRoute {
  Params: { id: string };
}

/** Serves the pages where users see and change how they log in. All require a recent login. */
export function addAccountRoutes(app: FastifyInstance, parts: AccountParts): void {
  const { pool, limits, knownBrowsers, attempts, passkeys, handlers, site, mail } = parts;
  const home = `${site.basePath}/account`;

  app.get<{ Querystring: { done?: unknown } }>(
    '/account',
    handlers.withLogin(async (login, request, reply) =>
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
    handlers.withLogin(async ({ account }, _request, reply) =>
      sendPage(
        reply,
        passwordPage(site, { email: account.email, removable: await findRemovableHere(account.id) }),
      ),
    ),
  );

  app.post(
    '/account/password',
    { bodyLimit: BODY_LIMIT_BYTES },
    handlers.withLogin(async (login, request, reply) => {
      const { session, account } = login;
      const sent = passwords.parse(request.body);
      const removals = { ...readRemovals(request.body), removesAuthenticatorApp: false };
      const show = async (errors: PasswordErrors, problem?: string): Promise<FastifyReply> => {
        const removable = await findRemovableHere(account.id);
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
      const changed = await changePassword(pool, account.id, {
        ...removals,
        from: known.passwordHash,
        to: await hashPassword(sent.password),
        exceptSessionUid: session.uid,
      });
      if (!changed) return reply.redirect(home, 303);
      await reportChangedPassword(mail, account.id, changed, request.log);
      // The old password has just proven the user.
      const removesMore = removals.removesPasskeys || removals.removesOtherAccess.length > 0;
      return handlers.doneEverywhere(login, request, reply, {
        deed: removesMore ? 'password-changed-and-more' : 'password-changed',
        loginTs: proven.loginAt,
        removals,
      });
    }),
  );

  app.post(
    '/account/passkeys',
    { bodyLimit: BODY_LIMIT_BYTES },
    handlers.withLogin(async (login, request, reply) => {
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
      return handlers.done(reply, 'passkey-added');
    }),
  );

  app.get<PasskeyRoute>(
    '/account/passkeys/:id',
    handlers.withLogin(async ({ account }, request, reply) => {
      const passkey = await findPasskey(pool, account.id, request.params.id);
      return passkey === undefined ? passkeyMissing(reply) : sendPage(reply, passkeyPage(site, { passkey }));
    }),
  );

  app.post<PasskeyRoute>(
    '/account/passkeys/:id',
    { bodyLimit: BODY_LIMIT_BYTES },
    handlers.withLogin(async ({ account }, request, reply) => {
      const { id } = request.params;
      const { name } = naming.parse(request.body);
      const passkey = await findPasskey(pool, account.id, id);
      if (passkey === undefined) return passkeyMissing(reply);
      if (name === '') {
        const error = `Enter a name of at most ${MAX_NAME_LENGTH} characters.`;
        return sendPage(reply.code(422), passkeyPage(site, { passkey, error }));
      }
      await renamePasskey(pool, account.id, id, name);
      return handlers.done(reply, 'passkey-renamed');
    }),
  );

  app.post<PasskeyRoute>(
    '/account/passkeys/:id/remove',
    { bodyLimit: BODY_LIMIT_BYTES },
    handlers.withLogin(async (login, request, reply) => {
      const { session, account } = login;
      const { id } = request.params;
      const isRemoved = await removePasskey(pool, account, { id, exceptSessionUid: session.uid });
      if (!isRemoved) return passkeyMissing(reply);
      request.log.info({ event: 'passkey_removed', accountId: account.id }, 'Passkey removed');
      return handlers.doneEverywhere(login, request, reply, {
        deed: 'passkey-removed',
        loginTs: session.loginTs,
      });
    }),
  );

  /** An authenticator app goes by its own page, which asks for a code: a session and a known password are not two factors. */
  async function findRemovableHere(accountId: string): Promise<Removable> {
    return { ...(await findRemovable(parts, accountId)), authenticatorApp: false };
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
        authenticatorApp: await findAuthenticatorApp(pool, account.id),
        obstacle: passkeys.obstacle,
        addingOptions: canAdd ? await passkeys.addingOptions(session.uid, account) : undefined,
        ...shown,
      }),
    );
  }

  /** The passkey was removed in another tab, or belongs to another account. */
  function passkeyMissing(reply: FastifyReply): FastifyReply {
    return reply.redirect(home, 303);
  }
}
