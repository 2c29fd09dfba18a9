import type { IssuerAccounts } from '../modules/identity/issuer-accounts.ts';

const refuse = () => Promise.reject(new Error('No user here has an account at the embedded issuer'));

/** Every call fails. */
export const NO_ISSUER_ACCOUNTS: IssuerAccounts = { endLogins: refuse, deleteAccount: refuse };
