import type { Page } from '@playwright/test';
import { CARD_CSV } from './support/statement-files.ts';
import { dragFile, type Dragged } from './support/drag.ts';
import { expect, test } from './support/test.ts';

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

test('the installed app opens statements', async ({ page }) => {
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '') as {
    file_handlers: [{ action: string; accept: Record<string, string[]> }];
  };
  const [{ action, accept }] = manifest.file_handlers;
  expect(action).toBe('/expenses/import');
  expect(Object.values(accept).flat().sort()).toEqual(['.csv', '.ofx', '.qfx', '.qif', '.tsv']);
});
