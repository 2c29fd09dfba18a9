import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

// What other tests cannot do; the fixture `policyViolations` checks all of them for violations.

/** Script sources of an answer's policy. */
async function scriptSourcesOf(page: Page, path: string): Promise<string> {
  const answer = await page.goto(path);
  expect(answer?.headers()['content-type'], path).toContain('text/html');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  return /(?:^|; ?)script-src ([^;]*)/.exec(policy)?.[1] ?? policy;
}

test('every page allows only our own script files, and has no inline script [SEC-7]', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expected.push(/responded with a status of 4\d\d/, /^4\d\d \S*\/api\//);
  for (const path of [
    '/',
    '/no/such/page',
    '/accessibility',
    '/privacy',
    '/goodbye',
    '/index.html',
    `/c/${'x'.repeat(32)}`,
    `/m/${'x'.repeat(32)}`,
    '/idp/auth',
    '/idp/account',
    '/idp/session/end/success',
    '/plaid-emulator/link/session/none',
  ])
    expect(await scriptSourcesOf(page, path), path).toBe("'self'");
  // No script list allows none.
  expect(await scriptSourcesOf(page, '/plaid-emulator/hosted-link/none')).toMatch(
    /^default-src 'none'; style-src 'self'; img-src data:;/,
  );
});

test('signing out without a session uses a self-submitting page without inline script [SEC-7]', async ({
  page,
}) => {
  await page.goto('/idp/session/end');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re signed out');
});

const TITLE = 'What Oinkly keeps · Oinkly';

/** Tries what injected markup or script would do. */
const FORBIDDEN = {
  'a script inside the page': () => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "Mine"';
    document.head.append(script);
  },
  'a handler in an attribute': () => {
    document.body.setAttribute('onclick', 'document.title = "Mine"');
    document.body.click();
  },
  'a script in an address': () => {
    const link = document.createElement('a');
    link.href = 'javascript:void(document.title = "Mine")';
    document.body.append(link);
    link.click();
  },
  'text that becomes script': () => {
    Reflect.apply(setTimeout, window, ['document.title = "Mine"']);
  },
  'a style inside the page': () => {
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.head.append(style);
  },
};

test('injected scripts and styles are refused and noticed, in every window [SEC-7]', async ({
  page,
  browser,
  origin,
  policyViolations,
}) => {
  policyViolations.areExpected = true;
  const elsewhere = await browser.newContext({ baseURL: origin });
  for (const window of [page, await elsewhere.newPage()]) {
    for (const [what, attempt] of Object.entries(FORBIDDEN)) {
      await window.goto('/privacy');
      await expect(window).toHaveTitle(TITLE);
      const before = policyViolations.seen.length;
      await window.evaluate(attempt);
      await expect
        .poll(() => policyViolations.seen.slice(before).join('\n'), what)
        .toMatch(/Content Security Policy at .*: (script|style)-src\S* refused (inline|eval)/);
      expect(await window.title(), what).toBe(TITLE);
    }
  }
  await elsewhere.close();
});

test('the browser knows every name of the permissions policy [SEC-7]', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const answer = await page.goto('/');
  expect(answer?.headers()['permissions-policy']).toContain('camera=()');
  await expect(page.getByRole('heading', { name: 'Welcome to Oinkly' })).toBeVisible();
  expect(complaints).toEqual([]);
});
