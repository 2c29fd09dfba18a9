// The server never returns a typed password, so validate before sending.
(() => {
  'use strict';

  const setRevealed = (button, isRevealed) => {
    document.getElementById(button.getAttribute('aria-controls')).type = isRevealed ? 'text' : 'password';
    button.firstElementChild.textContent = isRevealed ? 'Hide' : 'Show';
  };

  const errorOf = ({ value, validity, dataset }) => {
    if (value === '') return dataset.missing;
    if (validity.patternMismatch) return dataset.malformed;
    const length = Array.from(value).length;
    return length < Number(dataset.minLength) ? dataset.tooShort.replace('{length}', length) : undefined;
  };

  const showError = (field, text) => {
    const error = document.getElementById(`${field.id}-error`);
    error.querySelector('span').textContent = text ?? '';
    error.hidden = text === undefined;
    if (text === undefined) field.removeAttribute('aria-invalid');
    else field.setAttribute('aria-invalid', 'true');
  };

  for (const button of document.querySelectorAll('[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => window.print());
  }
  // Browsers have no clipboard over plain http.
  for (const button of window.navigator.clipboard ? document.querySelectorAll('[data-copy]') : []) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const items = document.getElementById(button.dataset.copy).children;
      const isCopied = await window.navigator.clipboard
        .writeText(Array.from(items, ({ textContent }) => textContent.trim()).join('\n'))
        .then(
          () => true,
          () => false,
        );
      document.getElementById(`${button.dataset.copy}-copied`).textContent = isCopied
        ? 'Copied'
        : 'Select the codes to copy them';
    });
  }

  for (const form of document.forms) {
    const buttons = form.querySelectorAll('.reveal');
    for (const button of buttons) {
      button.hidden = false;
      button.addEventListener('click', () =>
        setRevealed(
          button,
          document.getElementById(button.getAttribute('aria-controls')).type === 'password',
        ),
      );
    }
    let sentAt = -Infinity;
    form.addEventListener('submit', (event) => {
      // The second press of a double click would show another answer than the first.
      if (event.timeStamp - sentAt < 1000) {
        event.preventDefault();
        return;
      }
      const fields = [...form.querySelectorAll('[data-missing]')];
      for (const field of fields) showError(field, errorOf(field));
      const wrong = fields.find((field) => field.hasAttribute('aria-invalid'));
      if (wrong !== undefined) {
        event.preventDefault();
        wrong.focus();
        return;
      }
      sentAt = event.timeStamp;
      // Browsers remember text fields, but offer to save passwords.
      for (const button of buttons) setRevealed(button, false);
    });
  }
})();
