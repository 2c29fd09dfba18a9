// `data-passkey` holds WebAuthn options. The answer is a form field, so the server renders the result.
(() => {
  'use strict';
  const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication, startRegistration } =
    window.SimpleWebAuthnBrowser;
  if (!browserSupportsWebAuthn()) return;
  for (const words of document.querySelectorAll('[data-without-passkeys]')) words.remove();

  const messages = {
    'log-in': 'No passkey was used. Try again, or log in with your password.',
    add: 'No passkey was added. You can try again.',
    known: 'This device already has a passkey for you.',
  };

  const explain = (does, error) =>
    error.name === 'InvalidStateError' || error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
      ? messages.known
      : messages[does];

  const send = (form, answer) => {
    form.elements.namedItem('answer').value = JSON.stringify(answer);
    form.submit();
  };

  for (const form of document.querySelectorAll('form[data-passkey]')) {
    const does = form.dataset.passkey;
    const optionsJSON = JSON.parse(form.dataset.options);
    const status = form.querySelector('[role=status]');
    form.hidden = false;

    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      status.textContent = '';
      try {
        send(form, await (does === 'add' ? startRegistration : startAuthentication)({ optionsJSON }));
      } catch (error) {
        status.textContent = explain(does, error);
      }
    });

    // With an email field the browser may suggest passkeys. This request waits until the user picks one or
    // presses the button.
    if (does === 'log-in' && document.querySelector('[autocomplete~=webauthn]') !== null) {
      browserSupportsWebAuthnAutofill()
        .then((isKnown) => isKnown && startAuthentication({ optionsJSON, useBrowserAutofill: true }))
        .then((answer) => answer && send(form, answer))
        .catch(() => {
          // The user picked none, or pressed the button.
        });
    }
  }
})();
