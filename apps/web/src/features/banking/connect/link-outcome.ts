import type { PlaidLinkError, PlaidLinkOnEventMetadata, PlaidLinkOnExitMetadata } from 'react-plaid-link';
import type { ConnectFailure } from './connect-error.ts';

export type LinkOutcome = 'idle' | 'connecting' | ConnectFailure;

const TEMPORARY = 'Bank Temporarily Unavailable';
const DOWN = 'Your bank is experiencing issues. Please try again in a few minutes.';
const NOT_CONNECTED = 'Unable to connect to your bank account.';

/** Texts for errors with a code (section 8, link exit cases). */
const FAILURES: Record<string, Omit<ConnectFailure, 'code' | 'type'>> = {
  USER_PERMISSION_REVOKED: {
    title: 'Connection Cancelled',
    message: 'You cancelled the bank connection process.',
    retryable: false,
  },
  INSTITUTION_NOT_SUPPORTED: {
    title: 'Bank Not Supported',
    message: 'This bank is not currently supported. Please try a different bank.',
    retryable: false,
  },
  INSTITUTION_DOWN: { title: TEMPORARY, message: DOWN, retryable: true },
  INSTITUTION_NOT_RESPONDING: { title: TEMPORARY, message: DOWN, retryable: true },
};

const DOWN_WORDS = ['INSTITUTION_DOWN', 'INSTITUTION_NOT_RESPONDING'];
const CONNECTING_EVENTS = ['HANDOFF', 'OPEN_OAUTH'];

/**
 * Interprets the widget's exit (BC-7, BC-8). An exit without an error is silent. A code of the catalogue says
 * more than the bank's name.
 */
export function afterExit(
  error: Pick<PlaidLinkError, 'error_code' | 'error_type' | 'display_message'> | null,
  { status, institution }: Pick<PlaidLinkOnExitMetadata, 'status' | 'institution'>,
): LinkOutcome {
  if (status === 'requires_oauth') return 'connecting';
  if (!error) return 'idle';
  const { error_code: code, error_type: type, display_message: words } = error;
  if (status === 'institution_not_found') {
    return {
      title: 'OAuth Configuration Error',
      message: 'Bank connection requires additional setup. Please contact support.',
      code,
      type,
      retryable: false,
    };
  }
  const known = FAILURES[code];
  if (known) return { ...known, code, type };
  if (institution?.name) {
    const message =
      words ?? `${institution.name} isn’t available right now. Please try again in a few minutes.`;
    return { title: TEMPORARY, message, code, type, retryable: true };
  }
  return { title: 'Connection Failed', message: words ?? NOT_CONNECTED, code, type, retryable: false };
}

/** Plaid reports an unavailable bank as ERROR with a code, so both name and code count (BC-7, BC-9). */
export function afterEvent(
  name: string,
  {
    view_name: view,
    error_code: code,
    error_type: errorType,
  }: Pick<PlaidLinkOnEventMetadata, 'view_name' | 'error_code' | 'error_type'>,
): LinkOutcome | null {
  if (CONNECTING_EVENTS.includes(name) || (name === 'TRANSITION_VIEW' && view === 'OAUTH')) {
    return 'connecting';
  }
  const type = errorType ?? undefined;
  const down = [name, code].find((word) => word !== null && DOWN_WORDS.includes(word));
  if (down) return { title: TEMPORARY, message: DOWN, code: down, type, retryable: true };
  if (name !== 'ERROR') return null;
  return {
    title: 'Connection Failed',
    message: NOT_CONNECTED,
    code: code ?? 'LINK_ERROR',
    type,
    retryable: false,
  };
}
