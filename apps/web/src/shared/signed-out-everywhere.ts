const KEY = 'signed-out-everywhere';

/** Notes, for the next page in this browser, that the user has signed out on all devices. */
export function noteSignedOutEverywhere(): void {
  window.localStorage.setItem(KEY, '1');
}

/** Whether the user has just signed out on all devices. True until `forgetSignedOutEverywhere`. */
export function hasSignedOutEverywhere(): boolean {
  return window.localStorage.getItem(KEY) !== null;
}

/** Forgets it, once it has been shown. */
export function forgetSignedOutEverywhere(): void {
  window.localStorage.removeItem(KEY);
}
