/** Set in local storage until the welcome page has confirmed the sign-out on all devices. */
export const SIGNED_OUT_EVERYWHERE_KEY = 'signed-out-everywhere';
