import { ApiError, fieldOf } from '../../../shared/http/api-error.ts';
import type { ToastContent } from '../../../shared/ui/toast-store.ts';

/** The 'bank error object' of section 3. */
export interface ConnectError {
  message: string;
  code: string;
  /** The `error_type` of the provider or server, if any. */
  type?: string | undefined;
  retryable: boolean;
}

export interface ConnectFailure extends ConnectError {
  title: string;
}

export function toastOf({ title, message }: ConnectFailure): ToastContent {
  return { title, description: message, tone: 'problem' };
}

export const INITIALIZATION_FAILURE: ConnectFailure = {
  title: 'Bank Connection Error',
  message: 'Failed to initialize bank connection',
  code: 'LINK_INITIALIZATION_ERROR',
  retryable: true,
};

const LINK_TOKEN_ERROR = { code: 'LINK_TOKEN_ERROR', type: 'INVALID_REQUEST' };

export class WidgetNotReady extends Error {
  override readonly name = 'WidgetNotReady';
}

export class MissingLinkToken extends Error {
  override readonly name = 'MissingLinkToken';

  constructor() {
    super('No link token received from server');
  }
}

/** The server's text comes with its code; anything else is a lost connection (BC-10). */
export function startFailure(error: unknown): ConnectFailure {
  if (error instanceof WidgetNotReady) return INITIALIZATION_FAILURE;
  if (error instanceof MissingLinkToken) {
    return {
      title: 'Bank Connection Error',
      message: error.message,
      ...LINK_TOKEN_ERROR,
      retryable: false,
    };
  }
  if (error instanceof ApiError && hasCode(error)) {
    const { code, retryable } = error;
    const message = serverWords(error) ?? 'Unable to connect to banking service';
    return { title: 'Bank Connection Error', message, code, type: serverType(error), retryable };
  }
  return {
    title: 'Connection Error',
    message: 'Could not connect to bank services. Please try again later.',
    ...LINK_TOKEN_ERROR,
    retryable: true,
  };
}

export function exchangeFailure(error: unknown): ConnectFailure {
  if (!(error instanceof ApiError) || !hasCode(error)) {
    return {
      title: 'Connection Error',
      message: 'There was a problem connecting your account. Please try again.',
      code: 'TOKEN_EXCHANGE_ERROR',
      retryable: false,
    };
  }
  const { code, retryable } = error;
  const type = serverType(error);
  const message = serverWords(error);
  if (fieldOf(error.details, 'action_required') === 'reconnect_account') {
    return {
      title: 'Reconnection Required',
      message: message ?? 'Please reconnect your bank account',
      code,
      type,
      retryable,
    };
  }
  return retryable
    ? {
        title: 'Temporary Issue',
        message: message ?? 'Please try again in a few minutes',
        code,
        type,
        retryable,
      }
    : {
        title: 'Connection Error',
        message: message ?? 'Failed to connect bank account',
        code,
        type,
        retryable,
      };
}

/** Undefined for an `ApiError` with only the text of its status. */
function serverWords({ details }: ApiError): string | undefined {
  const words = fieldOf(details, 'message');
  return typeof words === 'string' && words !== '' ? words : undefined;
}

function serverType({ details }: ApiError): string | undefined {
  const type = fieldOf(details, 'error_type');
  return typeof type === 'string' ? type : undefined;
}

function hasCode(error: ApiError): boolean {
  return typeof fieldOf(error.details, 'error_code') === 'string';
}
