/** Shared with the service worker. */
export const ANSWERS_CACHE = 'answers';
