import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { normalizeEmail } from './email-address.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { deleteAccount, findAccountByEmail, listAccounts } from './storage/accounts.ts';
import { rotateKeys } from './storage/keys.ts';
import { openDatabase } from './storage/open-database.ts';
import { resetPassword } from './storage/reset-password.ts';
import { endLogins } from './storage/logins.ts';

/** How long a password that an administrator has seen logs in. */
const RESET_LIFETIME_MS = 24 * 60 * 60_000;

/** A user's account at the embedded provider. */
interface IdentityAccount {
  /** The `sub` of the tokens. */
  sub: string;
  email: string;
  createdAt: Date;
}

interface IdentityAdminOptions {
  /** The same as the provider's. */
  databaseUrl: string;
  clock: () => Date;
  /** Told when an idle connection breaks; it is replaced. */
  onIdleError: (error: Error) => void;
}

/** What whoever runs the embedded provider can do about its accounts and keys, whether it is running or not. */
export interface IdentityAdmin {
  /** Every account, the oldest first. */
  listAccounts(): Promise<IdentityAccount[]>;
  /** The account with this e-mail, in whatever case. */
  findAccount(email: string): Promise<Pick<IdentityAccount, 'sub'> | undefined>;
  /**
   * Replaces an account's password with a random one, and ends its sign-ins here. It logs in for a day, and its person must then choose
   * another one.
   * @param options.removesPasskeys whether its passkeys are removed too, because they log in without a password
   * @returns the password, which is not stored, and how many passkeys there were; undefined when there is no such account
   */
  setRandomPassword(
    sub: string,
    options: { removesPasskeys: boolean },
  ): Promise<{ password: string; passkeys: number } | undefined>;
  /** Ends an account's sessions here with all that was granted in them; false when there is no such account. */
  endLogins(sub: string): Promise<boolean>;
  /** Removes an account with all that is known of it here. Can be repeated: false when there is nothing left to remove. */
  deleteAccount(sub: string): Promise<boolean>;
  /**
   * Puts new keys for ID tokens and cookies in the place of those in use, at once in every running process. The old ones are still recognised
   * for as long as what they have signed lasts: 31 days for tokens, a day for cookies.
   * @param options.dropOld recognises the old ones no more, because somebody else may have them. Everybody is signed out here.
   */
  rotateKeys(options?: { dropOld?: boolean }): Promise<void>;
  /** Lets go of the database, where it was reached. */
  close(): Promise<void>;
}

/**
 * The embedded provider's accounts and keys. The database is reached, and the schema `identity` made where there is none, by the first who
 * asks for something: hardly anybody ever does, and where people have only ever signed in elsewhere nobody may.
 */
export function identityAdmin({ databaseUrl, clock, onIdleError }: IdentityAdminOptions): IdentityAdmin {
  let opened: Promise<pg.Pool> | undefined;
  const open = (): Promise<pg.Pool> => {
    opened ??= openDatabase(databaseUrl, onIdleError).catch((error: unknown) => {
      // The next one tries again.
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    listAccounts: async () =>
      (await listAccounts(await open())).map(({ id, email, createdAt }) => ({ sub: id, email, createdAt })),
    findAccount: async (email) => {
      const account = await findAccountByEmail(await open(), normalizeEmail(email));
      return account && { sub: account.id };
    },
    setRandomPassword: async (sub, { removesPasskeys }) => {
      const password = createPassword();
      const passwordHash = await hashPassword(password);
      const expiresAt = new Date(clock().getTime() + RESET_LIFETIME_MS);
      const passkeys = await resetPassword(await open(), sub, { passwordHash, expiresAt, removesPasskeys });
      return passkeys === undefined ? undefined : { password, passkeys };
    },
    endLogins: async (sub) => endLogins(await open(), sub),
    deleteAccount: async (sub) => deleteAccount(await open(), sub),
    rotateKeys: async ({ dropOld = false } = {}) => rotateKeys(await open(), clock(), { dropOld }),
    close: async () => {
      // What could not be opened has been told to whoever asked, and there is nothing to let go of.
      const pool = await opened?.catch(() => undefined);
      await pool?.end();
    },
  };
}

/** Signs that cannot be taken for one another, read out or written down. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password of 99 random bits in four groups. */
function createPassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
