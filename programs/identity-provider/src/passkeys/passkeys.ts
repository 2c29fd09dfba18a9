import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type pg from 'pg';
import { z } from 'zod';
import type { Account, AccountInUse } from '../storage/accounts.ts';
import { createChallenge, takeChallenge } from '../storage/challenges.ts';
import {
  addPasskey,
  findPasskeyByCredential,
  listPasskeys,
  notePasskeyUse,
  type PasskeyToProve,
} from '../storage/passkeys.ts';
import { findPasskeyObstacle, type PasskeyObstacle } from './availability.ts';
import { suggestPasskeyName } from './passkey-name.ts';

export interface PasskeysParts {
  pool: pg.Pool;
  clock: () => Date;
  /** Passkeys belong to its host name and are answered from its origin. */
  issuer: URL;
  productName: string;
}

const MINUTE_MS = 60_000;
const LOG_IN_MS = 60 * MINUTE_MS;
/** The account page needs a recent login and so lasts no longer. */
const ADDING_MS = 10 * MINUTE_MS;
/** EdDSA, ES256 and RS256. Newer ones are experimental in Node, and passkeys last for years. */
const ALGORITHMS = [-8, -7, -257];
const CEREMONY_MS = 2 * MINUTE_MS;

const base64url = z.string().regex(/^[\w-]+$/);
const transports = z.array(z.string().max(20)).max(8);

/** The browser's answer. The library parses its signed parts. */
const logInAnswer = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    authenticatorData: base64url,
    clientDataJSON: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
const addingAnswer = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().optional(),
  response: z.object({
    attestationObject: base64url,
    clientDataJSON: base64url,
    transports: transports.catch([]).default([]),
  }),
});

/**
 * A passkey replaces email and password: it is discoverable, and the device checks its owner. A challenge serves one interaction or session,
 * once. Failures count by address, so no account can be locked by strangers.
 */
export class Passkeys {
  readonly obstacle: PasskeyObstacle | undefined;
  readonly #parts: PasskeysParts;

  constructor(parts: PasskeysParts) {
    this.#parts = parts;
    this.obstacle = findPasskeyObstacle(parts.issuer);
  }

  /**
   * @param boundTo the interaction
   * @param account limits the login to its passkeys
   */
  async logInOptions(boundTo: string, account?: Account): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const passkeys = account === undefined ? [] : await listPasskeys(this.#parts.pool, account.id);
    return {
      challenge: await createChallenge(this.#parts, { boundTo: `log in ${boundTo}`, lifetimeMs: LOG_IN_MS }),
      rpId: this.#parts.issuer.hostname,
      userVerification: 'required',
      timeout: CEREMONY_MS,
      allowCredentials: passkeys.map(describeCredential),
    };
  }

  /**
   * Undefined for an unknown passkey, a wrong signature, or another or used challenge.
   * @param answer the browser's, as JSON
   */
  async checkLogIn(answer: string, boundTo: string): Promise<PasskeyToProve | undefined> {
    const { pool, clock, issuer } = this.#parts;
    const parsed = logInAnswer.safeParse(parseJson(answer));
    if (!parsed.success) return undefined;
    const response: AuthenticationResponseJSON = { ...parsed.data, clientExtensionResults: {} };
    const passkey = await findPasskeyByCredential(pool, response.id);
    if (passkey === undefined) return undefined;
    const { userHandle } = response.response;
    if (userHandle !== undefined && userHandle !== userHandleOf(passkey.accountId)) return undefined;

    const { verifyAuthenticationResponse } = await loadLibrary();
    const verification = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) =>
        takeChallenge(this.#parts, { challenge, boundTo: `log in ${boundTo}` }),
      expectedOrigin: issuer.origin,
      expectedRPID: issuer.hostname,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    }).catch(() => undefined);
    if (verification?.verified !== true) return undefined;
    const counter = verification.authenticationInfo.newCounter;
    return (await notePasskeyUse(pool, passkey.id, { counter, at: clock() })) ? passkey : undefined;
  }

  /** @param boundTo the session */
  async addingOptions(boundTo: string, account: Account): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { pool, issuer, productName } = this.#parts;
    const { generateRegistrationOptions } = await loadLibrary();
    const challenge = await createChallenge(this.#parts, {
      boundTo: `add ${boundTo}`,
      lifetimeMs: ADDING_MS,
    });
    return generateRegistrationOptions({
      rpName: productName,
      rpID: issuer.hostname,
      userName: account.email,
      userID: new TextEncoder().encode(account.id),
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: CEREMONY_MS,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: (await listPasskeys(pool, account.id)).map(describeCredential),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /**
   * False if refused.
   * @param answer the browser's, as JSON
   * @param userAgent names the passkey
   */
  async add(
    answer: string,
    { boundTo, account, userAgent }: { boundTo: string; account: AccountInUse; userAgent: string },
  ): Promise<boolean> {
    const { pool, clock, issuer } = this.#parts;
    const parsed = addingAnswer.safeParse(parseJson(answer));
    if (!parsed.success) return false;
    const { authenticatorAttachment, ...credential } = parsed.data;
    const { verifyRegistrationResponse } = await loadLibrary();
    if (!(await attestsNothing(credential.response.attestationObject))) return false;
    const response: RegistrationResponseJSON = { ...credential, clientExtensionResults: {} };
    const verification = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(this.#parts, { challenge, boundTo: `add ${boundTo}` }),
      expectedOrigin: issuer.origin,
      expectedRPID: issuer.hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => undefined);
    if (verification?.verified !== true) return false;
    const { id, publicKey, counter } = verification.registrationInfo.credential;
    return addPasskey(pool, account, {
      credentialId: id,
      publicKey,
      counter,
      transports: credential.response.transports,
      name: suggestPasskeyName(
        authenticatorAttachment === 'platform',
        credential.response.transports,
        userAgent,
      ),
      createdAt: clock(),
    });
  }
}

function userHandleOf(accountId: string): string {
  return Buffer.from(accountId).toString('base64url');
}

function describeCredential({
  credentialId,
  transports: known,
}: {
  credentialId: string;
  transports: string[];
}) {
  return { id: credentialId, type: 'public-key' as const, transports: known };
}

/** Otherwise, the library would fetch addresses from unverified certificates. */
async function attestsNothing(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const format = decoded.get('fmt');
    // Self-attestation: browsers may pass it on unasked.
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Loaded on first use to save memory on servers without passkeys. */
function loadLibrary() {
  return import('@simplewebauthn/server');
}
