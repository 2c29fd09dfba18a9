import type { Database, Transaction } from '../../db/database.ts';

/** What a person who has no account came with. */
export interface SignUpOrigin {
  /** Of a one-time invitation; null without. */
  inviteHash: Buffer | null;
  /** The page that a login returns to, perhaps a friend's invitation or a guest's page. */
  returnTo: string;
}

export type SignUpRefusal = 'SIGN_UP_CLOSED' | 'INVITATION_REQUIRED';

/** Decides who may become a user (SEC-26). */
export interface SignUps {
  /** Whether no one can sign up, with or without an invitation. */
  isClosed: boolean;
  /** Returns the hash of a valid one-time invitation. Throws INVITE_NOT_FOUND or SIGN_UP_CLOSED. */
  openInvite(token: string): Promise<Buffer>;
  /** Why a person with this origin can't sign up now; null if they can. Changes nothing. */
  refusalOf(db: Database, origin: SignUpOrigin): Promise<SignUpRefusal | null>;
  /**
   * Uses up a one-time invitation or the right of the first account at the commit; roll back if no account was
   * created. Throws the refusal.
   */
  admit(tx: Transaction, origin: SignUpOrigin): Promise<void>;
}
