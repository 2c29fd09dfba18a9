import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';
import { inTransaction } from '../../db/database.ts';
import type { Deps } from '../deps.ts';
import { hashOfToken } from '../../security/secret-token.ts';
import { cookieNames, findLoginAttempt, type SignUpOrigin, type SignUpRefusal } from '../identity/index.ts';
import type { IdentityDeps } from '../identity/index.ts';

type SignUpDeps = Pick<Deps, 'db' | 'clock' | 'publicUrl'> & Pick<IdentityDeps, 'signUps'>;

/**
 * Asks the app's rules for the embedded log-in pages, which share its origin and so its cookies. Refusals are
 * sentences.
 */
export function signUpOnLogInPages(deps: SignUpDeps) {
  const { db, signUps } = deps;
  return {
    refusalOf: async (request: FastifyRequest): Promise<string | undefined> => {
      const refusal = await signUps.refusalOf(db, await originOf(deps, request));
      return refusal === null ? undefined : sentenceOf(refusal);
    },
    admit: async <T>(
      request: FastifyRequest,
      create: () => Promise<T | undefined>,
    ): Promise<{ created: T | undefined } | { refusal: string }> => {
      const origin = await originOf(deps, request);
      try {
        const created = await inTransaction(db, async (tx) => {
          await signUps.admit(tx, origin);
          const account = await create();
          if (account === undefined) throw new NothingCreated();
          return account;
        });
        return { created };
      } catch (error) {
        if (error instanceof NothingCreated) return { created: undefined };
        if (isRefusal(error)) return { refusal: error.message };
        throw error;
      }
    },
  };
}

/** Rolls back, so that the invitation stays valid. */
class NothingCreated extends Error {
  override readonly name = 'NothingCreated';
}

/** The login that this browser began holds what the person came with. */
async function originOf(
  { db, clock, publicUrl }: SignUpDeps,
  request: FastifyRequest,
): Promise<SignUpOrigin> {
  const token = fastifyCookie.parse(request.headers.cookie ?? '')[cookieNames(publicUrl).login];
  const attempt = token === undefined ? undefined : await findLoginAttempt(db, hashOfToken(token), clock());
  return attempt ?? { inviteHash: null, returnTo: '/' };
}

function sentenceOf(refusal: SignUpRefusal): string {
  return new AppError(refusal).message;
}

function isRefusal(error: unknown): error is AppError {
  return (
    error instanceof AppError && (error.code === 'SIGN_UP_CLOSED' || error.code === 'INVITATION_REQUIRED')
  );
}
