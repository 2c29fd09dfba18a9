/** Set in local storage while the welcome page has yet to say that the user has signed out on all devices. */
export const SIGNED_OUT_EVERYWHERE_KEY = 'signed-out-everywhere';
