import { ApiError, fieldOf } from '../../../shared/http/api-error.ts';
import type { ToastContent } from '../../../shared/ui/toast-store.ts';

/** Why a bank was not connected, as the box below the button shows it (the 'bank error object' of section 3). */
export interface ConnectError {
  message: string;
  code: string;
  retryable: boolean;
}

/** A failure and the toast that tells of it. */
export interface ConnectFailure {
  error: ConnectError;
  toast: ToastContent;
}

/** A failure whose box and toast say the same. */
export function connectFailure(
  title: string,
  message: string,
  { code, retryable = false }: { code: string; retryable?: boolean },
): ConnectFailure {
  return { error: { message, code, retryable }, toast: { title, description: message, tone: 'problem' } };
}

/** What a failed request for a link token tells (BC-10). The server's own words come with its code; anything else is a lost connection. */
export function linkTokenFailure(error: unknown): ConnectFailure {
  if (error instanceof MissingLinkToken) {
    return connectFailure('Bank Connection Error', error.message, { code: 'LINK_TOKEN_ERROR' });
  }
  if (error instanceof ApiError && hasCode(error)) {
    const message = error.message || 'Unable to connect to banking service';
    return connectFailure('Bank Connection Error', message, error);
  }
  return connectFailure('Connection Error', 'Could not connect to bank services. Please try again later.', {
    code: 'LINK_TOKEN_ERROR',
    retryable: true,
  });
}

/** The server answered without a token. */
export class MissingLinkToken extends Error {
  override readonly name = 'MissingLinkToken';

  constructor() {
    super('No link token received from server');
  }
}

/** What a failed exchange tells (BC-6). */
export function exchangeFailure(error: unknown): ConnectFailure {
  if (!(error instanceof ApiError) || !hasCode(error)) {
    return connectFailure(
      'Connection Error',
      'There was a problem connecting your account. Please try again.',
      { code: 'TOKEN_EXCHANGE_ERROR' },
    );
  }
  if (fieldOf(error.details, 'action_required') === 'reconnect_account') {
    return connectFailure(
      'Reconnection Required',
      error.message || 'Please reconnect your bank account',
      error,
    );
  }
  return error.retryable
    ? connectFailure('Temporary Issue', error.message || 'Please try again in a few minutes', error)
    : connectFailure('Connection Error', error.message || 'Failed to connect bank account', error);
}

function hasCode(error: ApiError): boolean {
  return typeof fieldOf(error.details, 'error_code') === 'string';
}
