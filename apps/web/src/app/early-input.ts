import { DRAWN_MARK } from '@oinkly/contract/first-view';

const PRESSED_MARK = 'data-pressed';
const UNHEARD = `[${DRAWN_MARK}] :is(button, input)`;
/** A choice is a press. */
const FIELDS = 'input:not([type="radio"], [type="checkbox"]), select';

type Field = HTMLInputElement | HTMLSelectElement;

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

/** Reports the fields that were filled in and presses the marked button, now that the page listens. */
export function repeatEarlyInput(): void {
  const drawn = document.querySelector(`[${DRAWN_MARK}]`);
  drawn?.removeAttribute(DRAWN_MARK);
  // Their values now, because React's next render overwrites them.
  const filled = [...(drawn?.querySelectorAll<Field>(FIELDS) ?? [])]
    .map((field) => ({ field, value: field.value }))
    .filter(({ field, value }) => value !== drawnValueOf(field));
  const button = document.querySelector<HTMLElement>(`[${PRESSED_MARK}]`);
  button?.removeAttribute(PRESSED_MARK);
  filled.forEach(report);
  // After the page has taken in the fields.
  if (button) setTimeout(() => button.click());
}

function drawnValueOf(field: Field): string | undefined {
  if (field instanceof HTMLInputElement) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

function report({ field, value }: { field: Field; value: string }): void {
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  // React takes the text for known. It watches the element's own property, but not its prototype's.
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
