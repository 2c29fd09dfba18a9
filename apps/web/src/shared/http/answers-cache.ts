/** The browser's cache of the user's last answers, shared with the service worker. */
export const ANSWERS_CACHE = 'answers';
