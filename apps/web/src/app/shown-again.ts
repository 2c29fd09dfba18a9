import { reloadPage } from '../shared/http/browser-navigation.ts';

/** Another user may be logged in when Back shows the page again. */
export function reloadWhenShownAgain(): void {
  window.addEventListener('pagehide', ({ persisted: isKept }) => {
    if (isKept) document.body.hidden = true;
  });
  window.addEventListener('pageshow', ({ persisted: wasKept }) => {
    if (wasKept) reloadPage();
  });
}
