import type { Locator, Page } from '@playwright/test';

/** The toasts that are visible. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
}
