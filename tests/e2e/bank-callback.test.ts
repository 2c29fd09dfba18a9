import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { runUntilVisible, stopClock } from './support/clock.ts';
import { chooseBank, logIn, openProvidersPages, shareAccounts } from './support/link-widget.ts';
import { answer, hold, recordCalls } from './support/network.ts';

const EXCHANGE = '/api/plaid/oauth-exchange';
const LINKED = { json: { success: true, institutionName: 'First Platypus Bank' } };

const processing = (page: Page) => page.getByText('Processing bank connection...', { exact: true });
const success = (page: Page) => page.getByText('Redirecting you back to your account...', { exact: true });
const failure = (page: Page) => page.getByText('Redirecting you back to try again...', { exact: true });
const onSignup = (page: Page) => page.evaluate(() => sessionStorage.setItem('signupBankSuccess', 'true'));
const flag = (page: Page) => page.evaluate(() => sessionStorage.getItem('signupBankSuccess'));

declare global {
  interface Window {
    /** Each heading that the page has shown since it was loaded, and '' where it showed none. */
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

test('the parameters go to the exchange under a spinner; success says so and leads to the account after 2 seconds [OA-1] [OA-2] [API-17]', async ({
  reader: { page },
}) => {
  await answer(page, 'POST', EXCHANGE, LINKED);
  const exchange = await hold(page, 'POST', EXCHANGE);
  const { bodiesOf } = recordCalls(page);
  await page.goto('/oauth-redirect?oauth_state_id=si&account_id=ac&code=co&state=st');
  await expect(processing(page)).toBeVisible();
  await stopClock(page);
  exchange.release();
  await expect(success(page)).toBeVisible();
  expect(bodiesOf(`POST ${EXCHANGE}`)).toEqual([
    { authorization_code: 'co', oauth_state_id: 'si', state: 'st' },
  ]);
  await page.clock.runFor(1900);
  await expect(page).toHaveURL(/\/oauth-redirect/);
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/\/my-account$/);
});

test('a public token goes to the token exchange [OA-1] [API-16]', async ({ reader: { page } }) => {
  await answer(page, 'POST', '/api/plaid/exchange-token', LINKED);
  const { bodiesOf } = recordCalls(page);
  await page.goto('/goodbye');
  await page.evaluate(() => sessionStorage.setItem('bankLink', '{"from":"/my-account"}'));
  await page.goto('/oauth-redirect?public_token=public-1');
  await expect(success(page)).toBeVisible();
  expect(bodiesOf('POST /api/plaid/exchange-token')).toEqual([{ public_token: 'public-1' }]);
});

test('success of an attempt during onboarding leads back there and clears the flag [OA-2]', async ({
  newcomer: { page, call },
}) => {
  await call('PUT', '/api/users', { fullName: 'Ana', weeklyBudget: 100 });
  await answer(page, 'POST', EXCHANGE, LINKED);
  await page.goto('/goodbye');
  await onSignup(page);
  await page.goto('/oauth-redirect?state=st');
  await expect(success(page)).toBeVisible();
  await page.clock.fastForward(2000);
  await expect(page).toHaveURL(/\/signup-flow$/);
  expect(await flag(page)).toBeNull();
});

for (const [query, words] of [
  ['?error=access_denied&error_description=The%20bank%20said%20no.', 'The bank said no.'],
  ['?error=access_denied', 'Bank connection failed. Please try again.'],
  ['', 'Invalid OAuth callback. Please try connecting your bank again.'],
  ['?state=&code=', 'Invalid OAuth callback. Please try connecting your bank again.'],
] as const) {
  test(`'${query}' says '${words}' and leads to the account after 3 seconds [OA-1] [OA-3]`, async ({
    reader: { page },
  }) => {
    await stopClock(page);
    await page.goto(`/oauth-redirect${query}`);
    await runUntilVisible(page, page.getByText(words, { exact: true }), 50);
    await expect(failure(page)).toBeVisible();
    await page.clock.runFor(2900);
    await expect(page).toHaveURL(/\/oauth-redirect/);
    await page.clock.runFor(100);
    await expect(page).toHaveURL(/\/my-account$/);
  });
}

for (const [what, reply] of [
  ['an error in JSON', { status: 502, json: { message: 'secret detail', error_code: 'PROVIDER_REJECTED' } }],
  ['an error that is not JSON', { status: 500, text: 'oops' }],
  ['no answer', { noAnswer: true }],
] as const) {
  test(`an exchange that ends with ${what} says so in its own words and leads to the account after 3 seconds [OA-3]`, async ({
    reader: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(502);
    consoleErrors.expectStatus(500);
    consoleErrors.expectNoAnswer();
    consoleErrors.expected.push(/^The bank connection was not completed/);
    await page.goto('/goodbye');
    await onSignup(page);
    await stopClock(page);
    await answer(page, 'POST', EXCHANGE, reply);
    await page.goto('/oauth-redirect?state=st');
    await runUntilVisible(
      page,
      page.getByText('Failed to complete bank connection. Please try again.', { exact: true }),
      50,
    );
    await expect(failure(page)).toBeVisible();
    await page.clock.runFor(2900);
    await expect(page).toHaveURL(/\/oauth-redirect/);
    await page.clock.runFor(100);
    await expect(page).toHaveURL(/\/my-account$/);
  });
}

test('missing parameters during onboarding lead back there [OA-3]', async ({ newcomer: { page, call } }) => {
  await call('PUT', '/api/users', { fullName: 'Ana', weeklyBudget: 100 });
  await page.goto('/goodbye');
  await onSignup(page);
  await page.goto('/oauth-redirect');
  await expect(failure(page)).toBeVisible();
  await page.clock.fastForward(3000);
  await expect(page).toHaveURL(/\/signup-flow$/);
});

test('an error leads to the account even during onboarding [OA-3]', async ({ reader: { page } }) => {
  await page.goto('/goodbye');
  await onSignup(page);
  await page.goto('/oauth-redirect?error=denied');
  await expect(failure(page)).toBeVisible();
  await page.clock.fastForward(3000);
  await expect(page).toHaveURL(/\/my-account$/);
});

test("'Continue now' does not wait [OA-2]", async ({ reader: { page } }) => {
  await answer(page, 'POST', EXCHANGE, LINKED);
  const exchange = await hold(page, 'POST', EXCHANGE);
  await page.goto('/oauth-redirect?state=st');
  await expect(processing(page)).toBeVisible();
  await stopClock(page);
  exchange.release();
  await page.getByRole('button', { name: 'Continue now' }).click();
  await expect(page).toHaveURL(/\/my-account$/);
});

test('a bank linked on the provider’s pages is there, and a reload of the callback shows the same success [PD-42] [BC-5]', async ({
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

for (const path of ['/my-account', '/accounts']) {
  test(`leaving the provider’s pages without a bank returns quietly to ${path} [PD-42]`, async ({
    ana: { page },
    consoleErrors,
  }) => {
    consoleErrors.expectNoAnswer();
    await page.goto(path);
    await openProvidersPages(page);
    await page
      .getByRole('button', { name: 'Leave' })
      .or(page.getByRole('link', { name: 'Leave' }))
      .click();
    await expect(page).toHaveURL(new RegExp(`${path}$`), { timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Connect Bank Account' })).toBeVisible();
    await expect(page.getByText(/failed|not connected/i)).toHaveCount(0);
  });
}

test('leaving during onboarding returns to the bank step without an error or an empty page [PD-42]', async ({
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
