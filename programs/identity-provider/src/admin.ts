import pg from 'pg';
import { normalizeEmail } from './email-address.ts';
import { rowOfApp } from './authenticator-apps/authenticator-apps.ts';
import type { SealedSecret } from './options.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { readableSecret } from './readable-secret.ts';
import { CONFIRMATION_LINK_PATH, PASSWORD_LINK_PATH } from './link-paths.ts';
import { deleteAccount, findAccount, findAccountByEmail, listAccounts } from './storage/accounts.ts';
import {
  type AppSecret,
  dropAuthenticatorApp,
  listAppSecrets,
  replaceAppSecret,
  sampleAppSecrets,
} from './storage/authenticator-apps.ts';
import { rotateKeys } from './storage/keys.ts';
import { openDatabase } from './storage/open-database.ts';
import { createConfirmationLink, createPasswordLink } from './storage/links.ts';
import { resetPassword } from './storage/reset-password.ts';
import { endLogins } from './storage/logins.ts';

const HOUR_MS = 60 * 60_000;
const RESET_LIFETIME_MS = 24 * HOUR_MS;
/** The owner has asked for it. */
const MAILED_RESET_LIFETIME_MS = HOUR_MS;
/** 99 random bits. */
const PASSWORD_GROUPS = 4;
const CONFIRMATION_LIFETIME_MS = 3 * 24 * HOUR_MS;
const BATCH_ROWS = 500;

interface IdentityAccount {
  sub: string;
  email: string;
  createdAt: Date;
}

/** For a mail to the account's email. */
interface MailedLink {
  email: string;
  /** Under the issuer. */
  path: string;
}

interface StoredAppSecret {
  sub: string;
  secret: SealedSecret;
  /** What it is sealed for. */
  rowId: string;
}

interface IdentityAdminOptions {
  databaseUrl: string;
  clock: () => Date;
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError: (error: Error) => void;
}

