// The pages' side of passkeys. Each form with data-passkey holds what the browser is to be asked for; the answer goes into its field and is
// sent like any form, so that what comes of it is a page of the server's.
(() => {
  'use strict';
  const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication, startRegistration } =
    window.SimpleWebAuthnBrowser;
  if (!browserSupportsWebAuthn()) return;
  for (const words of document.querySelectorAll('[data-without-passkeys]')) words.remove();

  const told = {
    'log-in': 'No passkey was used. Try again, or log in with your password.',
    add: 'No passkey was added. You can try again.',
    known: 'This device already has a passkey for you.',
  };

  /** The words for a ceremony that came to nothing. */
  const explain = (does, error) =>
    error.name === 'InvalidStateError' || error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
      ? told.known
      : told[does];

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

    // Where the e-mail is typed the browser may offer passkeys by itself. It waits until somebody picks one; pressing the button ends that.
    if (does === 'log-in' && document.querySelector('[autocomplete~=webauthn]') !== null) {
      browserSupportsWebAuthnAutofill()
        .then((isKnown) => isKnown && startAuthentication({ optionsJSON, useBrowserAutofill: true }))
        .then((answer) => answer && send(form, answer))
        .catch(() => {
          // Nobody picked one, or the button was pressed.
        });
    }
  }
})();
