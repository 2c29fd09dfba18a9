import { ApiError } from './api-error.ts';
import { browserNavigation, currentPath } from './browser-navigation.ts';
import { deleteCachedAnswers } from './offline-cache.ts';

/** Returns whether the user must log in: a 401, or a message like '401: … Unauthorized' (AU-2). */
export function isUnauthorized(error: unknown): boolean {
  if (error instanceof ApiError && error.status === 401) return true;
  return error instanceof Error && /^401: .*Unauthorized/s.test(error.message);
}

/** Returns whether another user has logged in since the page loaded. */
export function isOtherUser(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'OTHER_USER';
}

/** Reloads after another login: the page's data belongs to the previous user, and the next page must not start from it. */
export function leaveIfOtherUser(error: unknown): void {
  if (isOtherUser(error)) void deleteCachedAnswers().then(() => browserNavigation.leaveFor(currentPath()));
}
