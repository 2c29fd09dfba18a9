import { expect, test } from './support/test.ts';
import { recordCalls } from './support/network.ts';

test('the preview shows all five steps with sample data and makes no call [ONB-12] [RT-6]', async ({
  page,
}) => {
  const { calls } = recordCalls(page);
  await page.goto('/onboarding-preview');
  await expect(page.getByText('Step 1 of 5')).toBeVisible();
  await expect(page.getByPlaceholder('Your name')).not.toHaveValue('');
  await page.getByPlaceholder('Your name').fill('Robin');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('spinbutton').fill('300');
  await expect(page.getByText('Big spender mode')).toBeVisible();
  await page.getByRole('button', { name: 'Set my goal' }).click();
  await page.getByRole('button', { name: /^Continue Securely with/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bank Connected!');
  await expect(page.getByText('Step 4 of 5')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to final step' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re all set, Robin!');
  await expect(page.getByText('of $300.00 spent')).toBeVisible();
  expect(calls).toEqual([]);
});
