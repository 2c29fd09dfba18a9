import { expect, test } from './support/test.ts';
import { answer, hold, recordCalls } from './support/network.ts';

test('signed out, / is the welcome screen [RT-1] [RT-12]', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Oinkly' })).toBeVisible();
  await expect(page).toHaveTitle('Oinkly · Your smart spending companion');
});

for (const path of ['/nope', '/my-account', '/accounts', '/expenses', '/signup-flow', '/a/b?c=d']) {
  test(`signed out, ${path} is the welcome screen [RT-10]`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Oinkly' })).toBeVisible();
  });
}

const SCREENS = [
  {
    path: '/',
    heading: 'Good afternoon, Ana',
    title: 'Oinkly · Your smart spending companion',
    ids: '[RT-2]',
  },
  { path: '/accounts', heading: 'Bank Accounts', title: 'Bank Accounts · Oinkly', ids: '[RT-3]' },
  { path: '/my-account', heading: 'My Account', title: 'My Account · Oinkly', ids: '[RT-4]' },
  { path: '/expenses', heading: 'Expenses', title: 'Expenses · Oinkly', ids: '[RT-5]' },
  {
    path: '/signup-flow',
    heading: 'Let your bank do the typing',
    title: 'Let your bank do the typing · Oinkly',
    ids: '[RT-7]',
  },
  { path: '/nope', heading: '404 Page Not Found', title: '404 Page Not Found · Oinkly', ids: '[RT-8]' },
  {
    path: '/my-account/more',
    heading: '404 Page Not Found',
    title: '404 Page Not Found · Oinkly',
    ids: '[RT-8]',
  },
];
for (const { path, heading, title, ids } of SCREENS) {
  test(`signed in, ${path} has the heading '${heading}' and the title '${title}' ${ids}`, async ({
    reader,
  }) => {
    await reader.page.goto(path);
    await expect(reader.page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(reader.page).toHaveTitle(title);
  });
}

test('the accounts page holds the connect button and the connected accounts [RT-3]', async ({
  spender: { page },
}) => {
  await page.goto('/accounts');
  await expect(page.getByRole('button', { name: 'Connect Bank Account' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Connected Accounts' })).toBeVisible();
  await expect(page.getByText('First Platypus Bank')).toBeVisible();
});

for (const path of ['/', '/my-account', '/expenses', '/nope', '/signup-flow']) {
  test(`with the signup not completed, ${path} is the signup flow [RT-9]`, async ({ newcomer: { page } }) => {
    await page.goto(path);
    await expect(page.getByText('Step 1 of 5')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What should we call you?' })).toBeVisible();
  });
}

const OPEN = [
  { path: '/oauth-redirect', heading: 'Your bank isn’t connected' },
  { path: '/goodbye', heading: 'Your account was deleted' },
  { path: '/onboarding-preview', heading: 'What should we call you?' },
];
for (const { path, heading } of OPEN) {
  test(`${path} is open to who is signed out [RT-6]`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });

  test(`${path} is open to who is signed in [RT-6]`, async ({ reader: { page } }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });

  test(`${path} is open to who has not completed the signup [RT-6] [D-8]`, async ({ newcomer: { page } }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
}

test("while it is not known who is here the page says 'Loading your piggy bank...' [RT-11]", async ({
  reader: { page },
}) => {
  const user = await hold(page, 'GET', '/api/auth/user');
  const { calls } = recordCalls(page);
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('Loading your piggy bank...');
  user.release();
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await expect(page.getByText('Loading your piggy bank...')).toHaveCount(0);
  expect(calls[0]).toBe('GET /api/auth/user');
});

test('at 390px and at 1280px the column is centred and at most 500px wide [RT-13]', async ({
  spender: { page },
}) => {
  for (const path of ['/', '/my-account', '/accounts', '/expenses', '/nope']) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    const column = page.locator('main').locator('..');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const box = await column.boundingBox();
      // Without the scroll bar, or the room that is kept for it on both sides.
      const room = await page.evaluate(() => document.documentElement.getBoundingClientRect().width);
      expect(box?.width, `${path} at ${width}px`).toBe(Math.min(room, 500));
      const offCentrePx = Math.abs((box?.x ?? 0) * 2 + (box?.width ?? 0) - width);
      expect(offCentrePx, `${path} at ${width}px`).toBeLessThanOrEqual(1);
    }
  }
});

test('the dashboard is set in serifs [RT-13]', async ({ spender: { page } }) => {
  await page.goto('/');
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  for (const text of [
    page.getByRole('heading', { level: 1 }),
    page.getByText('left this week', { exact: true }),
  ]) {
    const family = await text.evaluate((element) => getComputedStyle(element).fontFamily);
    expect(family).toMatch(/^"?(Fraunces|Source Serif)"?,.*\bserif$/);
  }
  const loaded = await page.evaluate(() =>
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replaceAll('"', '')),
  );
  expect(loaded).toEqual(expect.arrayContaining(['Fraunces', 'Source Serif']));
});

test('the layout changes at 480px and at 540px [RT-13]', async ({ spender: { page } }) => {
  await page.setViewportSize({ width: 479, height: 900 });
  await page.goto('/');
  const pig = page.getByRole('img', { name: /Piggy bank/ });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(pig).toBeVisible();
  const widthOf = async (what: typeof pig) => (await what.boundingBox())?.width ?? 0;
  const narrowPig = await widthOf(pig);
  await page.setViewportSize({ width: 480, height: 900 });
  await expect.poll(() => widthOf(pig)).toBeGreaterThan(narrowPig);
  await page.setViewportSize({ width: 539, height: 900 });
  await expect.poll(() => widthOf(navigation)).toBe(539);
  await page.setViewportSize({ width: 540, height: 900 });
  await expect.poll(() => widthOf(navigation)).toBe(500);
});

test('the header leads home and to the account [RT-14]', async ({ reader: { page } }) => {
  await page.goto('/expenses');
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'My Account' }).click();
  await expect(page).toHaveURL(/\/my-account$/);
  await header.getByRole('link', { name: 'Oinkly' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
});

test('the bottom navigation leads home, to the expenses and to the account, and its button adds an expense [RT-15] [AE-1]', async ({
  reader: { page },
}) => {
  await page.goto('/nope');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Expenses' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Expenses' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Good afternoon/ })).toBeVisible();
  await navigation.getByRole('button', { name: 'Add expense' }).click();
  await expect(page.getByRole('dialog', { name: 'Add an Expense' })).toBeVisible();
});

