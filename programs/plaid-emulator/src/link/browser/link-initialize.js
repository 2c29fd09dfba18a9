// Replaces https://cdn.plaid.com/link/v2/stable/link-initialize.js. Its window.Plaid shows Link as a dialog with a frame, whose pages
// report by messages.
(() => {
  'use strict';
  const script = document.currentScript;
  if (script === null || window.Plaid) return;
  const base = new URL('../../../', script.src);

  const style = `
    dialog.plaid-link {
      position: fixed; inset: 0; margin: auto; padding: 0; border: 0; overflow: hidden; box-sizing: border-box;
      width: 100vw; max-width: none; height: 100vh; height: 100dvh; max-height: none;
      background: #fffdf8; color: #22201c; pointer-events: auto;
      font: 400 1rem/1.5 ui-sans-serif, system-ui, sans-serif;
    }
    dialog.plaid-link[data-appearance='dark'] { background: #211e1a; color: #f4eee4; }
    @media (prefers-color-scheme: dark) {
      dialog.plaid-link[data-appearance='system'] { background: #211e1a; color: #f4eee4; }
    }
    dialog.plaid-link:not([open]) { display: none; }
    dialog.plaid-link:focus { outline: none; }
    dialog.plaid-link::backdrop { background: rgb(20 16 12 / 0.55); }
    dialog.plaid-link > iframe { display: block; width: 100%; height: 100%; border: 0; }
    dialog.plaid-link > div {
      position: absolute; inset: 0; background: inherit; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 16px;
      padding: 24px; box-sizing: border-box; text-align: center; text-wrap: balance;
    }
    dialog.plaid-link > div[hidden] { display: none; }
    dialog.plaid-link > div { animation: plaid-link-wait 150ms 300ms both; }
    @keyframes plaid-link-wait { from { opacity: 0; } }
    dialog.plaid-link p { margin: 0; }
    dialog.plaid-link button {
      min-height: 44px; padding: 8px 20px; border: 1.5px solid currentcolor; border-radius: 12px; background: transparent;
      color: inherit; font: inherit; font-weight: 600; cursor: pointer;
    }
    dialog.plaid-link button:focus-visible { outline: 3px solid currentcolor; outline-offset: 2px; }
    @media (prefers-reduced-motion: no-preference) {
      dialog.plaid-link[open] { animation: plaid-link-in 160ms ease-out; }
    }
    @keyframes plaid-link-in { from { opacity: 0; transform: translateY(12px); } }
    @media (min-width: 35em) and (min-height: 30em) {
      dialog.plaid-link {
        width: 30rem; height: min(46rem, 100dvh - 3rem); border-radius: 20px;
        box-shadow: 0 24px 64px -16px rgb(20 16 12 / 0.5);
      }
    }
  `;

  const longestWaitMs = 30_000;

  let isStyled = false;
  /** A style sheet object passes a CSP without inline styles. */
  function addStyle() {
    if (isStyled) return;
    isStyled = true;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }

  /** Stops the page behind from scrolling, without a jump at its scroll bar. Returns the undo. */
  function lockScroll() {
    const root = document.documentElement;
    const { overflow, paddingRight } = root.style;
    // A reserved gutter stays when the bar disappears.
    const isReserved = getComputedStyle(root).scrollbarGutter.includes('stable');
    const barWidth = isReserved ? 0 : window.innerWidth - root.clientWidth;
    root.style.overflow = 'hidden';
    if (barWidth > 0) root.style.paddingRight = `${barWidth}px`;
    return () => {
      root.style.overflow = overflow;
      root.style.paddingRight = paddingRight;
    };
  }

  /** Calls the app's callback; an error in it must not stop Link. */
  function call(callback, ...values) {
    if (typeof callback !== 'function') return;
    try {
      callback(...values);
    } catch (error) {
      reportError(error);
    }
  }

  /** The page's color scheme; a frame knows only the system's. */
  function appearance() {
    const scheme = getComputedStyle(document.documentElement).colorScheme.replace('only', '').trim();
    return scheme === 'light' || scheme === 'dark' ? scheme : 'system';
  }

  function addressOf({ token, receivedRedirectUri }) {
    const address = new URL('link/v2/stable/link.html', base);
    address.searchParams.set('token', token ?? '');
    address.searchParams.set('origin', window.location.origin);
    address.searchParams.set('appearance', appearance());
    if (receivedRedirectUri) address.searchParams.set('received_redirect_uri', receivedRedirectUri);
    return address.href;
  }

  /** `onEvent` metadata for an exit that this script reports. */
  function exitEvent({ error, metadata }) {
    return {
      account_number_mask: null,
      error_type: error ? error.error_type : null,
      error_code: error ? error.error_code : null,
      error_message: error ? error.error_message : null,
      exit_status: metadata.status,
      institution_id: metadata.institution ? metadata.institution.institution_id : null,
      institution_name: metadata.institution ? metadata.institution.name : null,
      institution_search_query: null,
      is_update_mode: null,
      match_reason: null,
      mfa_type: null,
      routing_number: null,
      selection: null,
      view_name: null,
      timestamp: new Date().toISOString(),
      link_session_id: metadata.link_session_id,
      request_id: metadata.request_id,
    };
  }

  /** Returns how to end Link. `onGone` runs when Link is off screen, before the app learns the outcome. */
  function show(config, onGone) {
    let known = {
      error: null,
      metadata: { institution: null, status: null, link_session_id: '', request_id: '' },
    };
    let heardEvents = 0;
    /** Timer while a page loads; null once it has reported. */
    let patience = null;
    let isReady = false;
    let isClosed = false;

    addStyle();
    const dialog = document.createElement('dialog');
    dialog.className = 'plaid-link';
    dialog.dataset.appearance = appearance();
    dialog.setAttribute('aria-label', 'Bank Link');
    const waiting = document.createElement('div');
    const note = document.createElement('p');
    // Announces later text.
    note.setAttribute('role', 'status');
    const retryButton = addButton('Try again', () => loadAgain());
    const leaveButton = addButton('Leave', () => leaveNow());
    waiting.append(note, retryButton, leaveButton);
    const frame = document.createElement('iframe');
    frame.id = 'plaid-link-iframe-1';
    frame.title = 'Bank Link';
    let address = addressOf(config);
    frame.src = address;
    showWaiting();
    dialog.append(frame, waiting);

    function addButton(name, press) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name;
      button.addEventListener('click', press);
      return button;
    }

    function showWaiting() {
      note.textContent = 'Opening Bank Link\u2026';
      retryButton.hidden = true;
    }

    /** After the wait, offers to load the page again or to leave. */
    function awaitPage(longestMs) {
      clearTimeout(patience);
      patience = setTimeout(() => {
        isReady = false;
        note.textContent = 'Bank Link isn’t responding. Check your connection, then try again.';
        retryButton.hidden = false;
        waiting.hidden = false;
        retryButton.focus();
      }, longestMs);
    }

    /** Replaces the frame's page, because its history is the window's. */
    function loadAgain() {
      showWaiting();
      leaveButton.focus();
      awaitPage(longestWaitMs);
      frame.contentWindow.location.replace(address);
    }

    const tell = (kind) => frame.contentWindow?.postMessage({ type: 'plaid-link', kind }, base.origin);

    function close() {
      isClosed = true;
      clearTimeout(patience);
      patience = null;
      unlockScroll();
      dialog.close();
      onGone();
    }

    function remove() {
      window.removeEventListener('message', receive);
      dialog.remove();
    }

    /** The hidden frame stays until it has reported its last state to the server. */
    function leaveNow() {
      if (isClosed) return;
      close();
      if (isReady) {
        // A new Link may open before this frame is removed.
        frame.removeAttribute('id');
        frame.removeAttribute('title');
        tell('leave');
        setTimeout(remove, 5000);
      } else remove();
      call(config.onEvent, 'EXIT', exitEvent(known));
      call(config.onExit, known.error, known.metadata);
    }

    function end(ending) {
      close();
      remove();
      if (ending.kind === 'success') call(config.onSuccess, ending.publicToken, ending.metadata);
      else call(config.onExit, ending.error, ending.metadata);
    }

    function take({ state, address: current }) {
      isReady = true;
      address = current;
      clearTimeout(patience);
      patience = null;
      waiting.hidden = true;
      known = state.exit;
      if (document.activeElement !== frame) frame.focus();
      for (const [index, { name, metadata }] of state.events.entries()) {
        // The app may end Link on any event.
        if (isClosed || index < heardEvents) continue;
        heardEvents = index + 1;
        call(config.onEvent, name, metadata);
      }
      if (isClosed) return;
      if (state.ending) end(state.ending);
      else if (state.redirect) window.location.assign(state.redirect);
    }

    function receive({ source, origin, data }) {
      if (source !== frame.contentWindow || origin !== base.origin) return;
      if (typeof data !== 'object' || data === null || data.type !== 'plaid-link') return;
      if (isClosed) {
        if (data.kind === 'left') remove();
      } else if (data.kind === 'state') take(data);
      else if (data.kind === 'wait') awaitPage(longestWaitMs);
      else if (data.kind === 'leave') leaveNow();
    }

    function leave() {
      if (isReady) tell('exit');
      else leaveNow();
    }

    // A page that reports nothing is the browser's error page.
    frame.addEventListener('load', () => {
      if (patience !== null) awaitPage(1000);
    });
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      leave();
    });
    // A browser may close a dialog without a cancel event.
    dialog.addEventListener('close', () => leaveNow());
    window.addEventListener('message', receive);
    document.body.append(dialog);
    const unlockScroll = lockScroll();
    dialog.showModal();
    awaitPage(longestWaitMs);

    return {
      leave,
      leaveNow,
      remove() {
        if (!isClosed) close();
        remove();
      },
    };
  }

  function create(config) {
    let shown = null;
    let isDestroyed = false;
    let afterExit = null;
    const onExit = (error, metadata) => {
      call(config.onExit, error, metadata);
      const callback = afterExit;
      afterExit = null;
      call(callback);
    };
    setTimeout(() => {
      if (!isDestroyed) call(config.onLoad);
    });
    return {
      open() {
        if (isDestroyed || shown !== null) return;
        shown = show({ ...config, onExit }, () => {
          shown = null;
        });
      },
      exit(options, callback) {
        if (shown === null) {
          call(callback);
          return;
        }
        afterExit = callback ?? null;
        if (options && options.force) shown.leaveNow();
        else shown.leave();
      },
      // The test banks need no data from the app.
      submit() {},
      destroy() {
        isDestroyed = true;
        if (shown !== null) shown.remove();
      },
    };
  }

  /** Plaid's embedded Link starts with a search; this one is a button that opens Link. */
  function createEmbedded(config, target) {
    const handler = create(config);
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Connect your bank';
    button.addEventListener('click', () => handler.open());
    target.append(button);
    return {
      destroy() {
        handler.destroy();
        button.remove();
      },
    };
  }

  window.Plaid = { create, createEmbedded };
})();
