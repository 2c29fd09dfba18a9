import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { chooseBank, logIn, openProvidersPages, shareAccounts } from './support/link-widget.ts';
import { answer } from './support/network.ts';

const EXCHANGE = '/api/plaid/oauth-exchange';

const success = (page: Page) => page.getByText('Redirecting you back to your account...', { exact: true });

declare global {
  interface Window {
    /** Headings shown since loading; '' for none. */
    headings: string[];
  }
}

async function recordHeadings(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.headings = [];
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent ?? '';
      if (window.headings.at(-1) !== heading) window.headings.push(heading);
    }).observe(document, { childList: true, subtree: true });
  });
}

test('a bank linked on the provider’s pages shows the same after a reload [PD-42] [BC-5]', async ({
  ana: { page },
  consoleErrors,
}) => {
  consoleErrors.expectNoAnswer();
  await page.goto('/my-account');
  await openProvidersPages(page);
  await chooseBank(page, 'First Platypus Bank');
  await logIn(page);
  await shareAccounts(page);
  await expect(success(page)).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(success(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('First Platypus Bank');
  await page.clock.fastForward(2000);
  await expect(page).toHaveURL(/\/my-account$/);
  await expect(page.getByText('First Platypus Bank')).toBeVisible();
});

test('leaving the provider’s pages without a bank returns quietly to the page before [PD-42]', async ({
  ana: { page },
  consoleErrors,
}) => {
  consoleErrors.expectNoAnswer();
  for (const path of ['/my-account', '/accounts']) {
    await page.goto(path);
    await openProvidersPages(page);
    await page
      .getByRole('button', { name: 'Leave' })
      .or(page.getByRole('link', { name: 'Leave' }))
      .click();
    await expect(page).toHaveURL(new RegExp(`${path}$`), { timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Connect Bank Account' })).toBeVisible();
    await expect(page.getByText(/failed|not connected/i)).toHaveCount(0);
  }
});

test('leaving during onboarding returns to the bank step without an error [PD-42]', async ({
  newcomer: { page, call },
}) => {
  await recordHeadings(page);
  await call('PUT', '/api/users', { fullName: 'Ana', weeklyBudget: 100 });
  await page.goto('/');
  await page.getByRole('button', { name: /^Continue Securely with/ }).click();
  await page
    .getByRole('button', { name: 'Leave' })
    .or(page.getByRole('link', { name: 'Leave' }))
    .click();
  await expect(page.getByText('Step 3 of 5')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: /^Continue Securely with/ })).toBeVisible();
  const headings = await page.evaluate(() => window.headings);
  expect(headings.slice(headings.indexOf('Processing bank connection...'))).toEqual([
    'Processing bank connection...',
    'Let your bank do the typing',
  ]);
});

test('a session that ended on the way keeps the way back [PD-42] [AU-2]', async ({
  ana: { page },
  consoleErrors,
}) => {
  consoleErrors.expectStatus(401);
  await answer(page, 'POST', EXCHANGE, { status: 401, json: { message: 'Unauthorized' } });
  const login = page.waitForRequest('**/api/login?*');
  await page.goto('/oauth-redirect?state=st');
  expect(new URL((await login).url()).searchParams.get('returnTo')).toBe('/oauth-redirect?state=st');
});

test('when the provider’s pages cannot be opened the server’s words are shown [OA-3] [API-15]', async ({
  ana: { page },
  consoleErrors,
}) => {
  consoleErrors.expectNoAnswer();
  await page.goto('/api/plaid/create-link-token');
  await expect(page).not.toHaveURL(/\/api\//);
  await page.goto('/my-account');
  await answer(page, 'GET', '/api/plaid/create-link-token', {
    text: '<meta http-equiv="refresh" content="0;url=/oauth-redirect?error=PROVIDER_UNAVAILABLE&error_description=Later.">',
  });
  await openProvidersPages(page);
  await expect(page.getByText('Later.', { exact: true })).toBeVisible();
});
