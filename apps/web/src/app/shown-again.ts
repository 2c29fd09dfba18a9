import { reloadPage } from '../shared/http/browser-navigation.ts';

/**
 * Has a page loaded anew that the browser would show again as it was left, when somebody goes back to it: by then it may be somebody else who
 * sits here, or nobody may be signed in. What is on it is hidden as it is left, so that not a glimpse of it is seen.
 */
export function reloadWhenShownAgain(): void {
  window.addEventListener('pagehide', ({ persisted: isKept }) => {
    if (isKept) document.body.hidden = true;
  });
  window.addEventListener('pageshow', ({ persisted: wasKept }) => {
    if (wasKept) reloadPage();
  });
}
