import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { mailOwner } from '../account-mail.ts';
import type { AttemptLog } from '../attempt-log.ts';
import type { AddedApp, SetUp } from '../authenticator-apps/authenticator-apps.ts';
import {
  checkSecondFactor,
  CODE_ERRORS,
  readCode,
  readRecoveryCode,
  type SecondFactorParts,
} from '../authenticator-apps/second-factor.ts';
import type { AccountMail } from '../options.ts';
import { BODY_LIMIT_BYTES, refuseByLimit, sendPage } from '../page-replies.ts';
import { authenticatorAppPage, recoveryCodesPage, setUpPage } from '../pages/authenticator-app-pages.ts';
import type { Site } from '../pages/layout.ts';
import { findAuthenticatorApp, removeAuthenticatorApp } from '../storage/authenticator-apps.ts';
import type { AccountHandlers } from './account-handlers.ts';
import type { AccountLogin } from './account-login.ts';

interface AuthenticatorAppParts extends SecondFactorParts {
  handlers: AccountHandlers;
  pool: pg.Pool;
  attempts: AttemptLog;
  site: Site;
  mail: AccountMail | undefined;
}

const MINUTE_MS = 60_000;

const settingUp = z
  .object({ setUp: z.string().catch(''), code: z.string().catch('') })
  .catch({ setUp: '', code: '' });
const changing = z.object({ code: z.string() }).catch({ code: '' });

/** What a wrong code was for. */
const WRONG_CODE_EVENTS = {
  'recovery-codes': 'recovery_codes_renewal_failed',
  remove: 'authenticator_app_removal_failed',
} as const;

