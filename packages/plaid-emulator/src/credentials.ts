import { PlaidError, type PlaidErrorType } from './plaid-error.ts';

/** The one login that every test bank knows. */
export const testLogin = { username: 'user_good', password: 'pass_good' } as const;

/** Plaid's Sandbox user whose password may be anything but empty. */
const anyPasswordUser = 'user_transactions_dynamic';

const forcedErrorPrefix = 'error_';

interface LoginFailure {
  type: PlaidErrorType;
  message: string;
  /** What the person reads. */
  display: string;
}

const wrongCredentials: LoginFailure = {
  type: 'ITEM_ERROR',
  message: 'the provided credentials were not correct',
  display: 'The username or password is not correct. Check both and try again.',
};

/** Errors that a login can end in (https://plaid.com/docs/sandbox/test-credentials/), with their messages. */
const loginFailures: Readonly<Record<string, LoginFailure>> = {
  INVALID_CREDENTIALS: wrongCredentials,
  ITEM_LOCKED: {
    type: 'ITEM_ERROR',
    message: 'the account is locked. prompt the user to visit the institution and unlock their account',
    display: 'Your account is locked. Unlock it with your bank, then try again.',
  },
  USER_SETUP_REQUIRED: {
    type: 'ITEM_ERROR',
    message:
      'the account has not been fully set up. prompt the user to visit the issuing institution and finish the setup process',
    display: 'Your bank needs you to finish setting up online banking first.',
  },
  MFA_NOT_SUPPORTED: {
    type: 'ITEM_ERROR',
    message: 'this account requires an MFA type that we do not currently support for the institution',
    display: 'Your bank asks for a second step that is not supported here.',
  },
  ITEM_NOT_SUPPORTED: {
    type: 'ITEM_ERROR',
    message: 'this account is currently not supported',
    display: 'This kind of account is not supported.',
  },
  NO_ACCOUNTS: {
    type: 'ITEM_ERROR',
    message: 'no valid accounts were found for this item',
    display: 'There is no open account with this login.',
  },
  INSTITUTION_DOWN: {
    type: 'INSTITUTION_ERROR',
    message: 'this institution is not currently responding to this request. please try again soon',
    display: 'The bank is not answering right now. Try again in a few minutes.',
  },
  INSTITUTION_NOT_RESPONDING: {
    type: 'INSTITUTION_ERROR',
    message: 'this institution is not currently responding to this request. please try again soon',
    display: 'The bank is not answering right now. Try again in a few minutes.',
  },
  INSTITUTION_NOT_AVAILABLE: {
    type: 'INSTITUTION_ERROR',
    message: 'this institution is not currently available',
    display: 'The bank is not available right now. Try again later.',
  },
  INSTITUTION_NO_LONGER_SUPPORTED: {
    type: 'INSTITUTION_ERROR',
    message: 'this institution is no longer supported',
    display: 'This bank is no longer supported. Choose another one.',
  },
  INTERNAL_SERVER_ERROR: {
    type: 'API_ERROR',
    message: 'an unexpected error occurred',
    display: 'Something went wrong on our side. Try again in a moment.',
  },
  PLANNED_MAINTENANCE: {
    type: 'API_ERROR',
    message: 'the Plaid API is temporarily unavailable due to planned maintenance',
    display: 'The bank connection is being maintained. Try again later.',
  },
};

function loginError(code: string, failure: LoginFailure): PlaidError {
  return new PlaidError(failure.type, code, failure.message, failure.display);
}

/**
 * What a test bank answers to a login: null when it is accepted. A password `error_<CODE>` brings that error about, any
 * other login than the known ones is INVALID_CREDENTIALS.
 */
export function credentialsError(username: string, password: string): PlaidError | null {
  if (password.startsWith(forcedErrorPrefix)) {
    const code = password.slice(forcedErrorPrefix.length).toUpperCase();
    const failure = loginFailures[code];
    if (failure !== undefined) return loginError(code, failure);
  }
  if (username === testLogin.username && password === testLogin.password) return null;
  if (username === anyPasswordUser && password.trim() !== '') return null;
  return loginError('INVALID_CREDENTIALS', wrongCredentials);
}
