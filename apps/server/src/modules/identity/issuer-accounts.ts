/**
 * What can be done about people's accounts at the issuer, by the subject under which it knows them. Only the embedded issuer lets us; who
 * signs in elsewhere has an account there that is not ours.
 */
export interface IssuerAccounts {
  /** Ends the account's sign-ins at the issuer, in every browser. One that is not there has none. */
  endSignIns(subject: string): Promise<unknown>;
  /** Removes the account with all that the issuer knows of it. Can be repeated. */
  deleteAccount(subject: string): Promise<unknown>;
}
