import type { IssuerAccounts } from '../modules/identity/issuer-accounts.ts';

const refuse = () => Promise.reject(new Error('No user here has an account at the embedded issuer'));

/** Every call fails. */
export const NO_ISSUER_ACCOUNTS: IssuerAccounts = {
  endLogins: refuse,
  deleteAccount: refuse,
  findEmail: refuse,
  createMailedPasswordLink: refuse,
  createConfirmationLink: refuse,
};

const nothing = async () => undefined;

/** Every account is missing. */
export const MISSING_ISSUER_ACCOUNTS: IssuerAccounts = {
  endLogins: nothing,
  deleteAccount: nothing,
  findEmail: nothing,
  createMailedPasswordLink: nothing,
  createConfirmationLink: nothing,
};
