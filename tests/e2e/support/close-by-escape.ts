import { expect, type Page } from '@playwright/test';

/** Presses Escape once the dialog has the focus: it hears no key before. */
export async function closeByEscape(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}
