import type { Browser, BrowserContext, ConsoleMessage } from '@playwright/test';

/** The violations that pages have made. */
export interface PolicyViolations {
  seen: readonly string[];
  /** Whether the test makes them by intent, and looks at them itself. */
  areExpected: boolean;
}

/**
 * Notices every violation of a content security policy in any page, frame, window and service worker that this browser has or opens, and
 * every page whose HTML comes with a script inside, in an attribute or in an address, be it allowed or not.
 */
export async function watchPolicies(
  browser: Browser,
): Promise<{ violations: PolicyViolations; stop: () => void }> {
  const seen: string[] = [];
  const listen = (message: ConsoleMessage) => {
    if (isOfPolicy(message)) seen.push(message.text());
  };
  const watched: BrowserContext[] = [];
  const watch = async (context: BrowserContext) => {
    watched.push(context);
    context.on('console', listen);
    context.on('serviceworker', (worker) => worker.on('console', listen));
    await context.addInitScript(reportViolations);
  };
  const begin = (context: BrowserContext) => void watch(context);
  browser.on('context', begin);
  await Promise.all(browser.contexts().map(watch));
  return {
    violations: { seen, areExpected: false },
    stop: () => {
      browser.off('context', begin);
      for (const context of watched) context.off('console', listen);
    },
  };
}

/** Whether a page says by this that its policy was violated. */
export function isOfPolicy(message: ConsoleMessage): boolean {
  return message.text().includes('Content Security Policy');
}

/** Runs in every page before its own scripts: of some violations, such as a refused `eval`, the browser itself writes nothing. */
function reportViolations(): void {
  const report = (what: string) => console.error(`Content Security Policy at ${location.href}: ${what}`);
  addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => report(`${effectiveDirective} refused ${blockedURI}`),
    true,
  );
  document.addEventListener('readystatechange', () => {
    // The HTML as it came: what the page's own scripts make of it comes afterwards. Of other texts, and of
    // errors, the browser makes pages by itself.
    if (document.readyState !== 'interactive' || document.contentType !== 'text/html') return;
    if (!location.protocol.startsWith('http')) return;
    for (const element of document.querySelectorAll('*')) {
      const { localName, attributes } = element;
      // The data of the first view is JSON, which no browser runs.
      const isCode = localName === 'script' && element.getAttribute('type') !== 'application/json';
      if (localName === 'style' || (isCode && !element.hasAttribute('src')))
        report(`there is a ${localName} inside the page`);
      for (const { name, value } of attributes)
        if (name === 'style' || name.startsWith('on') || /^\s*javascript:/i.test(value))
          report(`a ${localName} has the attribute ${name}="${value}"`);
    }
  });
}
