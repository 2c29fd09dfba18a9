import type { Page } from '@playwright/test';
import { PASSWORD } from './support/constants.ts';
import { CARD_CSV } from './support/statement-files.ts';
import { dragFile, type Dragged } from './support/drag.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

const cardHeading = (page: Page) => page.getByRole('heading', { name: 'card.csv' });
const card: Dragged = { name: 'card.csv', text: CARD_CSV };

test('a file dropped on any screen leads to its preview, and an open sheet is kept [PD-30]', async ({
  ana: { page },
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Add expense' }).click();
  const quickEntry = page.getByLabel('Quick entry');
  await quickEntry.fill('Gym 50');
  await (await dragFile(page, card)).drop();
  await expect(page.getByText('Close this first', { exact: true })).toBeVisible();
  await expect(quickEntry).toHaveValue('Gym 50');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(quickEntry).toHaveCount(0);

  const { leave } = await dragFile(page, card);
  await expect(page.getByText('Drop to import')).toBeVisible();
  await leave();
  await expect(page.getByText('Drop to import')).toHaveCount(0);
  await (await dragFile(page, card)).drop();
  await expect(page).toHaveURL(/\/expenses\/import$/);
  await expect(cardHeading(page)).toBeFocused();
  await expect(page.getByText('4 expenses to import')).toBeVisible();
  await expect(page.getByText('Drop to import')).toHaveCount(0);
});

test('a visitor who drops a file keeps the page: the browser does not open the file', async ({ page }) => {
  await page.goto('/');
  const isKept = await page.locator('h1').evaluate((heading) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['a,b'], 'card.csv'));
    const event = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
    return !heading.dispatchEvent(event);
  });
  expect(isKept).toBe(true);
});

test('a file opened from the file manager leads to its preview [PD-30]', async ({ ana: { page } }) => {
  await page.addInitScript(
    ({ name, text }) => {
      const launchQueue = {
        setConsumer: (consumer: (launch: object) => void) =>
          consumer({ files: [{ getFile: async () => new File([text], name) }] }),
      };
      Object.defineProperty(window, 'launchQueue', { value: launchQueue });
    },
    { name: 'card.csv', text: CARD_CSV },
  );
  await page.goto('/expenses/import');
  await expect(cardHeading(page)).toBeFocused();
});

test('the installed app opens statements, and other apps can share text and files with it', async ({
  page,
}) => {
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '') as {
    file_handlers: [{ action: string; accept: Record<string, string[]> }];
    share_target: { action: string; method: string; params: { files: [{ accept: string[] }] } };
  };
  const [{ action, accept }] = manifest.file_handlers;
  expect(action).toBe('/expenses/import');
  expect(Object.values(accept).flat().sort()).toEqual(['.csv', '.ofx', '.qfx', '.qif', '.tsv']);
  const { share_target: target } = manifest;
  expect([target.action, target.method]).toEqual(['/share', 'POST']);
  expect(target.params.files[0].accept).toEqual(expect.arrayContaining(['text/csv', '.qif', 'text/plain']));
});

/** Posts a form as a browser does for an app that shares. */
async function shareWith(page: Page, fields: { text?: string; files?: Dragged[] }): Promise<void> {
  await page.evaluate(({ text, files = [] }) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(new File([file.text], file.name, { type: 'text/csv' }));
    for (const [name, value] of Object.entries({ title: '', text: text ?? '' })) {
      const field = document.createElement('textarea');
      Object.assign(field, { name, value });
      form.append(field);
    }
    const chosen = document.createElement('input');
    Object.assign(chosen, { type: 'file', name: 'files', multiple: true });
    chosen.files = transfer.files;
    form.append(chosen);
    document.body.append(form);
    form.submit();
  }, fields);
}

test('before the service worker runs, the app asks to share again', async ({ ana: { page } }) => {
  await page.goto('/');
  await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  await shareWith(page, { text: 'Gym 50' });
  await expect(toasts(page)).toContainText('Please share it again');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test.beforeEach(async ({ ana: { page } }) => {
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect(page.getByText('left this week', { exact: true })).toBeVisible();
  });

  test('a shared text fills quick entry, is saved only by a tap, and comes once', async ({ ana }) => {
    const { page } = ana;
    await shareWith(page, { text: 'Gym 50' });
    const sheet = page.getByRole('dialog', { name: 'Add an Expense' });
    await expect(sheet.getByLabel('Quick entry')).toHaveValue('Gym 50');
    await expect(sheet.getByText('Amount $50.00')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    expect(await ana.call('GET', '/api/expenses?counted=all')).toEqual([]);
    await page.reload();
    await expect(page.getByText('left this week', { exact: true })).toBeVisible();
    await expect(sheet).toHaveCount(0);

    await shareWith(page, { text: 'Tea 4\nGym 50' });
    await page
      .getByRole('dialog', { name: 'Add 2 Expenses' })
      .getByRole('button', { name: /^Add 2/ })
      .click();
    await expect.poll(async () => ana.call('GET', '/api/expenses?counted=all')).toHaveLength(2);
  });

  test('a shared file leads to its preview, once [PD-30]', async ({ ana: { page } }) => {
    await shareWith(page, { files: [card] });
    await expect(page).toHaveURL(/\/expenses\/import$/);
    await expect(cardHeading(page)).toBeFocused();
    await expect(page.getByText('4 expenses to import')).toBeVisible();
    await page.reload();
    await expect(page.getByText('A file from your bank or another app')).toBeVisible();

    await shareWith(page, { files: [card, card] });
    await expect(toasts(page)).toContainText('Please share it again');
  });

  test('what was shared before a log-in is deleted by it, and the first page says so', async ({ ana }) => {
    const { page, email } = ana;
    // The dashboard, which may still load, would be refused.
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.context().clearCookies();
    await shareWith(page, { files: [card] });
    await expect(page.getByRole('heading', { name: 'Welcome to Oinkly' })).toBeVisible();
    const kept = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => /other app/.test(name)));
    expect(await kept()).toHaveLength(1);
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByLabel('Password')).toBeVisible();
    expect(await kept()).toEqual([]);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(toasts(page)).toContainText('Please share it again');
    await expect(page).toHaveURL(/\/expenses\/import$/);
  });
});
