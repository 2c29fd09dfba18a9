import type { SignedInPath } from '@oinkly/contract/screens';
import { expect, test } from './support/test.ts';

test('signed out, any address is the welcome screen [RT-1] [RT-10] [RT-12]', async ({ page }) => {
  for (const path of ['/my-account', '/a/b?c=d', '/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Oinkly' })).toBeVisible();
  }
  await expect(page).toHaveTitle('Oinkly · Your smart spending companion');
});

const NOT_FOUND = '404 Page Not Found';
const HEADINGS: Record<SignedInPath, string> = {
  '/': 'Good afternoon, Ana',
  '/accounts': 'Bank Accounts',
  '/my-account': 'My Account',
  '/expenses': 'Expenses',
  '/expenses/import': 'Import expenses',
  '/friends': 'Friends',
  '/friends/seen': 'What friends see',
  '/insights': 'Insights',
  '/my-account/data': 'Your data',
  '/my-account/security': 'Security',
  '/notifications': 'Notifications',
  '/rules': 'Rules',
  '/weeks/:': 'Jun 1 - Jun 7',
};
const SCREENS = {
  ...HEADINGS,
  '/signup-flow': 'Let your bank do the typing',
  '/nope': NOT_FOUND,
  '/my-account/more': NOT_FOUND,
};
test('each screen has its heading and title [RT-2] [RT-3] [RT-4] [RT-5] [RT-7] [RT-8]', async ({
  reader: { page },
}) => {
  for (const [path, heading] of Object.entries(SCREENS)) {
    await page.goto(path.replace(':', '2026-06-01'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(
      path === '/' ? 'Oinkly · Your smart spending companion' : `${heading} · Oinkly`,
    );
  }
});

test('with the signup not completed, any address is the signup flow [RT-9]', async ({
  newcomer: { page },
}) => {
  for (const path of ['/', '/nope']) {
    await page.goto(path);
    await expect(page.getByText('Step 1 of 5')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What should we call you?' })).toBeVisible();
  }
});

test('public screens open without a session [RT-6] [D-8]', async ({ page }) => {
  for (const [path, heading] of [
    ['/oauth-redirect', 'Your bank isn’t connected'],
    ['/goodbye', 'Goodbye'],
    ['/onboarding-preview', 'What should we call you?'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
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
      // The width without the scroll bar or its gutter.
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

test('a new route focuses the heading and names the page; the first page doesn’t [RT-14]', async ({
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
