import { DRAWN_MARK } from '@oinkly/contract/first-view';

const PRESSED_MARK = 'data-pressed';
const UNHEARD = `[${DRAWN_MARK}] button`;

/** Marks the last button that is pressed while a page that the server has drawn waits for its scripts. Links work by themselves. */
export function noteEarlyPresses(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest(UNHEARD) : null;
    if (!button) return;
    document.querySelector(`[${PRESSED_MARK}]`)?.removeAttribute(PRESSED_MARK);
    button.setAttribute(PRESSED_MARK, '');
  });
}

/** Presses the marked button, now that the page listens. */
export function repeatEarlyPress(): void {
  document.querySelector(`[${DRAWN_MARK}]`)?.removeAttribute(DRAWN_MARK);
  const button = document.querySelector<HTMLElement>(`[${PRESSED_MARK}]`);
  button?.removeAttribute(PRESSED_MARK);
  // Later, because React continues the button's part of the page at once, which it can't inside an effect.
  if (button) setTimeout(() => button.click());
}
