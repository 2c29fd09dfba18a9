import { DRAWN_MARK } from '@oinkly/contract/first-view';

const PRESSED_MARK = 'data-pressed';
const UNHEARD = `[${DRAWN_MARK}] :is(button, input)`;

/** Marks the last button or choice that is pressed while a page that the server has drawn waits for its scripts. Links work by themselves. */
export function noteEarlyPresses(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest(UNHEARD) : null;
    if (!button) return;
    // Otherwise, a choice would look made, and making it again would change nothing.
    event.preventDefault();
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
