/**
 * The browser's cache of the user's last answers, shared with the service worker. Another number when stored
 * answers lack a field that the app needs.
 */
export const ANSWERS_CACHE = 'answers 2';

/** Whether a cache holds answers of an older app. */
export function isOutdatedAnswers(name: string): boolean {
  return name.startsWith('answers') && name !== ANSWERS_CACHE;
}
