import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { SecretBox } from '../options.ts';
import { readableSecret } from '../readable-secret.ts';
import type { Account, AccountInUse } from '../storage/accounts.ts';
import {
  addAuthenticatorApp,
  findAuthenticatorApp,
  replaceRecoveryCodes,
  useRecoveryCode,
  useStep,
} from '../storage/authenticator-apps.ts';
import { encodeBase32 } from './base32.ts';
import { findClockError, findStep } from './totp.ts';

export interface AuthenticatorAppsParts {
  pool: pg.Pool;
  clock: () => Date;
  secretBox: SecretBox;
  productName: string;
}

export interface SetUp {
  /** Base 32, for people who type it. */
  secret: string;
  /** `otpauth:` URI, for apps that scan it. */
  uri: string;
  /** The sealed secret, for the form. */
  sealed: string;
}

/** What a user entered, in the form of `readCode` or `readRecoveryCode`. */
export type Entered = { code: string } | { recoveryCode: string };

export type AddedApp =
  | { recoveryCodes: string[] }
  | {
      /** `expired`: the form is of another session or from before a change, or its key was replaced. */
      refusal: 'expired' | 'wrong-code' | 'already-added';
      /** Of the app's clock, if that is why; positive if it is ahead. */
      clockErrorMs?: number | undefined;
    };

/** As many as RFC 4226 (4, R6) recommends. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** Together 49 bits. The app's secret keys their hashes, so the database alone cannot be searched for them. */
const RECOVERY_CODE_GROUPS = 2;

/**
 * The second factor of password logins: codes of an app (TOTP, RFC 6238), or recovery codes. Each works once. It needs no https, unlike
 * passkeys.
 */
export class AuthenticatorApps {
  readonly #parts: AuthenticatorAppsParts;

  constructor(parts: AuthenticatorAppsParts) {
    this.#parts = parts;
  }

  /** @param sessionUid no other session can end the set-up */
  begin(sessionUid: string, account: AccountInUse): SetUp {
    const secret = randomBytes(SECRET_BYTES);
    const row = rowOfSetUp(sessionUid, account);
    const { keyId, sealed } = this.#parts.secretBox.seal(secret.toString('base64'), row);
    return { ...this.#describe(secret, account), sealed: `${sealed.toString('base64url')}.${keyId}` };
  }

  /** Returns an open set-up again; undefined if it is of another session or from before a change, or its key was replaced. */
  resume(sealed: string, sessionUid: string, account: AccountInUse): SetUp | undefined {
    const secret = this.#openSetUp(sealed, sessionUid, account);
    return secret && { ...this.#describe(secret, account), sealed };
  }

  /** Adds the app if it shows the code, and ends the account's other sessions. */
  async add(
    { sealed, code }: { sealed: string; code: string },
    { sessionUid, account }: { sessionUid: string; account: AccountInUse },
  ): Promise<AddedApp> {
    const { pool, clock, secretBox } = this.#parts;
    const secret = this.#openSetUp(sealed, sessionUid, account);
    if (secret === undefined) return { refusal: 'expired' };
    const now = clock();
    const step = findStep(secret, code, { now });
    if (step === undefined) return { refusal: 'wrong-code', clockErrorMs: findClockError(secret, code, now) };
    const recoveryCodes = newRecoveryCodes();
    const isAdded = await addAuthenticatorApp(pool, account, {
      seal: () => secretBox.seal(secret.toString('base64'), rowOfApp(account.id)),
      sealingLock: secretBox.sealingLock,
      step,
      recoveryHashes: recoveryCodes.map((each) => hashRecoveryCode(secret, each)),
      addedAt: now,
      exceptSessionUid: sessionUid,
    });
    return isAdded ? { recoveryCodes } : { refusal: 'already-added' };
  }

  /** Undefined without an app. */
  async addedAt(accountId: string): Promise<Date | undefined> {
    return (await findAuthenticatorApp(this.#parts.pool, accountId))?.addedAt;
  }

  /**
   * Uses up a code or a recovery code. False if it is wrong, or was used.
   * @throws Error if the app's secret cannot be opened
   */
  async use(accountId: string, entered: Entered): Promise<boolean> {
    const { pool, clock } = this.#parts;
    const secret = await this.#openSecret(accountId);
    if (secret === undefined) return false;
    if ('recoveryCode' in entered)
      return useRecoveryCode(pool, accountId, hashRecoveryCode(secret, entered.recoveryCode));
    const step = findStep(secret, entered.code, { now: clock() });
    return step !== undefined && useStep(pool, accountId, step);
  }

  /** Replaces all recovery codes; undefined without an app, or if the account's logins have ended since it was read. */
  async renewRecoveryCodes(account: AccountInUse): Promise<string[] | undefined> {
    const secret = await this.#openSecret(account.id);
    if (secret === undefined) return undefined;
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(secret, code));
    return (await replaceRecoveryCodes(this.#parts.pool, account, hashes)) ? codes : undefined;
  }

  #describe(secret: Buffer, { email }: Account): Pick<SetUp, 'secret' | 'uri'> {
    const { productName } = this.#parts;
    const text = encodeBase32(secret);
    // Apps know the other parameters, and some refuse them.
    const query = `secret=${text}&issuer=${encodeURIComponent(productName)}`;
    const label = `${encodeURIComponent(productName)}:${encodeURIComponent(email)}`;
    return { secret: text, uri: `otpauth://totp/${label}?${query}` };
  }

  #openSetUp(text: string, sessionUid: string, account: AccountInUse): Buffer | undefined {
    const [sealed = '', ...keyId] = text.split('.');
    try {
      const secret = { keyId: keyId.join('.'), sealed: Buffer.from(sealed, 'base64url') };
      return Buffer.from(this.#parts.secretBox.open(secret, rowOfSetUp(sessionUid, account)), 'base64');
    } catch {
      // The browser may have changed it.
      return undefined;
    }
  }

  async #openSecret(accountId: string): Promise<Buffer | undefined> {
    const { pool, secretBox } = this.#parts;
    const app = await findAuthenticatorApp(pool, accountId);
    return app && Buffer.from(secretBox.open(app.secret, rowOfApp(accountId)), 'base64');
  }
}

/** Adding or removing an app moves `loginsSince`, so that no set-up can be used again. */
function rowOfSetUp(sessionUid: string, { id, loginsSince }: AccountInUse): string {
  return `set up an authenticator app in session ${sessionUid} of account ${id} since ${loginsSince}`;
}

/** What an app's secret is sealed for. */
export function rowOfApp(accountId: string): string {
  return `authenticator app of account ${accountId}`;
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => readableSecret(RECOVERY_CODE_GROUPS));
}

function hashRecoveryCode(secret: Buffer, code: string): Buffer {
  return createHmac('sha256', secret)
    .update(`recovery code ${code.replaceAll('-', '')}`)
    .digest();
}
