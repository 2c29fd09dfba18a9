import type { Locator, Page } from '@playwright/test';

export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
}
