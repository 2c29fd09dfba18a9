// Reports the framed pages' state to the app's page and handles its requests and Escape. The pages work
// without it. It keeps them out of the window's history, which belongs to the app.
(() => {
  'use strict';
  const holder = document.querySelector('[data-link-state]');
  const { app, onEscape, resumePath, leavePath, answerPath, ...state } = JSON.parse(holder.dataset.linkState);
  const tell = (message) => window.parent.postMessage({ type: 'plaid-link', ...message }, app);
  const longestWaitMs = 30_000;
  let isBusy = false;

  function goTo(address) {
    isBusy = true;
    tell({ kind: 'wait' });
    window.location.replace(address);
  }

  let noAnswer = null;
  /** A new box each time makes screen readers announce it. */
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
  /** Leave always works: it cancels the step in progress. */
  async function post(path, fields) {
    if (isBusy && (!path.endsWith('/leave') || path === latestPath)) return;
    if (isBusy) window.stop();
    isBusy = true;
    latestPath = path;
    const signal = AbortSignal.timeout(longestWaitMs);
    const response = await fetch(path, { method: 'POST', body: fields, signal }).catch(() => null);
    if (path !== latestPath) return;
    if (response?.ok) {
      // Without a redirect the answer, or the page to resume, shows the error.
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
    if (event.target.closest('[data-close]') !== null) {
      tell({ kind: 'leave' });
      return;
    }
    const link = event.target.closest('a[href]');
    if (link === null || link.target !== '' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!isBusy) goTo(link.href);
  });

  /** The server decides whether to leave or to ask first. */
  function leaveOrAsk() {
    if (onEscape === null) tell({ kind: 'leave' });
    else if (onEscape.method === 'post') void post(onEscape.path, new URLSearchParams());
    else if (!isBusy) goTo(onEscape.path);
  }

  /** Leaves after Link has disappeared from the screen. */
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
    // Escape empties a search field first.
    if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') return;
    event.preventDefault();
    leaveOrAsk();
  });

  async function awaitAnswer() {
    try {
      const response = await fetch(answerPath);
      const next = response.ok ? await response.text() : '';
      if (next.startsWith('/') && !isBusy) {
        goTo(next);
        return;
      }
    } catch {
      // No answer; try again in a second.
    }
    setTimeout(() => void awaitAnswer(), 1000);
  }

  document.addEventListener('DOMContentLoaded', () => {
    // Focus goes where the page asks, or to its heading.
    const heading = document.querySelector('h1');
    heading.tabIndex = -1;
    (document.querySelector('[autofocus]') ?? heading).focus();
    tell({
      kind: 'state',
      state,
      address: new URL(resumePath ?? window.location.href, window.location.href).href,
    });
    if (answerPath !== null) void awaitAnswer();
  });
})();
