import type { Browser, BrowserContext, ConsoleMessage } from '@playwright/test';

export interface PolicyViolations {
  seen: readonly string[];
  /** Whether the test causes and checks them itself. */
  areExpected: boolean;
}

/**
 * Records all CSP violations in this browser's pages, frames, windows and service workers, and all HTML with inline script, even if
 * allowed.
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

/** Whether the message reports a policy violation. */
export function isOfPolicy(message: ConsoleMessage): boolean {
  return message.text().includes('Content Security Policy');
}

/** Runs before a page's scripts: the browser does not log some violations, such as a refused `eval`. */
function reportViolations(): void {
  const report = (what: string) => console.error(`Content Security Policy at ${location.href}: ${what}`);
  addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => report(`${effectiveDirective} refused ${blockedURI}`),
    true,
  );
  document.addEventListener('readystatechange', () => {
    // Checks the HTML as received, before scripts change it. For other content and errors the browser makes its own pages.
    if (document.readyState !== 'interactive' || document.contentType !== 'text/html') return;
    if (!location.protocol.startsWith('http')) return;
    for (const element of document.querySelectorAll('*')) {
      const { localName, attributes } = element;
      // The first view's data is JSON, which never runs.
      const isCode = localName === 'script' && element.getAttribute('type') !== 'application/json';
      if (localName === 'style' || (isCode && !element.hasAttribute('src')))
        report(`there is a ${localName} inside the page`);
      for (const { name, value } of attributes)
        if (name === 'style' || name.startsWith('on') || /^\s*javascript:/i.test(value))
          report(`a ${localName} has the attribute ${name}="${value}"`);
    }
  });
}
