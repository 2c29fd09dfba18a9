import { reloadPage } from '../shared/http/browser-navigation.ts';

/** Hides a page when it is left and reloads it when Back shows it again: another user may have logged in. */
export function reloadWhenShownAgain(): void {
  window.addEventListener('pagehide', ({ persisted: isKept }) => {
    if (isKept) document.body.hidden = true;
  });
  window.addEventListener('pageshow', ({ persisted: wasKept }) => {
    if (wasKept) reloadPage();
  });
}
