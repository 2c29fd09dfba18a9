import { expect, type FrameLocator, type Page } from '@playwright/test';
import { toasts } from './toasts.ts';

/** The provider's widget in its frame. */
export function widget(page: Page): FrameLocator {
  return page.frameLocator('#plaid-link-iframe-1');
}

/** Goes from consent to a bank's login, in the widget or on the provider's page. */
export async function chooseBank(link: FrameLocator | Page, bank: string): Promise<void> {
  await link.getByRole('button', { name: 'Continue' }).click();
  await link.getByRole('button', { name: bank }).click();
}

/** Logs in at a bank. */
export async function logIn(
  link: FrameLocator | Page,
  { username = 'user_good', password = 'pass_good' } = {},
): Promise<void> {
  await link.getByLabel('Username').fill(username);
  await link.getByLabel('Password').fill(password);
  await link.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Shares all accounts. */
export async function shareAccounts(link: FrameLocator | Page): Promise<void> {
  await link.getByRole('button', { name: 'Connect accounts' }).click();
  await link.getByRole('button', { name: 'Finish' }).click();
}

/** Goes to the provider's pages as if the widget failed to load. The page must show the connect button, and will log the failure. */
export async function openProvidersPages(page: Page): Promise<void> {
  await page.route('**/link-initialize.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Connect Bank Account' }).click();
  await expect(toasts(page)).toContainText('Failed to initialize bank connection');
  await page.getByRole('button', { name: 'Connect on a separate page' }).click();
}
