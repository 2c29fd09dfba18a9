import { ApiError } from './api-error.ts';
import { browserNavigation, currentPath } from './browser-navigation.ts';
import { deleteCachedAnswers } from './offline-cache.ts';

/** A 401, or a message like '401: … Unauthorized' (AU-2). */
export function isUnauthorized(error: unknown): boolean {
  if (error instanceof ApiError && error.status === 401) return true;
  return error instanceof Error && /^401: .*Unauthorized/s.test(error.message);
}

/** Another user has logged in since the page loaded. */
export function isOtherUser(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'OTHER_USER';
}

/** Deletes the previous user's answers first, so that the page doesn't start from them. */
export function leaveIfOtherUser(error: unknown): void {
  if (isOtherUser(error)) void deleteCachedAnswers().then(() => browserNavigation.leaveFor(currentPath()));
}