export interface IdentityAdmin {
  /** Creates or updates the schema. Every other call does it too. */
  update(): Promise<void>;
  /** Oldest first. */
  listAccounts(): Promise<IdentityAccount[]>;
  /** Ignores case. */
  findAccount(email: string): Promise<Pick<IdentityAccount, 'sub'> | undefined>;
  /**
   * Sets a random password for a day and ends the account's sessions here. The user must then choose another
   * one.
   * @param options.removesPasskeys also removes passkeys, which log in without a password
   * @returns the password, which is not stored, and what else the account has; undefined without such an account
   */
  setRandomPassword(
    sub: string,
    options: { removesPasskeys: boolean },
  ): Promise<{ password: string; passkeys: number; hasAuthenticatorApp: boolean } | undefined>;
  /**
   * Makes a link, valid for a day, that sets a new password once; an earlier one of these no longer works.
   * @returns its path under the issuer; undefined without such an account
   */
  createPasswordLink(sub: string): Promise<string | undefined>;
  /** Like `createPasswordLink`, but for an hour, and using it confirms the email. */
  createMailedPasswordLink(sub: string): Promise<MailedLink | undefined>;
  /**
   * Makes a link, valid for three days, that confirms the email; an earlier one no longer works. Undefined without such an account,
   * or if its email is confirmed.
   */
  createConfirmationLink(sub: string): Promise<MailedLink | undefined>;
  /** Undefined without such an account. */
  findEmail(sub: string): Promise<string | undefined>;
  /** Removes the second factor of the password, and ends the account's sessions here. Returns false without one. */
  removeAuthenticatorApp(sub: string): Promise<boolean>;
  /** Returns an authenticator app's sealed secret for each key in use, the newest. Creates and updates no schema. */
  sampleAppSecrets(): Promise<StoredAppSecret[]>;
  /** All of them, read in batches. Creates and updates no schema. */
  appSecrets(): AsyncGenerator<StoredAppSecret>;
  /** Returns false if the stored secret is another one by now. */
  replaceAppSecret(sub: string, change: { from: SealedSecret; to: SealedSecret }): Promise<boolean>;
  /** Ends an account's sessions and grants. Returns false without such an account. */
  endLogins(sub: string): Promise<boolean>;
  deleteAccount(sub: string): Promise<boolean>;
  /**
   * Replaces the keys of ID tokens and cookies in every running process. Old ones stay valid as long as what
   * they signed: 31 days for tokens, a day for cookies.
   * @param options.dropOld rejects them at once, for example after a leak, and signs out all users here
   */
  rotateKeys(options?: { dropOld?: boolean }): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects and creates the schema `identity` on first use: an installation with another issuer may have no
 * right to it.
 */
export function identityAdmin({ databaseUrl, clock, onIdleError }: IdentityAdminOptions): IdentityAdmin {
  let opened: Promise<pg.Pool> | undefined;
  const open = (): Promise<pg.Pool> => {
    opened ??= openDatabase(databaseUrl, onIdleError).catch((error: unknown) => {
      // Lets the next call retry.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  /** Leaves the schema as it is. */
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', onIdleError);
    await client.connect();
    return client;
  };
  return {
    update: async () => {
      await open();
    },
    listAccounts: async () =>
      (await listAccounts(await open())).map(({ id, email, createdAt }) => ({ sub: id, email, createdAt })),
    findAccount: async (email) => {
      const account = await findAccountByEmail(await open(), normalizeEmail(email));
      return account && { sub: account.id };
    },
    setRandomPassword: async (sub, { removesPasskeys }) => {
      const password = readableSecret(PASSWORD_GROUPS);
      const passwordHash = await hashPassword(password);
      const expiresAt = new Date(clock().getTime() + RESET_LIFETIME_MS);
      const reset = await resetPassword(await open(), sub, { passwordHash, expiresAt, removesPasskeys });
      return reset && { password, ...reset };
    },
    createPasswordLink: async (sub) => {
      const expiresAt = new Date(clock().getTime() + RESET_LIFETIME_MS);
      const link = await createPasswordLink(await open(), sub, { expiresAt, isMailed: false });
      return link && `${PASSWORD_LINK_PATH}/${link.token}`;
    },
    createMailedPasswordLink: async (sub) => {
      const expiresAt = new Date(clock().getTime() + MAILED_RESET_LIFETIME_MS);
      const link = await createPasswordLink(await open(), sub, { expiresAt, isMailed: true });
      return link && { email: link.email, path: `${PASSWORD_LINK_PATH}/${link.token}` };
    },
    createConfirmationLink: async (sub) => {
      const expiresAt = new Date(clock().getTime() + CONFIRMATION_LIFETIME_MS);
      const link = await createConfirmationLink(await open(), sub, expiresAt);
      return link && { email: link.email, path: `${CONFIRMATION_LINK_PATH}/${link.token}` };
    },
    findEmail: async (sub) => (await findAccount(await open(), sub))?.email,
    removeAuthenticatorApp: async (sub) => dropAuthenticatorApp(await open(), sub),
    sampleAppSecrets: async () => {
      const client = await connect();
      try {
        return (await sampleAppSecrets(client)).map(toStored);
      } finally {
        await client.end();
      }
    },
    appSecrets: async function* () {
      const client = await connect();
      try {
        for (let after = '', isLast = false; !isLast;) {
          const batch = await listAppSecrets(client, { after, limit: BATCH_ROWS });
          yield* batch.map(toStored);
          after = batch.at(-1)?.accountId ?? '';
          isLast = batch.length < BATCH_ROWS;
        }
      } finally {
        await client.end();
      }
    },
    replaceAppSecret: async (sub, change) => replaceAppSecret(await open(), sub, change),
    endLogins: async (sub) => endLogins(await open(), sub),
    deleteAccount: async (sub) => deleteAccount(await open(), sub),
    rotateKeys: async ({ dropOld = false } = {}) => rotateKeys(await open(), clock(), { dropOld }),
    close: async () => {
      const pool = await opened?.catch(() => undefined);
      await pool?.end();
    },
  };
}

function toStored({ accountId, secret }: AppSecret): StoredAppSecret {
  return { sub: accountId, secret, rowId: rowOfApp(accountId) };
}