test('a change of route moves the focus to the heading and names the page; the first page leaves the focus alone [RT-14]', async ({
  reader: { page },
}) => {
  await page.goto('/nope');
  await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const [link, title] of [
    ['Expenses', 'Expenses · Oinkly'],
    ['Account', 'My Account · Oinkly'],
    ['Home', 'Oinkly · Your smart spending companion'],
  ] as const) {
    await navigation.getByRole('link', { name: link }).click();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeFocused();
});

test('money is in dollars with two decimals, in the way of en-US [RT-16]', async ({
  ana: { page, call },
}) => {
  await call('PUT', '/api/users', { weeklyBudget: 20_000 });
  await call('POST', '/api/expenses', {
    name: 'A piano',
    amount: 12_345.67,
    date: '2026-06-04',
    category: 'Entertainment',
    type: 'one-time',
  });
  await page.goto('/');
  await expect(page.getByRole('listitem').filter({ hasText: 'A piano' })).toContainText('$12,345.67');
  await expect(page.getByText('$20,000.00', { exact: true })).toBeVisible();
  await expect(page.getByText('$7,654.33', { exact: true })).toBeVisible();
  await expect(page.getByText('$7,654.33 left', { exact: true })).toBeVisible();
  await page.goto('/expenses');
  await expect(page.getByRole('listitem').filter({ hasText: 'A piano' })).toContainText('$12,345.67');
});

test('a failed user check is shown as a failure with a way to try again, never as signed out [AU-1] [AU-7]', async ({
  reader: { page },
  consoleErrors,
}) => {
  consoleErrors.expectStatus(503);
  await answer(page, 'GET', '/api/auth/user', { status: 503, text: '<h1>Gateway</h1>' });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByText('Welcome to')).toHaveCount(0);
  await expect(page.getByText('Authentication Required')).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
});
