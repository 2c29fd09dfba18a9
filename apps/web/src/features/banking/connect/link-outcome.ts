import type { PlaidLinkError, PlaidLinkOnEventMetadata, PlaidLinkOnExitMetadata } from 'react-plaid-link';
import { connectFailure, type ConnectFailure } from './connect-error.ts';

/** Where the button goes after the widget has said something. */
export type LinkOutcome = 'idle' | 'connecting' | ConnectFailure;

const TEMPORARY = 'Bank Temporarily Unavailable';
const DOWN = 'Your bank is experiencing issues. Please try again in a few minutes.';

/** The catalogue's own words for what Plaid names by a code (section 8, link exit cases). */
const FAILURES: Record<string, [title: string, message: string, retryable: boolean]> = {
  USER_PERMISSION_REVOKED: ['Connection Cancelled', 'You cancelled the bank connection process.', false],
  INSTITUTION_NOT_SUPPORTED: [
    'Bank Not Supported',
    'This bank is not currently supported. Please try a different bank.',
    false,
  ],
  INSTITUTION_DOWN: [TEMPORARY, DOWN, true],
  INSTITUTION_NOT_RESPONDING: [TEMPORARY, DOWN, true],
};

const DOWN_EVENTS = new Set(['INSTITUTION_DOWN', 'INSTITUTION_NOT_RESPONDING']);
const CONNECTING_EVENTS = new Set(['HANDOFF', 'OPEN_OAUTH']);

/**
 * What an exit of the widget means (BC-7, BC-8). Whoever closes it without an error wanted to: back to idle, without a word. A code of
 * the catalogue says more than the bank's name alone, so it is looked at first.
 */
export function afterExit(
  error: Pick<PlaidLinkError, 'error_code' | 'display_message'> | null,
  { status, institution }: Pick<PlaidLinkOnExitMetadata, 'status' | 'institution'>,
): LinkOutcome {
  if (status === 'requires_oauth') return 'connecting';
  if (!error) return 'idle';
  const { error_code: code } = error;
  if (status === 'institution_not_found') {
    return connectFailure(
      'OAuth Configuration Error',
      'Bank connection requires additional setup. Please contact support.',
      { code },
    );
  }
  const known = FAILURES[code];
  if (known) return connectFailure(known[0], known[1], { code, retryable: known[2] });
  if (institution?.name) {
    const message =
      error.display_message ?? `${institution.name} did not let us in. Please try again in a few minutes.`;
    return connectFailure(TEMPORARY, message, { code, retryable: true });
  }
  return connectFailure(
    'Connection Failed',
    error.display_message ?? 'Unable to connect to your bank account.',
    {
      code,
    },
  );
}

/** What an event of the widget means while it is open (BC-7, BC-9); null: nothing. Plaid tells of a bank that is down as an ERROR with its code. */
export function afterEvent(
  name: string,
  {
    view_name: view,
    error_code: code,
    error_message: message,
  }: Pick<PlaidLinkOnEventMetadata, 'view_name' | 'error_code' | 'error_message'>,
): LinkOutcome | null {
  if (CONNECTING_EVENTS.has(name) || (name === 'TRANSITION_VIEW' && view === 'OAUTH')) return 'connecting';
  const down = [name, code].find((word) => word !== null && DOWN_EVENTS.has(word));
  if (down) return connectFailure(TEMPORARY, DOWN, { code: down, retryable: true });
  if (name !== 'ERROR') return null;
  return connectFailure('Connection Failed', message ?? 'Unable to connect to your bank account.', {
    code: code ?? 'LINK_ERROR',
  });
}
