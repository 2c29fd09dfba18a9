import { DRAWN_MARK } from '@oinkly/contract/first-view';
import type { Page } from '@playwright/test';
import { closeByEscape } from './support/close-by-escape.ts';
import { SERVER_NOW } from './support/constants.ts';
import { expect, test } from './support/test.ts';

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Add an Expense' });

test('the bar leads to the five screens, and on a desktop stands beside the column [RT-14]', async ({
  reader: { page },
}) => {
  await page.goto('/');
  const items = main(page).locator('a, button');
  await expect(items).toHaveText(['Home', 'Expenses', 'Add', 'Friends', 'Account']);
  const middles = await items.evaluateAll((all) =>
    all.map((item) => {
      const { left, width } = item.getBoundingClientRect();
      return Math.round(left + width / 2);
    }),
  );
  const steps = middles.slice(1).map((middle, index) => middle - (middles[index] ?? 0));
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
  expect(middles[2]).toBe(195);
  await main(page).getByRole('link', { name: 'Friends' }).click();
  await expect(page.getByRole('heading', { name: 'Friends', level: 1 })).toBeFocused();
  await expect(main(page).getByRole('link', { name: 'Friends' })).toHaveAttribute('aria-current', 'page');

  for (const width of [900, 1280, 1680]) {
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Friends', level: 1 })).toBeVisible();
    const rail = await main(page).boundingBox();
    const column = await page.getByRole('main').boundingBox();
    expect(rail?.x).toBeGreaterThanOrEqual(0);
    expect((rail?.x ?? 0) + (rail?.width ?? 0)).toBeLessThanOrEqual(column?.x ?? 0);
  }
});

test('a dialog opens as soon as its code has come: no timer holds it back', async ({ reader: { page } }) => {
  await page.goto('/');
  const share = page.getByRole('button', { name: 'Share my map' });
  await expect(share).toBeVisible();
  await page.clock.pauseAt(Date.parse(SERVER_NOW) + 60_000);
  await main(page).getByRole('button', { name: 'Add expense' }).click();
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await share.click();
  await expect(page.getByRole('dialog', { name: 'Share my map' })).toBeVisible();
});

test('n adds, / searches and ? lists the keys, unless they are turned off [AE-1]', async ({
  reader: { page },
}) => {
  await page.goto('/my-account');
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(sheet(page).getByLabel('Quick entry')).toBeFocused();
  await page.keyboard.type('n/?');
  await expect(sheet(page).getByLabel('Quick entry')).toHaveValue('n/?');
  await closeByEscape(page);
  // The sheet's history entry is removed a moment later.
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();

  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search expenses' });
  await expect(search).toBeFocused();
  await page.keyboard.type('n?');
  await expect(search).toHaveValue('n?');

  await page.getByRole('heading', { name: 'Expenses', level: 1 }).click();
  await search.blur();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(keys).toContainText('Search expenses');
  await keys.getByRole('switch', { name: 'Single keys' }).uncheck();
  await keys.getByRole('button', { name: 'Close' }).click();
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Back returns to the place on the page that one left', async ({ spender: { page } }) => {
  await page.setViewportSize({ width: 390, height: 400 });
  for (const { path, linkOut } of [
    {
      path: '/',
      linkOut: page.getByRole('gridcell').and(page.locator('[data-now]')).getByRole('link'),
    },
    { path: '/expenses', linkOut: main(page).getByRole('link', { name: 'Friends' }) },
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    // Until then, a link loads a page.
    await expect(page.locator(`[${DRAWN_MARK}]`)).toHaveCount(0);
    const place = await page.evaluate(() => {
      window.scrollTo(0, 300);
      return window.scrollY;
    });
    expect(place).toBeGreaterThan(200);
    // A click of Playwright's would scroll to the link.
    await linkOut.evaluate((link: HTMLElement) => link.click());
    await expect(page).not.toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  }
});
