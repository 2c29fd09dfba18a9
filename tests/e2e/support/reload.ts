import { expect, type Page } from '@playwright/test';

/** Reloads after a dialog was closed: its history entry goes a moment later, and going back would abort the reload. */
export async function reloadAfterDialog(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
  await page.reload();
}
