/** An object, so that tests can watch it: jsdom cannot leave a page. */
export const browserNavigation = {
  leaveFor: (url: string): void => {
    window.location.assign(url);
  },
};

export function reloadPage(): void {
  window.location.reload();
}

export function currentPath(): string {
  return window.location.pathname + window.location.search;
}
