/** The browser's cache of the user's last answers. The service worker reads it too. */
export const ANSWERS_CACHE = 'answers';
