import type { IssuerAccounts } from '../modules/identity/issuer-accounts.ts';

const refuse = () => Promise.reject(new Error('Nobody here has an account at the embedded issuer'));

/** The embedded issuer's accounts where nobody has one, so that nobody may ask for anything of them. */
export const NO_ISSUER_ACCOUNTS: IssuerAccounts = { endLogins: refuse, deleteAccount: refuse };
