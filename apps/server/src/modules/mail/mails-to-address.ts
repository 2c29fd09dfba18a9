import { hash } from 'node:crypto';
import type { MailKind } from '../../monitoring/outcomes.ts';

const DAY_S = 24 * 60 * 60;

/** From all users together. */
export const INVITATIONS_TO_ADDRESS = { name: 'mails-to-address', times: 3, windowSeconds: DAY_S };

/**
 * Of each kind. Otherwise, a stranger who signs up with another person's email could fill the mailbox: by deleting the account and signing
 * up again, or by changing the password or adding passkeys again and again.
 */
export const ACCOUNT_MAILS_TO_ADDRESS = {
  name: 'account-mails-to-address',
  times: 5,
  windowSeconds: DAY_S,
};

/** Returns a key with a hash, so that no list of addresses is stored. */
export function keyOfMails(kind: MailKind, address: string): string {
  return `${kind} ${hash('sha256', address.toLowerCase(), 'base64url')}`;
}
