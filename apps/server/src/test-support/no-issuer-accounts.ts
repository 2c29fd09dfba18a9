import type { IssuerAccounts } from '../modules/identity/issuer-accounts.ts';

const refuse = () => Promise.reject(new Error('Nobody here has an account at the embedded issuer'));

/** Embedded accounts of an app whose users have none: every call fails. */
export const NO_ISSUER_ACCOUNTS: IssuerAccounts = { endLogins: refuse, deleteAccount: refuse };
