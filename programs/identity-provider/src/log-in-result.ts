import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InteractionResults } from 'oidc-provider';
import { z } from 'zod';
import type { KnownBrowsers } from './known-browsers.ts';
import { CREATE } from './oidc/create-provider.ts';
import type { CurrentProvider } from './oidc/current-provider.ts';

/** `amr` values of RFC 8176. A passkey's is not `hwk`: that would say where its key is stored, which is unknown. */
export const METHODS = {
  password: ['pwd'],
  passwordAndCode: ['pwd', 'otp', 'mfa'],
  // A passkey with user verification. Without attestation, where the key is stored stays unknown.
  passkey: ['pop', 'user', 'mfa'],
};

/** The first factor is proven, and the second one is asked for. Stored with the interaction, so no session exists yet. */
export interface HalfLogIn {
  accountId: string;
  /** Of the first proof, in seconds since 1970. */
  loginAt: number;
  /** In ms since 1970. */
  expiresAt: number;
}

/** `endLogins` deletes interactions by it. */
const HALF_LOG_IN = 'second_factor';
const halfLogIn = z.object({ accountId: z.string(), loginAt: z.number(), expiresAt: z.number() });

interface LogInParts {
  provider: CurrentProvider;
  knownBrowsers: KnownBrowsers;
}

/** Logs in and returns to the application. */
export async function finishLogIn(
  { provider, knownBrowsers }: LogInParts,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    id,
    loginAt,
    amr,
    remembersBrowser = true,
  }: { id: string; loginAt: number; amr: string[]; remembersBrowser?: boolean },
): Promise<FastifyReply> {
  if (remembersBrowser) await knownBrowsers.remember(reply, id);
  const current = await provider.get();
  const returnTo = await current.interactionResult(
    request.raw,
    reply.raw,
    // Logging in also answers a request to create an account.
    { login: { accountId: id, ts: loginAt, amr, remember: true }, [CREATE]: {} },
    { mergeWithLastSubmission: false },
  );
  return reply.redirect(returnTo, 303);
}

export async function keepHalfLogIn(
  provider: CurrentProvider,
  request: FastifyRequest,
  reply: FastifyReply,
  half: HalfLogIn,
): Promise<void> {
  const current = await provider.get();
  await current.interactionResult(
    request.raw,
    reply.raw,
    { [HALF_LOG_IN]: half },
    { mergeWithLastSubmission: false },
  );
}

export function readHalfLogIn(result: InteractionResults | undefined, now: Date): HalfLogIn | undefined {
  const { data: half } = halfLogIn.safeParse(result?.[HALF_LOG_IN]);
  return half !== undefined && half.expiresAt > now.getTime() ? half : undefined;
}
