import { isNamedErrorCode, namedError, type NamedErrorCode } from './named-errors.ts';
import type { PlaidError } from './plaid-error.ts';

/** The one login that every test bank knows. */
export const testLogin = { username: 'user_good', password: 'pass_good' } as const;

/** Plaid's Sandbox user whose transactions can be made on request, and whose password may be anything but empty. */
export const dynamicUsername = 'user_transactions_dynamic';

const forcedErrorPrefix = 'error_';

/** Errors that a login can end in (https://plaid.com/docs/sandbox/test-credentials/). */
const loginErrorCodes: ReadonlySet<NamedErrorCode> = new Set<NamedErrorCode>([
  'INVALID_CREDENTIALS',
  'ITEM_LOCKED',
  'USER_SETUP_REQUIRED',
  'MFA_NOT_SUPPORTED',
  'ITEM_NOT_SUPPORTED',
  'NO_ACCOUNTS',
  'INSTITUTION_DOWN',
  'INSTITUTION_NOT_RESPONDING',
  'INSTITUTION_NOT_AVAILABLE',
  'INSTITUTION_NO_LONGER_SUPPORTED',
  'INTERNAL_SERVER_ERROR',
  'PLANNED_MAINTENANCE',
]);

/**
 * What a test bank answers to a login: null when it is accepted. A password `error_<CODE>` brings that error about, any
 * other login than the known ones is INVALID_CREDENTIALS.
 */
export function credentialsError(username: string, password: string): PlaidError | null {
  if (password.startsWith(forcedErrorPrefix)) {
    const code = password.slice(forcedErrorPrefix.length).toUpperCase();
    if (isNamedErrorCode(code) && loginErrorCodes.has(code)) return namedError(code);
  }
  if (username === testLogin.username && password === testLogin.password) return null;
  if (username === dynamicUsername && password.trim() !== '') return null;
  return namedError('INVALID_CREDENTIALS');
}
