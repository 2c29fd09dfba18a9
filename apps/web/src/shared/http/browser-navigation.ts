/** A page that still shows after this time has not left. */
const LEAVING_MS = 15_000;

let leavingUntil = 0;

/** An object, so that tests can watch it: jsdom cannot leave a page. */
export const browserNavigation = {
  leaveFor: (url: string): void => {
    window.location.assign(url);
  },
  /**
   * Call it before the session ends, or as soon as it has. Open calls can still fail with 401 until the next page is here. Following them to
   * the login would sign the user in again.
   */
  startLeaving: (): void => {
    leavingUntil = Date.now() + LEAVING_MS;
  },
};

export function isPageLeaving(): boolean {
  return Date.now() < leavingUntil;
}

export function reloadPage(): void {
  window.location.reload();
}

export function currentPath(): string {
  return window.location.pathname + window.location.search;
}
