import { ApiError } from '../http/api-error.ts';
import { toast } from './toast-store.ts';
import { isUnauthorized } from '../http/login-failures.ts';

/**
 * Shows a failed action (ER-3): the given words, or 'Error' with the failure's own. A missing login has its
 * own toast.
 */
export function toastFailure(error: unknown, words: { title?: string; description?: string } = {}): void {
  if (isUnauthorized(error)) return;
  toast({
    title: words.title ?? 'Error',
    description: words.description ?? messageOf(error, 'An unexpected error occurred'),
    tone: 'problem',
  });
}

export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}

/** Texts for a failure: the action as title, and the server's reason if it refused. */
export function refusalWords(error: Error): { title?: string; description?: string } {
  const { cause } = error;
  return cause instanceof ApiError && cause.status < 500
    ? { title: error.message, description: cause.message }
    : {};
}
