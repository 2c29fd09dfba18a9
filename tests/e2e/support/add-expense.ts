import type { Locator, Page } from '@playwright/test';

/** Opens the sheet for a new expense with all its fields. */
export async function openAllFields(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add expense' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an Expense' });
  const more = dialog.getByRole('button', { name: /^(More|Fewer) fields$/ });
  // The device remembers them.
  if ((await more.textContent()) === 'More fields') await more.click();
  return dialog;
}
