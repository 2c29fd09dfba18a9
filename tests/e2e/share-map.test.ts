import type { RouteResponse } from '@oinkly/contract/endpoints';
import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { recordCalls } from './support/network.ts';
import { expect, test, type PageUser } from './support/test.ts';

/** $125 a week: over in the week of May 4, under since. */
async function spendSomething({ call }: Pick<PageUser, 'call'>): Promise<void> {
  for (const [date, amount] of [
    ['2026-05-05', 987.65],
    ['2026-05-12', 43.21],
  ] as const) {
    await call('POST', '/api/expenses', { name: 'Secret shop', amount, date, category: 'Shopping' });
  }
}

/** Opens the dialog and waits for its picture. */
async function openDialog(page: Page): Promise<Locator> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Share my map' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share my map' });
  await expect(dialog.getByRole('img')).toBeVisible();
  return dialog;
}

/** Reads the size from a PNG's first chunk. */
async function sizeOfDownload(page: Page, dialog: Locator): Promise<[string, number, number]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download picture' }).click(),
  ]);
  const png = await readFile(await download.path());
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  return [download.suggestedFilename(), png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('the map previews and downloads in either size, with no earlier request [DB-12] [PD-28]', async ({
  ana,
}) => {
  const { page } = ana;
  await spendSomething(ana);
  const { calls } = recordCalls(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Share my map' })).toBeVisible();
  expect(calls.filter((call) => call.includes('/map-share'))).toEqual([]);

  await page.getByRole('button', { name: 'Share my map' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share my map' });
  const picture = dialog.getByRole('img', { name: '3 of 4 weeks under budget. 2026 is filling up nicely.' });
  await expect(picture).toBeVisible();
  const naturalSize = () =>
    picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(await naturalSize()).toEqual([1080, 1920]);
  expect(await sizeOfDownload(page, dialog)).toEqual(['oinkly-map-story.png', 1080, 1920]);

  await dialog.getByText('Wide, for a post').click();
  await expect.poll(naturalSize).toEqual([1200, 630]);
  expect(await sizeOfDownload(page, dialog)).toEqual(['oinkly-map-link.png', 1200, 630]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Share my map' })).toBeFocused();
});

test('a link opens for anyone while on, and is a 404 when off [PD-28] [PD-23] [SEC-2] [D-8]', async ({
  ana,
  browser,
  origin,
}) => {
  const { page } = ana;
  await spendSomething(ana);
  await ana.call('PUT', '/api/users', { fullName: '<b>Ana</b> & co' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await openDialog(page);
  await dialog.getByRole('switch', { name: 'Public link' }).check();
  const link = await dialog.getByLabel('Link to your map').inputValue();
  expect(link).toMatch(new RegExp(`^${origin}/m/[\\w-]{32}$`));
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied!', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const elsewhere = await browser.newContext({ baseURL: origin });
  try {
    const user = await elsewhere.newPage();
    const { calls } = recordCalls(user);
    const found = await user.goto(link);
    expect(found?.status()).toBe(200);
    const html = (await found?.text()) ?? '';
    await expect(user.getByRole('heading', { level: 1 })).toContainText('<b>Ana</b> & co');
    await expect(user.getByRole('heading', { level: 2 })).toHaveText(
      '3 of 4 weeks under budget. 2026 is filling up nicely.',
    );
    const squares = user.getByRole('grid', { name: 'Spending map of 2026' }).getByRole('img');
    await expect(squares).toHaveCount(52);
    await expect(squares.nth(17)).toHaveAttribute('aria-label', 'Apr 27 - May 3: not tracked');
    await expect(squares.nth(18)).toHaveAttribute('aria-label', 'May 4 - May 10: over budget');
    await expect(squares.nth(19)).toHaveAttribute('aria-label', 'May 11 - May 17: under budget');
    // The page brings the map along; nothing loaded has an amount, shop or address.
    const token = link.slice(-32);
    expect(calls).toEqual([]);
    const json = await (await elsewhere.request.get(`/api/maps/${token}`)).text();
    for (const text of [html, json, await user.content()]) {
      // A port, the token, a time, a drawing and the hash in a file's name may have the digits of an amount.
      const rest = text
        .replaceAll(origin, '')
        .replaceAll(token, '')
        .replaceAll(/"readAtMs":\d+| (?:d|[cr]?[xy]\d?|r|points|transform|viewBox|width|height)="[^"]*"/g, '')
        .replaceAll(/data:image[^"]*|-[\w-]{8}\.(?=css|js|png|webmanifest|woff2)/g, '');
      for (const secret of ['987', '43.21', '125', 'Secret', 'ana-']) expect(rest).not.toContain(secret);
    }
    const picture = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
    expect((await elsewhere.request.get(picture)).headers()['content-type']).toBe('image/png');
    await user.getByRole('link', { name: 'Make your own' }).click();
    await expect(user.getByRole('heading', { name: 'Welcome to Oinkly' })).toBeVisible();

    await dialog.getByRole('switch', { name: 'Public link' }).uncheck();
    await expect(page.getByText('Public link is off', { exact: true })).toBeVisible();
    expect((await user.goto(link))?.status()).toBe(404);
    await expect(user.getByRole('heading', { name: 'No map at this link' })).toBeVisible();
    expect((await elsewhere.request.get(picture)).status()).toBe(404);
    await user.getByRole('link', { name: 'Go to Oinkly' }).click();
    await expect(user.getByRole('heading', { name: 'Welcome to Oinkly' })).toBeVisible();
  } finally {
    await elsewhere.close();
  }
});

test('users with a session or during sign-up see a shared map too [D-8] [PD-28]', async ({
  newcomer: { page, call },
}) => {
  const { url } = (await call('POST', '/api/map-share')) as RouteResponse<'shareMap'>;
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1, name: '2026, week by week' })).toBeVisible();
  await page.getByRole('link', { name: 'Make your own' }).click();
  await expect(page.getByText('What should we call you?')).toBeVisible();
});

test.describe('with the app kept on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a link that is off is still a 404, and offline no map is made up [PD-28]', async ({
    ana: { page, call },
    consoleErrors,
  }) => {
    consoleErrors.expectStatus(404);
    consoleErrors.expectNoAnswer();
    const { url } = (await call('POST', '/api/map-share')) as RouteResponse<'shareMap'>;
    await page.goto('/');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    expect((await page.goto(url))?.status()).toBe(200);
    await expect(page.getByRole('grid')).toBeVisible();
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'We couldn’t load the map' })).toBeVisible();
    await page.context().setOffline(false);
    await call('DELETE', '/api/map-share');
    const answerToPage = await page.goto(url);
    expect(answerToPage?.fromServiceWorker()).toBe(true);
    expect(answerToPage?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'No map at this link' })).toBeVisible();
  });
});
