import { isLinkError, namedError } from './named-errors.ts';
import type { PlaidError } from './plaid-error.ts';
import type { Challenge } from './storage/link-sessions.ts';

export const testLogin = { username: 'user_good', password: 'pass_good' } as const;

/** Plaid's Sandbox user with transactions on request. Any non-empty password works. */
export const dynamicUsername = 'user_transactions_dynamic';

/** Plaid's Sandbox personas. Any non-empty password works; here they spend like every other customer. */
const personaUsernames = ['user_ewa_user', 'user_yuppie', 'user_small_business'];

export function refreshAddsTransactions(username: string | null): boolean {
  return username !== null && (username === dynamicUsername || personaUsernames.includes(username));
}

/** As username, or as password of `user_good`: the bank sends a code to a device. */
const deviceLogin = 'mfa_device';

export const deviceCode = '1234';

/** `mfa_questions_<rounds>_<questions>` as password of `user_good`, at most nine of each. */
const questionsPassword = /^mfa_questions_([1-9])_([1-9])$/;

/** `mfa_selections` as password of `user_good`: one question with these answers. */
const selectionsLogin = 'mfa_selections';
const selectionsAnswers = ['Yes', 'No'];

/** `mfa_selections_<rounds>_<questions>_<answers>` as password of `user_good`: at most nine of each, at least two answers. */
const selectionsPassword = /^mfa_selections_([1-9])_([1-9])_([2-9])$/;

export const mostQuestions = 9;

const testPasswords = [deviceLogin, selectionsLogin];

const forcedErrorPrefix = 'error_';

function isKnownLogin(username: string, password: string): boolean {
  if (password.trim() === '') return false;
  if (refreshAddsTransactions(username) || username === deviceLogin) return true;
  if (username !== testLogin.username) return false;
  return (
    password === testLogin.password ||
    testPasswords.includes(password) ||
    questionsPassword.test(password) ||
    selectionsPassword.test(password)
  );
}

/** Returns the error that the password `error_<CODE>` causes (https://plaid.com/docs/sandbox/test-credentials/). */
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

/** Returns the right answers; any device is correct. */
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
