import { reloadPage } from '../shared/http/browser-navigation.ts';

/** Reloads a page that Back shows again: another user may have logged in. */
export function reloadWhenShownAgain(): void {
  window.addEventListener('pagehide', ({ persisted: isCached }) => {
    if (isCached) document.body.hidden = true;
  });
  window.addEventListener('pageshow', ({ persisted: wasCached }) => {
    if (wasCached) reloadPage();
  });
}
