import type { Day } from '@oinkly/domain/days';
import { weekOfPromiseToken } from '@oinkly/domain/week-promises';
import { SealedSecretError, type TokenBox } from '../../security/token-box.ts';

/* The token of the link in a Monday mail. It begins with its week, which the page shows, so an old mail can't promise a later week. The user is
   sealed and bound to that week, so only this server can write it, and it tells no one whose it is. Nothing is stored: a promise needs no use-once. */

/** What no other sealed secret is bound to. */
const boundTo = (weekStart: Day) => `a promise by mail of ${weekStart}`;

interface MailedPromise {
  userId: string;
  weekStart: Day;
}

export function promiseToken(box: TokenBox, { userId, weekStart }: MailedPromise): string {
  const { keyId, sealed } = box.seal(userId, boundTo(weekStart));
  return [weekStart, sealed.toString('base64url'), Buffer.from(keyId).toString('base64url')].join('.');
}

/** Null if this server did not write the token, or its key is gone. */
export function readPromiseToken(box: TokenBox, token: string): MailedPromise | null {
  const weekStart = weekOfPromiseToken(token);
  const [, sealed, keyId] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (weekStart === null || !sealed || !keyId) return null;
  try {
    const userId = box.open({ keyId: keyId.toString('utf8'), sealed }, boundTo(weekStart));
    return { userId, weekStart };
  } catch (error) {
    if (error instanceof SealedSecretError) return null;
    throw error;
  }
}
