/** An object, so that a test can watch it: jsdom cannot leave a page. */
export const browserNavigation = {
  /** Leaves the app for `url`. Logging in and linking a bank need it. */
  leaveFor: (url: string): void => {
    window.location.assign(url);
  },
};

/** Reloads the page for the user of the current session. */
export function reloadPage(): void {
  window.location.reload();
}

/** Where the person is now, to come back to after signing in. */
export function currentPath(): string {
  return window.location.pathname + window.location.search;
}
