import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type pg from 'pg';
import { z } from 'zod';
import type { AttemptLog } from './attempt-log.ts';
import {
  checkSecondFactor,
  CODE_ERRORS,
  readCode,
  readRecoveryCode,
  type SecondFactorParts,
} from './authenticator-apps/second-factor.ts';
import { finishLogIn, type HalfLogIn, METHODS, readHalfLogIn } from './log-in-result.ts';
import type { CurrentProvider } from './oidc/current-provider.ts';
import { BODY_LIMIT_BYTES, refuseByLimit, refuseForeignForm, sendPage } from './page-replies.ts';
import { codePage } from './pages/code-page.ts';
import type { Site } from './pages/layout.ts';
import { isSameOrigin } from './same-origin.ts';
import { renewProof } from './storage/accounts.ts';

interface CodeParts extends SecondFactorParts {
  provider: CurrentProvider;
  pool: pg.Pool;
  attempts: AttemptLog;
  site: Site;
  /** Forms from other origins are refused. */
  origin: string;
  clock: () => Date;
}

interface PageRoute {
  Params: { uid: string };
  Querystring: { with?: unknown };
}

interface OpenStep {
  logInPath: string;
  /** Where to go instead: the login is complete, or must begin again. */
  elsewhere?: string;
  half: HalfLogIn | undefined;
}

const codes = z
  .object({ code: z.string().catch(''), recoveryCode: z.string().optional().catch(undefined) })
  .catch({ code: '' });

/** Serves the login step that asks for a code of the authenticator app, after the right password. */
export function addCodeRoutes(app: FastifyInstance, parts: CodeParts): void {
  const { provider, pool, attempts, site, origin, clock } = parts;
  const path = '/interaction/:uid/code';

  app.get<PageRoute>(path, async (request, reply) => {
    const { logInPath, half } = await open(request, reply);
    if (half === undefined) return reply.redirect(logInPath, 303);
    return sendPage(
      reply,
      codePage(site, { logInPath, asksForRecoveryCode: request.query.with === 'recovery-code' }),
    );
  });

  app.post<PageRoute>(path, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    if (!isSameOrigin(request.headers, origin)) return refuseForeignForm(request, reply, site);
    const { logInPath, elsewhere, half } = await open(request, reply);
    if (half === undefined) return reply.redirect(elsewhere ?? logInPath, 303);
    const { accountId } = half;
    const { code, recoveryCode } = codes.parse(request.body);
    const asksForRecoveryCode = recoveryCode !== undefined;
    const show = (shown: { error?: string; problem?: string }) =>
      sendPage(reply, codePage(site, { logInPath, asksForRecoveryCode, ...shown }));

    const reason = asksForRecoveryCode ? 'recovery-code' : 'code';
    const entered = asksForRecoveryCode ? readRecoveryCode(recoveryCode) : readCode(code);
    // What can't be a code is no guess.
    if (entered === undefined) {
      reply.code(422);
      return show({ error: flawOf(asksForRecoveryCode, recoveryCode ?? code) });
    }
    const check = await checkSecondFactor(parts, request, { accountId, entered });
    if (!check.isRight) {
      const isLocked = check.retryAfterSeconds !== undefined;
      request.log.warn(
        {
          event: isLocked ? 'login_locked' : 'login_failed',
          reason,
          accountId,
          ...attempts.describe(request),
        },
        isLocked ? 'Too many wrong codes' : 'Wrong code',
      );
      if (check.retryAfterSeconds !== undefined)
        return show({ problem: refuseByLimit(reply, check.retryAfterSeconds) });
      reply.code(422);
      return show({ error: asksForRecoveryCode ? CODE_ERRORS.wrongRecoveryCode : CODE_ERRORS.wrong });
    }
    const proof = await renewProof(pool, { id: accountId, loginAt: half.loginAt });
    // The password was changed meanwhile.
    if (proof === undefined) return reply.redirect(logInPath, 303);
    request.log.info({ event: 'login', accountId, by: `password-and-${reason}` }, 'Login');
    return finishLogIn(parts, request, reply, { ...proof, amr: METHODS.passwordAndCode });
  });

  /** Throws unless it is this browser's interaction; its cookie must match the address. */
  async function open(request: FastifyRequest<PageRoute>, reply: FastifyReply): Promise<OpenStep> {
    const interaction = await (await provider.get()).interactionDetails(request.raw, reply.raw);
    const { uid, result, returnTo } = interaction;
    if (uid !== request.params.uid) throw new errors.SessionNotFound('another interaction');
    return {
      logInPath: `${site.basePath}/interaction/${uid}`,
      // The form was sent twice.
      ...(result?.login ? { elsewhere: returnTo } : {}),
      half: readHalfLogIn(result, clock()),
    };
  }
}

function flawOf(isRecoveryCode: boolean, text: string): string {
  if (text.trim() === '') return isRecoveryCode ? CODE_ERRORS.missingRecoveryCode : CODE_ERRORS.missing;
  return isRecoveryCode ? CODE_ERRORS.malformedRecoveryCode : CODE_ERRORS.malformed;
}
