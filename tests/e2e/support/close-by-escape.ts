import { expect, type Page } from '@playwright/test';

/** Presses Escape once the dialog hears it: Radix registers the newest dialog after it shows, and gives it this style then. */
export async function closeByEscape(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAttribute('style', /pointer-events: auto/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}
