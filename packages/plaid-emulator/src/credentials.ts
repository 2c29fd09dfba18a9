import { isLinkError, namedError } from './named-errors.ts';
import type { PlaidError } from './plaid-error.ts';
import type { Challenge } from './storage/link-sessions.ts';

/** The one login that every test bank knows. */
export const testLogin = { username: 'user_good', password: 'pass_good' } as const;

/** Plaid's Sandbox user whose transactions can be made on request, and whose password may be anything but empty. */
export const dynamicUsername = 'user_transactions_dynamic';

/** A user, or a password of `user_good`, for whom the bank sends a code to a device. */
const deviceLogin = 'mfa_device';

/** The code that the bank sends. */
export const deviceCode = '1234';

/** `mfa_questions_<rounds>_<questions>` as a password of `user_good`: at most nine of each. */
const questionsPassword = /^mfa_questions_([1-9])_([1-9])$/;

const forcedErrorPrefix = 'error_';

function isKnownLogin(username: string, password: string): boolean {
  if (password.trim() === '') return false;
  if (username === dynamicUsername || username === deviceLogin) return true;
  if (username !== testLogin.username) return false;
  return password === testLogin.password || password === deviceLogin || questionsPassword.test(password);
}

/**
 * What a test bank answers to a login: null when it is accepted. A password `error_<CODE>` brings that error about
 * (https://plaid.com/docs/sandbox/test-credentials/), any other login than the known ones is INVALID_CREDENTIALS.
 */
export function credentialsError(username: string, password: string): PlaidError | null {
  if (password.startsWith(forcedErrorPrefix)) {
    const code = password.slice(forcedErrorPrefix.length).toUpperCase();
    if (isLinkError(code)) return namedError(code);
  }
  return isKnownLogin(username, password) ? null : namedError('INVALID_CREDENTIALS');
}

/** What a test bank asks of somebody whose login it has accepted, in this order; most are asked nothing. */
export function challengesOf(username: string, password: string): Challenge[] {
  if (username === deviceLogin || password === deviceLogin) return [{ kind: 'device' }, { kind: 'code' }];
  const [, rounds, count] = questionsPassword.exec(password) ?? [];
  return Array.from({ length: Number(rounds ?? 0) }, (_, round) => ({
    kind: 'questions',
    round,
    count: Number(count),
  }));
}

/** The right answers to a challenge; any device is right. */
export function expectedAnswers(challenge: Challenge): string[] {
  if (challenge.kind === 'device') return [];
  if (challenge.kind === 'code') return [deviceCode];
  return Array.from({ length: challenge.count }, (_, question) => `answer_${challenge.round}_${question}`);
}
