import { reloadPage } from '../shared/http/browser-navigation.ts';

/** Another user may be logged in when Back shows the page again. */
export function reloadWhenShownAgain(): void {
  window.addEventListener('pagehide', ({ persisted: isCached }) => {
    if (isCached) document.body.hidden = true;
  });
  window.addEventListener('pageshow', ({ persisted: wasCached }) => {
    if (wasCached) reloadPage();
  });
}
