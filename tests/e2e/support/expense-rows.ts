import type { Locator, Page } from '@playwright/test';

/** The rows of the expense `name`; a click opens its sheet. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name: `${name} $` });
}
