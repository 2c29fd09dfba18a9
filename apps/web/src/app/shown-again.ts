import { reloadPage } from '../shared/http/browser-navigation.ts';

/** Hides a page when it is left and reloads it when the browser shows it again by Back: another user may be logged in by then. */
export function reloadWhenShownAgain(): void {
  window.addEventListener('pagehide', ({ persisted: isKept }) => {
    if (isKept) document.body.hidden = true;
  });
  window.addEventListener('pageshow', ({ persisted: wasKept }) => {
    if (wasKept) reloadPage();
  });
}
