import { ADD_EXPENSE_ADDRESS, THIS_WEEK_PATH } from '@oinkly/contract/screens';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose: string;
}

interface Manifest extends Record<string, unknown> {
  icons: Icon[];
  shortcuts: { name: string; url: string; icons: Icon[] }[];
}

/** The manifest as fetched by the browser under the page's policy. */
async function manifestOf(page: Page): Promise<{ url: string; manifest: Manifest }> {
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  return { url, manifest: JSON.parse(data ?? '') as Manifest };
}

/** A picture's size and its corner's opacity, 0 to 255. */
const look = (page: Page, src: string) =>
  page.evaluate(async (path) => {
    const picture = await createImageBitmap(await (await fetch(path)).blob());
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    context?.drawImage(picture, 0, 0);
    return {
      width: picture.width,
      height: picture.height,
      corner: context?.getImageData(0, 0, 1, 1).data[3],
    };
  }, src);

test('the app installs on a home screen with its own window, name, pig and colors', async ({
  page,
  origin,
}) => {
  await page.goto('/');
  const { url, manifest } = await manifestOf(page);
  expect(manifest).toMatchObject({ id: '/', name: 'Oinkly', short_name: 'Oinkly', display: 'standalone' });
  const answer = await page.request.get(url);
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  // The app's window covers the whole site.
  expect([manifest['start_url'], manifest['scope']].map((path) => new URL(String(path), url).href)).toEqual([
    `${origin}/`,
    `${origin}/`,
  ]);
  expect(manifest.shortcuts.map(({ name, url: address }) => [name, address])).toEqual([
    ['Add', ADD_EXPENSE_ADDRESS],
    ['This week', THIS_WEEK_PATH],
  ]);
  for (const { icons } of manifest.shortcuts)
    expect(await look(page, icons[0]?.src ?? '')).toEqual({ width: 96, height: 96, corner: 0 });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ]);
  for (const { src, sizes, purpose } of manifest.icons) {
    const side = Number(sizes.split('x')[0]);
    // Each device cuts a maskable icon itself.
    expect(await look(page, src)).toEqual({ width: side, height: side, corner: purpose === 'any' ? 0 : 255 });
  }

  // An iPhone needs an opaque icon.
  const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect(await look(page, icon ?? '')).toEqual({ width: 180, height: 180, corner: 255 });
  const paper = (scheme: 'light' | 'dark') =>
    page.locator(`meta[name="theme-color"][media*="${scheme}"]`).getAttribute('content');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const ground = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--color-paper'),
    );
    expect((await paper(scheme))?.toLowerCase()).toBe(ground.trim().toLowerCase());
  }
});

test('the shortcut to this week opens its page [PD-113]', async ({ reader: { page } }) => {
  await page.goto(THIS_WEEK_PATH);
  await expect(page.getByRole('heading', { level: 1, name: 'Jun 1 - Jun 7' })).toBeVisible();
  await expect(page.getByText('This week', { exact: true })).toBeVisible();
});

test('the shortcut on the home screen opens the add sheet, once [PD-113]', async ({ reader: { page } }) => {
  await page.goto(ADD_EXPENSE_ADDRESS);
  const sheet = page.getByRole('dialog', { name: 'Add an Expense' });
  await expect(sheet.getByLabel('Quick entry')).toBeFocused();
  await page.reload();
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await expect(sheet).toHaveCount(0);
});
