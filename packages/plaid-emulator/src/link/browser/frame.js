// Runs on the pages inside the frame: tells the app's page where things stand, and does what that page or a key asks for. The pages
// work without it; it sees to it that they leave nothing in the history of the window, where going back belongs to the app.
(() => {
  'use strict';
  const holder = document.querySelector('[data-link-state]');
  const { app, onEscape, resumePath, leavePath, answerPath, ...state } = JSON.parse(holder.dataset.linkState);
  const tell = (message) => window.parent.postMessage({ type: 'plaid-link', ...message }, app);
  /** How long a form may be on its way. */
  const longestWaitMs = 30_000;
  let isBusy = false;

  function goTo(address) {
    isBusy = true;
    tell({ kind: 'wait' });
    window.location.replace(address);
  }

  let noAnswer = null;
  /** Says that nothing came of a form, and offers to send it again. Every time anew, so that it is read out every time. */
  function showNoAnswer(sendAgain) {
    noAnswer?.remove();
    noAnswer = document.querySelector('template').content.firstElementChild.cloneNode(true);
    const button = noAnswer.querySelector('button');
    button.addEventListener('click', () => {
      button.textContent = 'Trying again\u2026';
      sendAgain();
    });
    document.querySelector('main').prepend(noAnswer);
    button.focus();
  }

  let latestPath = null;
  /** Sends a form and goes where the answer leads. Leave works at any time: it cancels the step that is under way. */
  async function post(path, fields) {
    if (isBusy && (!path.endsWith('/leave') || path === latestPath)) return;
    if (isBusy) window.stop();
    isBusy = true;
    latestPath = path;
    const signal = AbortSignal.timeout(longestWaitMs);
    const response = await fetch(path, { method: 'POST', body: fields, signal }).catch(() => null);
    if (path !== latestPath) return;
    if (response?.ok) {
      // An answer that leads nowhere says what is wrong; so does the page that one comes back to.
      goTo(response.redirected ? response.url : (resumePath ?? window.location.href));
    } else {
      isBusy = false;
      showNoAnswer(() => void post(path, fields));
    }
  }

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.target === '_blank') return;
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    if (form.method === 'post') void post(form.action, fields);
    else if (!isBusy) goTo(`${form.action}?${fields}`);
  });

  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href]');
    if (link === null || link.target !== '' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!isBusy) goTo(link.href);
  });

  /** Leaves, or asks first: which, the server decides. */
  function leaveOrAsk() {
    if (onEscape === null) tell({ kind: 'leave' });
    else if (onEscape.method === 'post') void post(onEscape.path, new URLSearchParams());
    else if (!isBusy) goTo(onEscape.path);
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
    if (data.kind === 'exit') leaveOrAsk();
    if (data.kind === 'leave') void leaveUnseen();
  });

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const { target } = event;
    // In a search it empties the field.
    if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') return;
    event.preventDefault();
    leaveOrAsk();
  });

  for (const button of document.querySelectorAll('[data-close]')) {
    button.addEventListener('click', () => tell({ kind: 'leave' }));
  }

  /** Looks every second whether the person is done in the bank's own window. */
  async function awaitAnswer() {
    try {
      const response = await fetch(answerPath);
      const next = response.ok ? await response.text() : '';
      if (next.startsWith('/') && !isBusy) {
        goTo(next);
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
  // Where to go on when the next page does not come: that page is then where the person already is.
  tell({
    kind: 'state',
    state,
    address: new URL(resumePath ?? window.location.href, window.location.href).href,
  });
})();