/** Serves the pages where users add and remove the second factor of their password. */
export function addAuthenticatorAppRoutes(app: FastifyInstance, parts: AuthenticatorAppParts): void {
  const { handlers, pool, limits, knownBrowsers, attempts, authenticatorApps, site, mail } = parts;
  const path = '/account/authenticator-app';
  const toAccount = (reply: FastifyReply) => reply.redirect(`${site.basePath}/account`, 303);

  app.get(
    path,
    handlers.withLogin(async ({ session, account }, _request, reply) => {
      const existing = await findAuthenticatorApp(pool, account.id);
      return sendPage(
        reply,
        existing === undefined
          ? setUpPage(site, { email: account.email, setUp: authenticatorApps.begin(session.uid, account) })
          : authenticatorAppPage(site, { app: existing }),
      );
    }),
  );

  app.post(
    path,
    { bodyLimit: BODY_LIMIT_BYTES },
    handlers.withLogin(async (login, request, reply) => {
      const { session, account } = login;
      /** True if there is an app, after the answer was sent. */
      const showExisting = async () => {
        const existing = await findAuthenticatorApp(pool, account.id);
        if (existing) sendPage(reply, authenticatorAppPage(site, { app: existing, isAlreadyOn: true }));
        return existing !== undefined;
      };
      // The form was sent twice, or an app was added in another tab.
      if (await showExisting()) return reply;
      const { setUp: sealed, code: text } = settingUp.parse(request.body);
      const open = authenticatorApps.resume(sealed, session.uid, account);
      const show = (setUp: SetUp, shown: { error?: string; problem?: string }) => {
        if (reply.statusCode === 200) reply.code(422);
        return sendPage(reply, setUpPage(site, { email: account.email, setUp, ...shown }));
      };
      const startAgain = () =>
        show(authenticatorApps.begin(session.uid, account), {
          problem: 'This page was too old. Add the account to your app again, with this new key.',
        });

      if (open === undefined) return startAgain();
      const entered = readCode(text);
      if (entered === undefined)
        return show(open, { error: text.trim() === '' ? CODE_ERRORS.missing : CODE_ERRORS.malformed });
      const logFailure = (why: string) =>
        request.log.warn(
          {
            event: 'authenticator_app_set_up_failed',
            accountId: account.id,
            ...attempts.describe(request, account.email),
          },
          why,
        );
      const attempt = await limits.appSetUp(account.id);
      if (!attempt.allowed) {
        logFailure('Too many set-ups');
        return show(open, { problem: refuseByLimit(reply, attempt.retryAfterSeconds) });
      }
      const added = await authenticatorApps.add({ sealed, ...entered }, { sessionUid: session.uid, account });
      if ('refusal' in added) {
        if (added.refusal === 'already-added') return (await showExisting()) ? reply : toAccount(reply);
        if (added.refusal === 'expired') return startAgain();
        logFailure('Wrong code');
        return show(open, { error: describeWrongCode(added) });
      }
      request.log.info(
        { event: 'authenticator_app_added', accountId: account.id },
        'Authenticator app added',
      );
      // It has shown a code.
      await knownBrowsers.remember(reply, account.id);
      await mailOwner(mail, 'authenticatorAppAdded', account.id, request.log);
      const problems = await handlers.endElsewhere(login, request, { loginTs: session.loginTs });
      reply.code(problems.length === 0 ? 200 : 500);
      const { recoveryCodes: codes } = added;
      return sendPage(reply, recoveryCodesPage(site, { email: account.email, codes, isNew: true, problems }));
    }),
  );

  app.post(
    `${path}/recovery-codes`,
    { bodyLimit: BODY_LIMIT_BYTES },
    handlers.withLogin(async (login, request, reply) => {
      if (!(await takeCode('recovery-codes', login, request, reply))) return reply;
      const { account } = login;
      const codes = await authenticatorApps.renewRecoveryCodes(account);
      if (codes === undefined) return toAccount(reply);
      request.log.info({ event: 'recovery_codes_renewed', accountId: account.id }, 'Recovery codes renewed');
      return sendPage(reply, recoveryCodesPage(site, { email: account.email, codes, isNew: false }));
    }),
  );

  app.post(
    `${path}/remove`,
    { bodyLimit: BODY_LIMIT_BYTES },
    handlers.withLogin(async (login, request, reply) => {
      if (!(await takeCode('remove', login, request, reply))) return reply;
      const { session, account } = login;
      const isRemoved = await removeAuthenticatorApp(pool, account, { exceptSessionUid: session.uid });
      if (!isRemoved) return toAccount(reply);
      request.log.info(
        { event: 'authenticator_app_removed', accountId: account.id },
        'Authenticator app removed',
      );
      await mailOwner(mail, 'authenticatorAppRemoved', account.id, request.log);
      return handlers.doneEverywhere(login, request, reply, {
        deed: 'authenticator-app-removed',
        loginTs: session.loginTs,
      });
    }),
  );

  /** Uses up the form's code. False if there is no right one, after the answer was sent. */
  async function takeCode(
    change: keyof typeof WRONG_CODE_EVENTS,
    { account }: AccountLogin,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    const existing = await findAuthenticatorApp(pool, account.id);
    if (existing === undefined) {
      // It was removed in another tab.
      toAccount(reply);
      return false;
    }
    const { code: text } = changing.parse(request.body);
    const show = (shown: { error?: string; problem?: string }) => {
      sendPage(reply, authenticatorAppPage(site, { app: existing, refused: { change, ...shown } }));
      return false;
    };
    const entered = readCode(text) ?? readRecoveryCode(text);
    if (entered === undefined) {
      reply.code(422);
      return show({ error: text.trim() === '' ? CODE_ERRORS.missing : CODE_ERRORS.neither });
    }
    const check = await checkSecondFactor(parts, request, { accountId: account.id, entered });
    if (check.isRight) return true;
    request.log.warn(
      {
        event: WRONG_CODE_EVENTS[change],
        accountId: account.id,
        ...attempts.describe(request, account.email),
      },
      'Wrong code',
    );
    if (check.retryAfterSeconds !== undefined)
      return show({ problem: refuseByLimit(reply, check.retryAfterSeconds) });
    reply.code(422);
    return show({ error: 'code' in entered ? CODE_ERRORS.wrong : CODE_ERRORS.wrongRecoveryCode });
  }
}

/** Only for a key that is being set up: at a login it would tell a guesser about other codes. */
function describeWrongCode({ clockErrorMs }: Extract<AddedApp, { refusal: string }>): string {
  if (clockErrorMs === undefined) return CODE_ERRORS.wrong;
  const minutes = Math.max(1, Math.round(Math.abs(clockErrorMs) / MINUTE_MS));
  const time = minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
  return `Your phone’s clock is ${time} ${clockErrorMs > 0 ? 'ahead of' : 'behind'} this server’s. Correct the one that is off, then enter a new code.`;
}
