let isLeaving = false;

/** An object, so that tests can watch it: jsdom cannot leave a page. */
export const browserNavigation = {
  leaveFor: (url: string): void => {
    isLeaving = true;
    window.location.assign(url);
  },
};

/**
 * Leaves, unless the page is leaving already. Its calls still get answers until the next page's first byte, and one
 * refused by the end of the session would lead a user who signs out to the login, which signs them in again.
 */
export function leaveUnlessLeaving(url: string): void {
  if (!isLeaving) browserNavigation.leaveFor(url);
}

export function isPageLeaving(): boolean {
  return isLeaving;
}

export function reloadPage(): void {
  window.location.reload();
}

export function currentPath(): string {
  return window.location.pathname + window.location.search;
}
