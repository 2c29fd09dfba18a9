import { contractVersion } from '../contract-version.ts';

const PREFIX = 'answers ';

/** The name of the browser's cache of a user's last answers, which the service worker shares. */
export function answersCacheOf(userId: string): string {
  return `${PREFIX}${contractVersion()} ${userId}`;
}

export function isAnswersCache(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Whether a cache holds answers that this app can read. */
export function isCurrentAnswersCache(name: string): boolean {
  return name.startsWith(answersCacheOf(''));
}
