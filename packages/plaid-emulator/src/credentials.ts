import { isLinkError, namedError } from './named-errors.ts';
import type { PlaidError } from './plaid-error.ts';
import type { Challenge } from './storage/link-sessions.ts';

/** The one login that every test bank knows. */
export const testLogin = { username: 'user_good', password: 'pass_good' } as const;

/** Plaid's Sandbox user whose transactions can be made on request, and whose password may be anything but empty. */
export const dynamicUsername = 'user_transactions_dynamic';

/** Plaid's Sandbox users with a way of spending of their own, whose password may be anything but empty. Here they spend like anybody. */
const personaUsernames = ['user_ewa_user', 'user_yuppie', 'user_small_business'];

/** Whether /transactions/refresh brings new transactions to a user whenever it is called. */
export function hasNewsOnRefresh(username: string | null): boolean {
  return username !== null && (username === dynamicUsername || personaUsernames.includes(username));
}

/** A user, or a password of `user_good`, for whom the bank sends a code to a device. */
const deviceLogin = 'mfa_device';

/** The code that the bank sends. */
export const deviceCode = '1234';

/** `mfa_questions_<rounds>_<questions>` as a password of `user_good`: at most nine of each. */
const questionsPassword = /^mfa_questions_([1-9])_([1-9])$/;

/** `mfa_selections` as a password of `user_good`: one question, with these answers. */
const selectionsLogin = 'mfa_selections';
const selectionsAnswers = ['Yes', 'No'];

/** `mfa_selections_<rounds>_<questions>_<answers>` as a password of `user_good`: at most nine of each, and two answers at least. */
const selectionsPassword = /^mfa_selections_([1-9])_([1-9])_([2-9])$/;

/** The most questions that are asked at once. */
export const mostQuestions = 9;

const testPasswords = [deviceLogin, selectionsLogin];

const forcedErrorPrefix = 'error_';

function isKnownLogin(username: string, password: string): boolean {
  if (password.trim() === '') return false;
  if (hasNewsOnRefresh(username) || username === deviceLogin) return true;
  if (username !== testLogin.username) return false;
  return (
    password === testLogin.password ||
    testPasswords.includes(password) ||
    questionsPassword.test(password) ||
    selectionsPassword.test(password)
  );
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

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** What a test bank asks of somebody whose login it has accepted, in this order; most are asked nothing. */
export function challengesOf(username: string, password: string): Challenge[] {
  if (username === deviceLogin || password === deviceLogin) return [{ kind: 'device' }, { kind: 'code' }];
  if (password === selectionsLogin) return [{ kind: 'selections', questions: [selectionsAnswers] }];
  const [, rounds, count] = questionsPassword.exec(password) ?? [];
  if (rounds !== undefined) {
    return times(Number(rounds), (round) => ({ kind: 'questions', round, count: Number(count) }));
  }
  const [, turns, questions, answers] = selectionsPassword.exec(password) ?? [];
  return times(Number(turns ?? 0), (round) => ({
    kind: 'selections',
    questions: times(Number(questions), (question) =>
      times(Number(answers), (answer) => `answer_${round}_${question}_${answer}`),
    ),
  }));
}

/** The right answers to a challenge; any device is right. */
export function expectedAnswers(challenge: Challenge): string[] {
  switch (challenge.kind) {
    case 'device':
      return [];
    case 'code':
      return [deviceCode];
    case 'questions':
      return times(challenge.count, (question) => `answer_${challenge.round}_${question}`);
    case 'selections':
      return challenge.questions.map(([first = '']) => first);
  }
}
