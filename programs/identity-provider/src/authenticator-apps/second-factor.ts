import type { FastifyRequest } from 'fastify';
import type { KnownBrowsers } from '../known-browsers.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { AuthenticatorApps, Entered } from './authenticator-apps.ts';

export const CODE_ERRORS = {
  missing: 'Enter the code.',
  malformed: 'Enter the six digits that your app shows.',
  neither: 'Enter the six digits that your app shows, or a recovery code.',
  wrong:
    'That code doesn’t work. Each works once, for about a minute. If new ones fail too, the clock of your phone or of this server is off.',
  missingRecoveryCode: 'Enter a recovery code.',
  malformedRecoveryCode: 'A recovery code has ten letters and digits, such as abcde-23456.',
  wrongRecoveryCode: 'That recovery code doesn’t work. Each works once.',
};

export interface SecondFactorParts {
  limits: RateLimits;
  knownBrowsers: KnownBrowsers;
  authenticatorApps: AuthenticatorApps;
}

type Check = { isRight: true } | { isRight: false; retryAfterSeconds?: number };

/**
 * Uses up a code or a recovery code, within the limits. Only browsers that have shown a code have a limit of their own: someone who knew the
 * password before may have collected many.
 */
export async function checkSecondFactor(
  { limits, knownBrowsers, authenticatorApps }: SecondFactorParts,
  request: FastifyRequest,
  { accountId, entered }: { accountId: string; entered: Entered },
): Promise<Check> {
  const addedAt = await authenticatorApps.addedAt(accountId);
  if (addedAt === undefined) return { isRight: false };
  const attempt =
    'code' in entered
      ? await limits.code({
          accountId,
          address: request.ip,
          knownBrowser: await knownBrowsers.find(request, accountId, { since: addedAt }),
        })
      : await limits.recoveryCode(request.ip);
  if (!attempt.allowed) return { isRight: false, retryAfterSeconds: attempt.retryAfterSeconds };
  if (!(await authenticatorApps.use(accountId, entered))) return { isRight: false };
  await attempt.succeeded();
  return { isRight: true };
}

/** Undefined if it can't be a code. Apps show codes as two groups of digits. */
export function readCode(text: string): { code: string } | undefined {
  const code = text.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(code) ? { code } : undefined;
}

/** Undefined if it can't be a recovery code. Ignores case, spaces and hyphens, which phones turn into dashes. */
export function readRecoveryCode(text: string): { recoveryCode: string } | undefined {
  const recoveryCode = text.toLowerCase().replaceAll(/[\s\p{Pd}]/gu, '');
  return /^[a-z0-9]{10}$/.test(recoveryCode) ? { recoveryCode } : undefined;
}
