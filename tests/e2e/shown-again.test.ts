import type { Page } from '@playwright/test';
import { chooseBank, widget } from './support/link-widget.ts';
import { watchRequests } from './support/network.ts';
import { expect, test } from './support/test.ts';

// Playwright turns off the browser's back/forward cache by default.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    { scope: 'worker' },
  ],
});

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.addEventListener('pageshow', ({ persisted: wasKept }) => {
      if (wasKept && window === window.top)
        sessionStorage.setItem('wasKept', document.body.hidden ? 'hidden' : 'for all to see');
    });
  });
});

// Whether a page is kept is the browser's choice: it declines when the machine is short of memory or time. Each worker starts a browser.
test.describe.configure({ retries: 2, mode: 'default' });

/** Goes back to a page in the back/forward cache. Fails with the browser's reason if it was not kept. */
async function goBackToKept(page: Page): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.removeItem('wasKept');
    history.back();
  });
  await expect.poll(() => page.evaluate(keptOrReason).catch(() => null)).toBe('hidden');
}

function keptOrReason(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return sessionStorage.getItem('wasKept') ?? JSON.stringify(navigation);
}

test('going back after another user signed out shows nothing of them [SEC-3]', async ({
  ana: { page, call },
}) => {
  await call('POST', '/api/expenses', {
    name: 'A secret',
    amount: 9,
    date: '2026-06-02',
    category: 'Dining',
  });
  await page.goto('/expenses');
  await expect(page.getByText('A secret').first()).toBeVisible();
  const { answered } = watchRequests(page);
  await page.goto('/my-account');
  await expect(page.getByRole('link', { name: 'Sign Out' })).toBeVisible();
  // A page that waits for an answer may not be cached.
  await answered();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Oinkly');
  await goBackToKept(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Oinkly');
});

test("a user who goes back from a bank's pages finds the button idle [BC-7]", async ({ ana: { page } }) => {
  await page.goto('/accounts');
  await page.getByRole('button', { name: 'Connect Bank Account' }).click();
  await chooseBank(widget(page), 'Platypus OAuth Bank');
  await widget(page).getByRole('button', { name: 'Continue to Platypus OAuth Bank' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  await goBackToKept(page);
  await expect(page.getByRole('button', { name: 'Connect Bank Account' })).toBeEnabled();
  await expect(page.locator('iframe')).toHaveCount(0);
});
