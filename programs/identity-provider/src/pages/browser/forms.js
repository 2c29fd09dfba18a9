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
    form.addEventListener('submit', (event) => {
      const fields = [...form.querySelectorAll('[data-missing]')];
      for (const field of fields) showError(field, errorOf(field));
      const wrong = fields.find((field) => field.hasAttribute('aria-invalid'));
      if (wrong !== undefined) {
        event.preventDefault();
        wrong.focus();
        return;
      }
      // Browsers remember text fields, but offer to save passwords.
      for (const button of buttons) setRevealed(button, false);
    });
  }
})();
