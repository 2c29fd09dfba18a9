// Runs on the pages inside the frame: tells the app's page where things stand, and does what that page or a key asks for.
(() => {
  'use strict';
  const holder = document.querySelector('[data-link-state]');
  const { app, onEscape, leavePath, answerPath, ...state } = JSON.parse(holder.dataset.linkState);
  const tell = (message) => window.parent.postMessage({ type: 'plaid-link', ...message }, app);

  function post(path) {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = path;
    document.body.append(form);
    form.submit();
  }

  /** Leaves, or asks first: which, the server decides. */
  function escape() {
    if (onEscape === null) tell({ kind: 'leave' });
    else if (onEscape.method === 'post') post(onEscape.path);
    else window.location.assign(onEscape.path);
  }

  /** Leaves although nobody will see what comes of it. */
  async function leaveUnseen() {
    try {
      if (leavePath !== null) await fetch(leavePath, { method: 'POST', keepalive: true });
    } finally {
      tell({ kind: 'left' });
    }
  }

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== app || data?.type !== 'plaid-link') return;
    if (data.kind === 'exit') escape();
    if (data.kind === 'leave') void leaveUnseen();
  });

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // In a search it empties the field.
    if (
      event.target instanceof HTMLInputElement &&
      event.target.type === 'search' &&
      event.target.value !== ''
    )
      return;
    event.preventDefault();
    escape();
  });

  for (const button of document.querySelectorAll('[data-close]')) {
    button.addEventListener('click', () => tell({ kind: 'leave' }));
  }

  /** Looks every second whether the person is done in the bank's own window. */
  async function awaitAnswer() {
    try {
      const { next } = await (await fetch(answerPath)).json();
      if (next !== null) {
        window.location.replace(next);
        return;
      }
    } catch {
      // No answer this time; the next look may get one.
    }
    setTimeout(() => void awaitAnswer(), 1000);
  }
  if (answerPath !== null) void awaitAnswer();

  // A new page begins where it wants to, or at its heading.
  const heading = document.querySelector('h1');
  heading.tabIndex = -1;
  (document.querySelector('[autofocus]') ?? heading).focus();
  tell({ kind: 'state', state });
})();
