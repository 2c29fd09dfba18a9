import { MAX_IDEMPOTENCY_KEY_LENGTH } from '@oinkly/contract/limits';
import { hash as digest } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';

/**
 * Two tokens may use the same key for different expenses. Throws VALIDATION_FAILED for an empty or too long
 * one.
 */
export function requestIdOf(tokenId: string, key: string): string {
  if (key.length < 1 || key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    const message = `1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters`;
    throw new AppError('VALIDATION_FAILED', { fields: [{ path: 'Idempotency-Key', message }] });
  }
  // UUID version 8 (RFC 9562): the application chooses the bits.
  const hex = digest('sha256', `${tokenId} ${key}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
